import type { DetectionSourceRow } from './detection-source.ts';
import type { CellValue, Column } from './layer.ts';
import type { RecordFacts } from './record-facts.ts';

/** A column of every export of detections. */
export type StandardColumn = Column &
  (
    | { readonly of: 'record'; read(facts: RecordFacts): CellValue }
    | { readonly of: 'detection'; read(row: DetectionSourceRow): CellValue }
  );

const recordColumns: readonly StandardColumn[] = [
  { of: 'record', name: 'record_id', type: 'text', read: (facts) => facts.recordId },
  { of: 'record', name: 'uploaded_at', type: 'time', read: (facts) => facts.uploadTime },
  { of: 'record', name: 'collected_at', type: 'time', read: (facts) => facts.collectionTime },
  { of: 'record', name: 'analytic', type: 'text', read: (facts) => facts.analytic },
  { of: 'record', name: 'region', type: 'text', read: (facts) => facts.region },
  { of: 'record', name: 'sensor_name', type: 'text', read: ({ sensor }) => sensor?.sensorName ?? null },
  { of: 'record', name: 'sensor_type', type: 'text', read: ({ sensor }) => sensor?.sensorType ?? null },
  { of: 'record', name: 'sensor_mode', type: 'text', read: ({ sensor }) => sensor?.sensorMode ?? null },
  { of: 'record', name: 'polarization', type: 'text', read: ({ sensor }) => sensor?.polarization ?? null },
  {
    of: 'record',
    name: 'incidence_angle',
    type: 'real',
    read: ({ sensor }) => sensor?.incidenceAngle ?? null,
  },
  { of: 'record', name: 'azimuth_angle', type: 'real', read: ({ sensor }) => sensor?.azimuthAngle ?? null },
  { of: 'record', name: 'vendor_id', type: 'text', read: ({ sensor }) => sensor?.vendorId ?? null },
];

const reviewColumns: readonly StandardColumn[] = [
  { of: 'detection', name: 'verdict', type: 'text', read: ({ review }) => review?.verdict ?? null },
  { of: 'detection', name: 'flagged', type: 'boolean', read: ({ review }) => review?.flagged ?? false },
  { of: 'detection', name: 'note', type: 'text', read: ({ review }) => review?.note ?? null },
  { of: 'detection', name: 'reviewer', type: 'text', read: ({ review }) => review?.reviewer ?? null },
  { of: 'detection', name: 'reviewed_at', type: 'time', read: ({ review }) => review?.reviewedAt ?? null },
];

/** The standard columns of a detection, which precede the feature's properties, in order. */
export function standardColumns(withReviews: boolean): readonly StandardColumn[] {
  return [
    ...recordColumns,
    { of: 'detection', name: 'detection_id', type: 'integer', read: ({ id }) => id },
    { of: 'detection', name: 'chip_identifier', type: 'text', read: ({ chipIdentifier }) => chipIdentifier },
    { of: 'detection', name: 'confidence', type: 'real', read: ({ confidence }) => confidence },
    ...(withReviews ? reviewColumns : []),
  ];
}

/** Prefix for a feature property whose name is that of a standard column; repeated until the name is unique. */
export const featurePropertyPrefix = 'feature_';
