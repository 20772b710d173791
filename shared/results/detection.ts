import type { Geometry } from 'geojson';
import { z } from 'zod';
import { boundingBoxSchema, lonLatSchema } from '../geo/geometry.ts';
import { type Review, reviewStateSchema } from '../review/review.ts';
import type { FieldOf, TracedField } from './builtin-fields.ts';
import type { CellValue } from './cell-value.ts';
import { type DetectionField, detectionFieldSchema, isComputedField } from './detection-field.ts';
import type { FieldList } from './field-list.ts';
import type { PropertyCorrection } from './property-correction.ts';
import { readableExpressionSchema } from './readable-expression.ts';
import type { SensorData } from './sensor-members.ts';

/** The members of a filter that may be written with times relative to now. */
export const relativeMembers = [
  'collectedFrom',
  'collectedTo',
  'uploadedFrom',
  'uploadedTo',
  'expression',
] as const;
export type RelativeMember = (typeof relativeMembers)[number];

/**
 * A filter of detections. An absent member does not restrict; an empty list matches nothing. Times are epoch
 * milliseconds UTC, from inclusive, to exclusive.
 */
export const detectionFilterSchema = z.object({
  analytics: z.array(z.string()).optional(),
  regions: z.array(z.string()).optional(),
  /** Names of ports: the nearest one within 25 nautical miles is one of these. */
  places: z.array(z.string()).optional(),
  sensors: z.array(z.string()).optional(),
  collectedFrom: z.number().optional(),
  collectedTo: z.number().optional(),
  uploadedFrom: z.number().optional(),
  uploadedTo: z.number().optional(),
  minConfidence: z.number().optional(),
  boundingBox: boundingBoxSchema.optional(),
  /**
   * Inside any of these rings (closed or not, even-odd), from a lasso or an area's outline. Longitudes may continue
   * past ±180; a detection that is an area counts by its representative point.
   */
  within: z.array(z.array(lonLatSchema).min(3)).optional(),
  verdicts: z.array(reviewStateSchema).optional(),
  flagged: z.boolean().optional(),
  /** Substring of the sensor name, record id, chip identifier or properties; case does not matter. */
  text: z.string().optional(),
  recordId: z.string().optional(),
  /** From records that this fetch added, changed or found unchanged. */
  fetchId: z.string().optional(),
  /** From records that runs of the current revision of this saved search added, changed or found unchanged. */
  searchId: z.string().optional(),
  /** One of these, by id. */
  ids: z.array(z.int().positive()).max(200_000).optional(),
  /** A filter expression as text, see `shared/results/expression/`. */
  expression: z.string().optional(),
  /**
   * The texts of members that were written with relative times, such as `now - 3d`, and what they meant. They have no
   * effect by themselves: `rollFilter` brings the members up to date each time that a saved filter is used.
   */
  relativeTimes: z
    .partialRecord(
      z.enum(relativeMembers),
      z.object({ text: z.string(), value: z.union([z.number(), z.string()]) }),
    )
    .optional(),
});
export type DetectionFilter = z.infer<typeof detectionFilterSchema>;

/**
 * A filter of a request: its expression can be read. A stored filter need not, since another version may have read
 * expressions differently.
 */
export const readableFilterSchema = detectionFilterSchema.extend({
  expression: readableExpressionSchema.optional(),
});

export const detectionPageRequestSchema = z.object({
  filter: readableFilterSchema,
  sort: z.object({ field: detectionFieldSchema, order: z.enum(['ASC', 'DESC']) }),
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(1000),
  /** Computed fields whose values are requested; they are not among the members of a row. */
  computedFields: z
    .array(detectionFieldSchema.refine(isComputedField, 'The value of this field is in each row.'))
    .max(50)
    .optional(),
});
export type DetectionPageRequest = z.infer<typeof detectionPageRequestSchema>;

/** Requests the row index of a detection in the sorted table. */
export const detectionRowIndexRequestSchema = detectionPageRequestSchema
  .pick({ filter: true, sort: true })
  .extend({ id: z.int().positive() });
export type DetectionRowIndexRequest = z.infer<typeof detectionRowIndexRequestSchema>;

/** Values of the traced fields; times are ISO 8601 in UTC, intervals hours. */
export type TracedValues = Readonly<Record<TracedField, string | number | null>>;

/** A row of the table of detections. `id` is unique in the workspace over points and areas. */
export type DetectionRow = {
  readonly id: number;
  readonly recordId: string;
  /** Analytic name of the record; several names joined by ` + ` when the feature's analytic is ambiguous. */
  readonly analytic: string;
  readonly region: string | null;
  readonly longitude: number;
  readonly latitude: number;
  /** ISO 8601 as in the record, or null without one. */
  readonly collectedAt: string | null;
  readonly uploadedAt: string | null;
  readonly sensorName: string | null;
  readonly chipIdentifier: string | null;
  /** From the property with that meaning, if any; 0…1. */
  readonly confidence: number | null;
  /** Properties of the feature, unchanged. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Corrections by the user of properties of its product format; absent without any. */
  readonly corrections?: readonly PropertyCorrection[];
  readonly traced: TracedValues;
  /** Parameters of the processors that may have found it, where all that state a parameter state the same. */
  readonly parameters: Readonly<Record<string, CellValue>>;
  /** The fields that were requested with its record. */
  readonly fields: FieldList;
  /** Null without a review. */
  readonly review: Review | null;
  /** Inferences from AIS files; absent where none covers its image. */
  readonly ais?: Readonly<Record<FieldOf<'ais'>, string | number | null>>;
  /** Values of the requested fields about layers. */
  readonly computedValues?: Readonly<Partial<Record<DetectionField, CellValue>>>;
};

/** Requests a page of records. */
export const recordPageRequestSchema = z.object({
  /** Only records with detections, or only records in which nothing was found. */
  having: z.enum(['any', 'detections', 'nothing']),
  /**
   * Only records with a matching detection, and those without any detection of which all members are known and match:
   * analytic, region, sensor, times, fetch, search and record.
   */
  filter: readableFilterSchema.optional(),
  /** Substring of the record id, analytic, product type or a sensor name; case does not matter. */
  text: z.string().optional(),
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(1000),
});
export type RecordPageRequest = z.infer<typeof recordPageRequestSchema>;

/** A row of the list of records. */
export type RecordRow = {
  readonly recordId: string;
  readonly analytics: readonly string[];
  readonly region: string | null;
  readonly productType: string | null;
  readonly sensorNames: readonly string[];
  readonly collectedAt: string | null;
  readonly uploadedAt: string | null;
  readonly detections: number;
  /** Count of its detections that match the filter. */
  readonly shownDetections: number;
  readonly problems: number;
  /** Problems that may hide features. */
  readonly featureProblems: number;
  /** Fields that were requested; without features it is unknown whether the record has any. */
  readonly fields: FieldList;
};

/** A page of records, last uploaded first. */
export type RecordPageResult = {
  readonly rows: readonly RecordRow[];
  readonly total: number;
  /** Number without the filter. */
  readonly unfiltered: number;
};

/** A footprint, ready to draw. */
export type Footprint = {
  readonly geometry: Geometry;
  /**
   * `[longitude, latitude]` where the angles are defined: geometryReference if readable, else the center of the
   * footprint.
   */
  readonly reference: readonly [number, number];
  readonly azimuthAngle: number | null;
  readonly squareMetres: number;
};

/** Everything the inspector shows of one detection. */
export type DetectionDetail = {
  readonly detection: DetectionRow & { readonly geometry: Geometry };
  /** Set when its review was given to another detection nearby, in a former version of the record. */
  readonly carriedOver: {
    readonly meters: number;
    /** Place of that, `[longitude, latitude]`. */
    readonly from: readonly [number, number];
  } | null;
  /** The sensor of the feature; null when the record has several and the feature does not name one. */
  readonly sensor: SensorData | null;
  readonly sensors: readonly SensorData[];
  readonly footprint: Footprint | null;
  /** Reason why the footprint text of the record is unusable, or what is remarkable about where its footprint lies. */
  readonly footprintProblem: string | null;
  readonly record: {
    readonly assignedId: string;
    readonly uploadTime: string | null;
    readonly productType: string | null;
    readonly documentVersion: string | null;
    readonly headerVersion: string | null;
    readonly generator: string | null;
    readonly region: string | null;
    readonly detections: number;
    /** When it was fetched, and by which query. */
    readonly fetchedAt: string;
    readonly queryText: string;
  };
};

/** Names of regions and analytics that the service is known to have. */
export type KnownNames = { readonly regions: readonly string[]; readonly analytics: readonly string[] };

/** Counts of the results in the workspace. */
export type ResultCounts = {
  readonly records: number;
  readonly detections: number;
  readonly problems: number;
  readonly byAnalytic: readonly { readonly analytic: string; readonly count: number }[];
  readonly regions: readonly string[];
  /** Names that the service has returned to fetches of this workspace, whatever the filter. */
  readonly served: KnownNames;
  /** Epoch milliseconds of the first and last collection; null without any. */
  readonly collectedFrom: number | null;
  readonly collectedTo: number | null;
};

/** A part of a record that could not be used, and why; the raw record is stored. */
export type RecordProblem = {
  readonly id: number;
  readonly recordId: string | null;
  readonly path: string;
  readonly message: string;
  readonly seenAt: string;
};
