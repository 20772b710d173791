import { readPlace } from '../geometry/read-geometry.ts';
import type { DetectionSourceRow } from './detection-source.ts';
import type { CellValue, Column } from './layer.ts';
import type { RecordFacts } from './record-facts.ts';

/** A column of every export of detections. */
export type StandardColumn = Column & { readonly title: string } & (
    | { readonly of: 'record'; read(facts: RecordFacts): CellValue }
    | { readonly of: 'detection'; read(row: DetectionSourceRow): CellValue }
  );

const recordColumns: readonly StandardColumn[] = [
  { of: 'record', name: 'record_id', type: 'text', title: 'Record ID', read: (facts) => facts.recordId },
  {
    of: 'record',
    name: 'uploaded_at',
    type: 'time',
    title: 'Uploaded (UTC)',
    read: (facts) => facts.uploadTime,
  },
  {
    of: 'record',
    name: 'collected_at',
    type: 'time',
    title: 'Collected (UTC)',
    read: (facts) => facts.collectionTime,
  },
  { of: 'record', name: 'analytic', type: 'text', title: 'Analytic', read: (facts) => facts.analytic },
  { of: 'record', name: 'region', type: 'text', title: 'Region', read: (facts) => facts.region },
  {
    of: 'record',
    name: 'sensor_name',
    type: 'text',
    title: 'Sensor',
    read: ({ sensor }) => sensor?.sensorName ?? null,
  },
  {
    of: 'record',
    name: 'sensor_type',
    type: 'text',
    title: 'Sensor type',
    read: ({ sensor }) => sensor?.sensorType ?? null,
  },
  {
    of: 'record',
    name: 'sensor_mode',
    type: 'text',
    title: 'Sensor mode',
    read: ({ sensor }) => sensor?.sensorMode ?? null,
  },
  {
    of: 'record',
    name: 'polarization',
    type: 'text',
    title: 'Polarization',
    read: ({ sensor }) => sensor?.polarization ?? null,
  },
  {
    of: 'record',
    name: 'incidence_angle',
    type: 'real',
    title: 'Incidence angle (°)',
    read: ({ sensor }) => sensor?.incidenceAngle ?? null,
  },
  {
    of: 'record',
    name: 'azimuth_angle',
    type: 'real',
    title: 'Azimuth angle (°)',
    read: ({ sensor }) => sensor?.azimuthAngle ?? null,
  },
  {
    of: 'record',
    name: 'vendor_id',
    type: 'text',
    title: 'Vendor’s image ID',
    read: ({ sensor }) => sensor?.vendorId ?? null,
  },
];

const reviewColumns: readonly StandardColumn[] = [
  {
    of: 'detection',
    name: 'verdict',
    type: 'text',
    title: 'Verdict',
    read: ({ review }) => review?.verdict ?? null,
  },
  {
    of: 'detection',
    name: 'flagged',
    type: 'boolean',
    title: 'Flagged',
    read: ({ review }) => review?.flagged ?? false,
  },
  { of: 'detection', name: 'note', type: 'text', title: 'Note', read: ({ review }) => review?.note ?? null },
  {
    of: 'detection',
    name: 'reviewer',
    type: 'text',
    title: 'Reviewer',
    read: ({ review }) => review?.reviewer ?? null,
  },
  {
    of: 'detection',
    name: 'reviewed_at',
    type: 'time',
    title: 'Reviewed (UTC)',
    read: ({ review }) => review?.reviewedAt ?? null,
  },
];

const placeColumn: StandardColumn = {
  of: 'detection',
  name: 'place',
  type: 'text',
  title: 'Place',
  read: ({ geometry }) => readPlace(geometry),
};

/** Which optional columns are written. */
export type OptionalColumns = { readonly reviews: boolean; readonly places: boolean };

/** The standard columns of a detection, which precede the feature's properties, in order. */
export function standardColumns({ reviews, places }: OptionalColumns): readonly StandardColumn[] {
  return [
    ...recordColumns,
    { of: 'detection', name: 'detection_id', type: 'integer', title: 'Detection', read: ({ id }) => id },
    {
      of: 'detection',
      name: 'chip_identifier',
      type: 'text',
      title: 'Chip',
      read: ({ chipIdentifier }) => chipIdentifier,
    },
    {
      of: 'detection',
      name: 'confidence',
      type: 'real',
      title: 'Confidence',
      read: ({ confidence }) => confidence,
    },
    ...(places ? [placeColumn] : []),
    ...(reviews ? reviewColumns : []),
  ];
}

/** Prefix for a feature property whose name is that of a standard column; repeated until the name is unique. */
export const featurePropertyPrefix = 'feature_';
