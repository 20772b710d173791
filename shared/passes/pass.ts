import type { Geometry } from 'geojson';
import { z } from 'zod';
import { type BoundingBox, boundingBoxSchema, type LonLat } from '../geo/geometry.ts';
import { readableFilterSchema } from '../results/detection.ts';
import type { FieldList } from '../results/field-list.ts';

/**
 * The metadata of one image in its records (service.md, Images). The look side of the sensor cannot be derived,
 * because the direction of flight is not given.
 */
export type PassImage = {
  readonly sensorName: string | null;
  readonly sensorType: string | null;
  readonly sensorMode: string | null;
  readonly productType: string | null;
  readonly vendorId: string | null;
  readonly polarization: string | null;
  /** Collection start, epoch milliseconds UTC; null without a readable time. */
  readonly startedAt: number | null;
  /** Degrees, local incidence at scene center. */
  readonly incidenceAngle: number | null;
  /** Degrees from scene to sensor, clockwise from true North. */
  readonly azimuthAngle: number | null;
};

/** One image acquisition (a pass of a sensor) and its results. */
export type Pass = PassImage & {
  /** Identifies the pass in every workspace that contains its records. */
  readonly key: string;
  /** Fields that were requested with any of its records: another value that is missing is not known to be absent. */
  readonly fields: FieldList;
  /** Whether the detections of all of its records were requested: without some, zero does not mean that there are none. */
  readonly hasAllFeatures: boolean;
  /** Whether an analytic that the filter includes examines all of the image: otherwise nothing found states nothing. */
  readonly isExamined: boolean;
  readonly footprint: PassFootprintState;
  /**
   * Name of the port that most of its detections are near. Without any near a port it is the busiest port inside the
   * footprint, or the nearest within 25 nautical miles of its center. Null without one.
   */
  readonly place: string | null;
  /** Size of the footprint; null without one. */
  readonly squareMetres: number | null;
  /** Records made from the image, including those excluded by the filter. */
  readonly records: number;
  /** Matching detections in this image, as far as their records state it. */
  readonly detections: number;
  /** The same without the filter. */
  readonly allDetections: number;
  /**
   * Matching detections that its records trace to another of their images. A change result names one image of two, so
   * zero detections here does not mean that nothing was found.
   */
  readonly detectionsElsewhere: number;
  /** Detections in this image that have a verdict. */
  readonly reviewed: number;
  readonly byAnalytic: readonly { readonly analytic: string; readonly count: number }[];
  /** Members of `sensorData` on which its records disagree; the first record's value is shown. */
  readonly disagreements: readonly string[];
};

export type PassFootprintState =
  /** `remark`: what is remarkable about where it lies. */
  | { readonly state: 'ready'; readonly remark?: string }
  /** No record has a footprint. */
  | { readonly state: 'none' }
  /** The footprint text is unusable, and why. */
  | { readonly state: 'malformed'; readonly reason: string };

/** Maximum differences between passes of similar geometry. */
export const geometryToleranceSchema = z.object({
  /** Degrees to either side. */
  incidence: z.number().min(0).max(90),
  /** Degrees to either side, modulo 360. */
  azimuth: z.number().min(0).max(180),
  /** Minimum overlap as a share of the smaller footprint, 0…1. */
  overlap: z.number().min(0).max(1),
});
export type GeometryTolerance = z.infer<typeof geometryToleranceSchema>;

/**
 * Default tolerances. 3° of incidence changes layover and brightness little, 5° of azimuth is the usual difference
 * between passes of one orbit track. With a fifth of the smaller footprint, neighboring frames of a strip stay
 * separate.
 */
export const defaultTolerance: GeometryTolerance = { incidence: 3, azimuth: 5, overlap: 0.2 };

export const passGroupings = ['none', 'place', 'day', 'sensor', 'geometry', 'location'] as const;
export type PassGrouping = (typeof passGroupings)[number];

export const passSortFields = [
  'time',
  'place',
  'sensor',
  'mode',
  'polarization',
  'incidence',
  'azimuth',
  'product',
  'records',
  'detections',
  'reviewed',
] as const;
export type PassSortField = (typeof passSortFields)[number];

export const passQuerySchema = z.object({
  filter: readableFilterSchema,
  /** Substring of place, sensor, mode, polarization, product type or vendor id; case does not matter. */
  text: z.string().optional(),
  /** Only passes with a matching detection, where the filter has conditions of detections. */
  onlyMatching: z.boolean().optional(),
  groupBy: z.enum(passGroupings),
  tolerance: geometryToleranceSchema,
  sort: z.object({ field: z.enum(passSortFields), order: z.enum(['ASC', 'DESC']) }),
  /** Keys of groups of which only the heading is listed. */
  collapsed: z.array(z.string()).max(10_000),
});
/** Choice, groups and order of the listed passes. */
export type PassQuery = z.infer<typeof passQuerySchema>;

export const passPageRequestSchema = passQuerySchema.extend({
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(1000),
});
export type PassPageRequest = z.infer<typeof passPageRequestSchema>;

/**
 * Knowledge of a pass under a filter:
 *
 * - `found`: matching detections
 * - `no-match`: detections, none of which matches
 * - `elsewhere`: none here, and matching ones in another image of its records
 * - `nothing`: no detection
 * - `not-examined`: none, and its analytics are limited to sites that the service does not state
 * - `not-fetched`: none, and the detections of some records were not fetched
 */
export type PassResult = 'found' | 'no-match' | 'elsewhere' | 'nothing' | 'not-examined' | 'not-fetched';

/** A pass that a filter matches. */
export type ReportedPass = {
  readonly pass: Pass;
  /** GeoPackageBinary; null without a drawable footprint. */
  readonly geometry: Uint8Array | null;
  /** Share of the filter's area that it shows, 0…1; null without an area or a footprint. */
  readonly share: number | null;
};

/** The common property of a group of passes. */
export type PassGroupSubject =
  /** Midnight UTC, epoch milliseconds; null without a time. */
  | { readonly kind: 'day'; readonly day: number | null }
  | { readonly kind: 'sensor'; readonly sensorName: string | null }
  /** The earliest image of the group, which leads it. */
  | { readonly kind: 'geometry'; readonly image: PassImage; readonly position: LonLat | null }
  | { readonly kind: 'location'; readonly position: LonLat | null }
  /** The port that the images show; null without a named port. */
  | { readonly kind: 'place'; readonly place: string | null }
  /** Images that lack the values needed for grouping. */
  | { readonly kind: 'unknown'; readonly missing: 'geometry' | 'footprint' };

export type PassGroup = {
  readonly key: string;
  readonly subject: PassGroupSubject;
  readonly passes: number;
  readonly detections: number;
  readonly reviewed: number;
  readonly isCollapsed: boolean;
};

/** A row of the list: a group's heading, or a pass. */
export type PassRow =
  | { readonly kind: 'group'; readonly group: PassGroup }
  | { readonly kind: 'pass'; readonly pass: Pass };

export type PassPageResult = {
  readonly rows: readonly PassRow[];
  /** Total number of rows, headings included. */
  readonly total: number;
  readonly passes: number;
  /** Number of passes without the filter. */
  readonly unfiltered: number;
  /** Passes without a drawable footprint. */
  readonly withoutFootprint: number;
  readonly groups: number;
};

/** A pass as drawn on the map. */
export type PassOutline = {
  readonly key: string;
  readonly image: PassImage;
  /** Null without a drawable footprint. */
  readonly footprint: {
    readonly geometry: Geometry;
    readonly squareMetres: number;
  } | null;
  /** `[longitude, latitude]` for which the angles are defined; null when unknown. */
  readonly reference: LonLat | null;
  /** Whether records state the reference (`geometryReference`); otherwise it is a point inside the footprint. */
  readonly isReferenceGiven: boolean;
};

/** A record made from an image. */
export type PassRecord = {
  readonly recordId: string;
  readonly analytics: readonly string[];
  readonly region: string | null;
  readonly uploadedAt: string | null;
  readonly detections: number;
  /** Whether its features were fetched; otherwise it is unknown whether it has any. */
  readonly hasFeatures: boolean;
  /** Number of its features that could not be used. */
  readonly featureProblems: number;
  /** Keys of all images of the record, in its order: a change result has two. */
  readonly passKeys: readonly string[];
};

export const passKeySchema = z.string().max(100_000);

export const passStopsRequestSchema = z.object({
  /** Members count that apply to images; single detections do not, so that empty images are stops. */
  filter: readableFilterSchema,
  box: boundingBoxSchema,
});
export type PassStopsRequest = Pick<z.infer<typeof passStopsRequestSchema>, 'filter'> & {
  readonly box: BoundingBox;
};

/** An image that shows a part of the view, with or without detections. */
export type PassStop = Pick<PassImage, 'sensorName' | 'startedAt'> & { readonly key: string };

export const passShareRequestSchema = z.object({ key: passKeySchema, box: boundingBoxSchema });

/** The maximum number of passes in one request for shares. */
export const maxPassShares = 200;

export const passAreaSharesRequestSchema = z.object({
  filter: readableFilterSchema,
  keys: z.array(passKeySchema).max(maxPassShares),
});
export type PassAreaSharesRequest = z.infer<typeof passAreaSharesRequestSchema>;

export type PassShareRequest = { readonly key: string; readonly box: BoundingBox };

/** A pass with its outline and records. */
export type PassDetail = {
  readonly pass: Pass;
  readonly outline: PassOutline;
  /** Time in the first record. */
  readonly startTimeUtc: string | null;
  readonly records: readonly PassRecord[];
};
