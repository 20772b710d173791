import type { ReportedPass } from '../../../../shared/passes/pass.ts';
import { passResultTexts, resultOfPass } from '../../../../shared/passes/pass-result.ts';
import type { CellValue, Column, Layer } from './layer.ts';

type PassColumn = Column & { read(reported: ReportedPass): CellValue };

const columns: readonly PassColumn[] = [
  {
    name: 'collected_at',
    type: 'time',
    title: 'Collected (UTC)',
    read: ({ pass }) => (pass.startedAt === null ? null : new Date(pass.startedAt).toISOString()),
  },
  { name: 'place', type: 'text', title: 'Place', read: ({ pass }) => pass.place },
  { name: 'sensor_name', type: 'text', title: 'Sensor', read: ({ pass }) => pass.sensorName },
  {
    name: 'covered_percent',
    type: 'real',
    title: 'Covered (%)',
    read: ({ share }) => (share === null ? null : Math.round(share * 1000) / 10),
  },
  {
    name: 'matching_detections',
    type: 'integer',
    title: 'Matching detections',
    read: ({ pass }) => (pass.hasAllFeatures ? pass.detections : null),
  },
  {
    name: 'reviewed',
    type: 'integer',
    title: 'Reviewed of matching',
    read: ({ pass }) => (pass.hasAllFeatures ? pass.reviewed : null),
  },
  { name: 'result', type: 'text', title: 'Result', read: ({ pass }) => passResultTexts[resultOfPass(pass)] },
];

/** The passes of a report with their footprints, one that has none without a geometry. */
export function passLayer(passes: readonly ReportedPass[]): Layer {
  return {
    name: 'passes',
    columns,
    heights: 'none',
    rows: () => [
      passes.map((reported, index) => ({
        id: index + 1,
        title: reported.pass.sensorName ?? '',
        kind: null,
        time: null,
        geometry: reported.geometry,
        values: columns.map(({ read }) => read(reported)),
      })),
    ],
  };
}
