import type { Geometry } from 'geojson';
import { z } from 'zod';
import { boundingBoxSchema, lonLatSchema } from '../geo/geometry.ts';
import { type Review, reviewStateSchema } from '../review/review.ts';
import { detectionFieldSchema } from './detection-field.ts';

/**
 * Which detections are meant. An absent member does not restrict; an empty list matches nothing.
 * Times are epoch milliseconds UTC, from inclusive, to exclusive.
 */
export const detectionFilterSchema = z.object({
  analytics: z.array(z.string()).optional(),
  regions: z.array(z.string()).optional(),
  sensors: z.array(z.string()).optional(),
  collectedFrom: z.number().optional(),
  collectedTo: z.number().optional(),
  uploadedFrom: z.number().optional(),
  uploadedTo: z.number().optional(),
  minConfidence: z.number().optional(),
  boundingBox: boundingBoxSchema.optional(),
  /**
   * Inside any of these rings (closed or not, even-odd), of a lasso or an area's outline. Longitudes may run past ±180;
   * the point that stands for an area counts.
   */
  within: z.array(z.array(lonLatSchema).min(3)).optional(),
  verdicts: z.array(reviewStateSchema).optional(),
  flagged: z.boolean().optional(),
  /** Found anywhere, in any case, in the sensor name, record id, chip identifier or properties. */
  text: z.string().optional(),
  recordId: z.string().optional(),
  /** Of the records that this fetch brought or found unchanged. */
  fetchId: z.string().optional(),
  /** Of the records that the runs of this saved search brought or found unchanged, for what it asks now. */
  searchId: z.string().optional(),
  /** One of these, by id. */
  ids: z.array(z.int().positive()).max(200_000).optional(),
  /** A filter expression as text, see `shared/results/expression/`. One that cannot be read is refused, never ignored. */
  expression: z.string().optional(),
});
export type DetectionFilter = z.infer<typeof detectionFilterSchema>;

export const detectionPageSchema = z.object({
  filter: detectionFilterSchema,
  sort: z.object({ field: detectionFieldSchema, order: z.enum(['ASC', 'DESC']) }),
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(1000),
});
export type DetectionPage = z.infer<typeof detectionPageSchema>;

/** Asks where in the table a detection stands. */
export const detectionPlaceSchema = detectionPageSchema
  .pick({ filter: true, sort: true })
  .extend({ id: z.int().positive() });
export type DetectionPlace = z.infer<typeof detectionPlaceSchema>;

/** One detection as the table shows it. `id` is unique in the workspace over points and areas. */
export type DetectionRow = {
  readonly id: number;
  readonly recordId: string;
  /** Analytic name as the record gives it; several joined by ` + ` where a feature cannot be told apart. */
  readonly analytic: string;
  readonly region: string | null;
  readonly longitude: number;
  readonly latitude: number;
  /** ISO 8601 as the record gave it, or null where it gave none. */
  readonly collectedAt: string | null;
  readonly uploadedAt: string | null;
  readonly sensorName: string | null;
  readonly chipIdentifier: string | null;
  /** Read from the property of that meaning where there is one; 0…1. */
  readonly confidence: number | null;
  /** The feature's properties as they came. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Null when nobody has said anything of it. */
  readonly review: Review | null;
};

/** Which records are listed. Times are epoch milliseconds UTC, from inclusive, to exclusive. */
export const recordPageSchema = z.object({
  /** Only those that were looked at without anything being found, or only those with detections. */
  having: z.enum(['any', 'detections', 'nothing']),
  analytics: z.array(z.string()).optional(),
  regions: z.array(z.string()).optional(),
  fetchId: z.string().optional(),
  searchId: z.string().optional(),
  uploadedFrom: z.number().optional(),
  uploadedTo: z.number().optional(),
  /** Found anywhere, in any case, in the record id, analytic, product type or a sensor name. */
  text: z.string().optional(),
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(1000),
});
export type RecordPage = z.infer<typeof recordPageSchema>;

/** One record as the list of records shows it. */
export type RecordRow = {
  readonly recordId: string;
  readonly analytics: readonly string[];
  readonly region: string | null;
  readonly productType: string | null;
  readonly sensorNames: readonly string[];
  readonly collectedAt: string | null;
  readonly uploadedAt: string | null;
  readonly detections: number;
  readonly problems: number;
  /** Those that may hide features. */
  readonly featureProblems: number;
  /** Which of its parts were asked for; of a record without its features it is not known whether it has any. */
  readonly fields: 'all' | 'without-features' | 'headers';
};

/** Last uploaded first. */
export type RecordPageAnswer = { readonly rows: readonly RecordRow[]; readonly total: number };

/** One item of `content.sensorData` (results document, 2.3); whatever was absent or malformed is null. */
export type SensorData = {
  readonly sensorDataIndex: number | null;
  readonly sensorName: string | null;
  readonly sensorType: string | null;
  readonly sensorMode: string | null;
  readonly productType: string | null;
  readonly brandId: string | null;
  readonly vendorId: string | null;
  readonly startTimeUtc: string | null;
  /** WKT where the angles are defined, as it came. */
  readonly geometryReference: string | null;
  /** Degrees from scene to sensor, clockwise from true North. */
  readonly azimuthAngle: number | null;
  /** Degrees. */
  readonly incidenceAngle: number | null;
  readonly polarization: string | null;
  /** WKT as it came. */
  readonly footprint: string | null;
};

/** A sensor's footprint, ready to be drawn. */
export type Footprint = {
  readonly geometry: Geometry;
  /** `[longitude, latitude]` where the angles hold: geometryReference if it can be read, else the footprint's centre. */
  readonly reference: readonly [number, number];
  readonly azimuthAngle: number | null;
  readonly squareMetres: number;
};

/** Everything the inspector shows of one detection. */
export type DetectionDetail = {
  readonly detection: DetectionRow & { readonly geometry: Geometry };
  /** The sensor the feature traces back to; null when the record has several and the feature does not say which. */
  readonly sensor: SensorData | null;
  readonly sensors: readonly SensorData[];
  readonly footprint: Footprint | null;
  /** Why there is no footprint although the record has text for one. */
  readonly footprintProblem: string | null;
  readonly record: {
    readonly assignedId: string;
    readonly uploadTime: string | null;
    readonly productType: string | null;
    readonly documentVersion: string | null;
    readonly headerVersion: string | null;
    readonly generator: string | null;
    readonly processors: readonly { readonly name: string; readonly version: string | null }[];
    readonly region: string | null;
    readonly qcStatus: string | null;
    readonly detections: number;
    /** The query that brought it and when. */
    readonly fetchedAt: string;
    readonly queryText: string;
  };
};

/** How much the workspace holds. */
export type ResultCounts = {
  readonly records: number;
  readonly detections: number;
  readonly problems: number;
  readonly byAnalytic: readonly { readonly analytic: string; readonly count: number }[];
  readonly regions: readonly string[];
  /** Epoch milliseconds of the first and last collection, null when there is none. */
  readonly collectedFrom: number | null;
  readonly collectedTo: number | null;
};

/** A part of a record that could not be used, and why; the raw record is kept. */
export type RecordProblem = {
  readonly id: number;
  readonly recordId: string | null;
  readonly path: string;
  readonly message: string;
  readonly seenAt: string;
};
