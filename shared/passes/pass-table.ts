import { type CsvSigns, csvRow, tabRow } from '../csv-cell.ts';
import type { Pass, ReportedPass } from './pass.ts';
import { isCounted, passResultTexts, resultOfPass } from './pass-result.ts';

type Cell = string | number | null;

/** A pass, and how much of the filter's area it shows. */
export type TabledPass = Pick<ReportedPass, 'pass' | 'share'>;

/** The columns: name with its unit, and value; times in UTC, null without a value. A count needs all features, and that the image is examined. */
const columns: readonly (readonly [name: string, read: (pass: Pass, tabled: TabledPass) => Cell])[] = [
  ['collected_utc', ({ startedAt }) => (startedAt === null ? null : new Date(startedAt).toISOString())],
  ['place', ({ place }) => place],
  ['sensor', ({ sensorName }) => sensorName],
  ['sensor_type', ({ sensorType }) => sensorType],
  ['sensor_mode', ({ sensorMode }) => sensorMode],
  ['polarization', ({ polarization }) => polarization],
  ['incidence_degrees', ({ incidenceAngle }) => incidenceAngle],
  ['azimuth_degrees', ({ azimuthAngle }) => azimuthAngle],
  ['image_product', ({ productType }) => productType],
  ['vendor_id', ({ vendorId }) => vendorId],
  ['footprint_square_kilometers', ({ squareMetres }) => (squareMetres === null ? null : squareMetres / 1e6)],
  ['covered_percent', (_pass, { share }) => (share === null ? null : Math.round(share * 1000) / 10)],
  ['records', ({ records }) => records],
  ['matching_detections', (pass) => (isCounted(pass) ? pass.detections : null)],
  ['detections', (pass) => (isCounted(pass) ? pass.allDetections : null)],
  ['reviewed_of_matching', (pass) => (isCounted(pass) ? pass.reviewed : null)],
  ['result', (pass) => passResultTexts[resultOfPass(pass)]],
];

/** Passes as CSV (RFC 4180), with a header. */
export function passesAsCsv(passes: readonly TabledPass[], signs?: CsvSigns): string {
  return rowsOf(passes)
    .map((row) => csvRow(row, signs))
    .join('\r\n');
}

/** Passes as lines of cells with tabs between them, with a header, for spreadsheets. */
export function passesAsTabs(passes: readonly TabledPass[]): string {
  return rowsOf(passes).map(tabRow).join('\n');
}

function rowsOf(passes: readonly TabledPass[]): readonly (readonly Cell[])[] {
  return [
    columns.map(([name]) => name),
    ...passes.map((tabled) => columns.map(([, read]) => read(tabled.pass, tabled))),
  ];
}
