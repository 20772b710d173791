import type { Geometry } from 'geojson';
import { z } from 'zod';
import type { LonLat } from '../geo/geometry.ts';
import { detectionFilterSchema } from '../results/detection.ts';

/**
 * What records say of one image (results document, 2.3). Which side of its track a sensor looks to does not follow from
 * it: the direction of flight is not given, so no look side is told.
 */
export type PassImage = {
  readonly sensorName: string | null;
  readonly sensorType: string | null;
  readonly sensorMode: string | null;
  readonly productType: string | null;
  readonly vendorId: string | null;
  readonly polarization: string | null;
  /** Collection start, epoch milliseconds UTC; null where no record gives a time that can be read. */
  readonly startedAt: number | null;
  /** Degrees, local incidence at scene centre. */
  readonly incidenceAngle: number | null;
  /** Degrees from scene to sensor, clockwise from true North. */
  readonly azimuthAngle: number | null;
};

/** One image and what came of it: a pass of a sensor. */
export type Pass = PassImage & {
  /** Names the pass in this workspace and in any other that holds its records. */
  readonly key: string;
  readonly footprint: PassFootprintState;
  /** Of the footprint; null without one. */
  readonly squareMetres: number | null;
  /** Records that were made from the image; those the filter leaves out count, too. */
  readonly records: number;
  /** Detections that the filter leaves and that lie in this image, as far as their records tell. */
  readonly detections: number;
  /**
   * Detections that the filter leaves and that its records trace to another of their images. A change result names one
   * image of two, so none here does not mean that nothing was found.
   */
  readonly elsewhere: number;
  /** Of those that lie in this image, how many have a verdict. */
  readonly reviewed: number;
  readonly byAnalytic: readonly { readonly analytic: string; readonly count: number }[];
  /** Members of `sensorData` of which its records do not say the same; the first record's is shown. */
  readonly disagreements: readonly string[];
};

export type PassFootprintState =
  | { readonly state: 'ready' }
  /** No record gives a footprint. */
  | { readonly state: 'none' }
  /** There is text for one that cannot be used, and why. */
  | { readonly state: 'malformed'; readonly reason: string };

/** How much two passes may differ and still count as of similar geometry. */
export const geometryToleranceSchema = z.object({
  /** Degrees to either side. */
  incidence: z.number().min(0).max(90),
  /** Degrees to either side, round the circle. */
  azimuth: z.number().min(0).max(180),
  /** What both footprints must share at least of the smaller one, 0…1. */
  overlap: z.number().min(0).max(1),
});
export type GeometryTolerance = z.infer<typeof geometryToleranceSchema>;

/**
 * Tolerances until others are chosen. 3° of incidence changes layover and brightness little, 5° of azimuth is what
 * passes of one orbit track differ by; with a fifth of the smaller footprint, neighbouring frames of a strip stay apart.
 */
export const usualTolerance: GeometryTolerance = { incidence: 3, azimuth: 5, overlap: 0.2 };

export const passGroupings = ['none', 'day', 'sensor', 'geometry', 'place'] as const;
export type PassGrouping = (typeof passGroupings)[number];

export const passSortFields = [
  'time',
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

export const wantedPassesSchema = z.object({
  filter: detectionFilterSchema,
  /** Found anywhere, in any case, in sensor, mode, polarization, product type or vendor id. */
  text: z.string().optional(),
  groupBy: z.enum(passGroupings),
  tolerance: geometryToleranceSchema,
  sort: z.object({ field: z.enum(passSortFields), order: z.enum(['ASC', 'DESC']) }),
  /** Groups, by key, of which only the heading is listed. */
  closed: z.array(z.string()).max(10_000),
});
/** Which passes are listed, and how. */
export type WantedPasses = z.infer<typeof wantedPassesSchema>;

export const passPageSchema = wantedPassesSchema.extend({
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(1000),
});
export type PassPage = z.infer<typeof passPageSchema>;

/** What the passes of a group have in common. */
export type PassGroupSubject =
  /** Midnight UTC, epoch milliseconds; null: no time is given. */
  | { readonly kind: 'day'; readonly day: number | null }
  | { readonly kind: 'sensor'; readonly sensorName: string | null }
  /** The image around which the group was gathered. */
  | { readonly kind: 'geometry'; readonly image: PassImage; readonly position: LonLat | null }
  | { readonly kind: 'place'; readonly position: LonLat | null }
  /** Images that say too little of themselves to be grouped. */
  | { readonly kind: 'unknown'; readonly missing: 'geometry' | 'footprint' };

export type PassGroup = {
  readonly key: string;
  readonly subject: PassGroupSubject;
  readonly passes: number;
  readonly detections: number;
  readonly reviewed: number;
  readonly isClosed: boolean;
};

/** A row of the list: a group's heading, or a pass. */
export type PassRow =
  | { readonly kind: 'group'; readonly group: PassGroup }
  | { readonly kind: 'pass'; readonly pass: Pass };

export type PassPageAnswer = {
  readonly rows: readonly PassRow[];
  /** Rows of all pages, headings among them. */
  readonly total: number;
  readonly passes: number;
  /** Passes without a footprint that can be drawn. */
  readonly withoutFootprint: number;
  readonly groups: number;
};

/** A pass as the map draws it. */
export type PassOutline = {
  readonly key: string;
  readonly image: PassImage;
  /** Null without a footprint that can be drawn. */
  readonly footprint: {
    readonly geometry: Geometry;
    readonly squareMetres: number;
  } | null;
  /** `[longitude, latitude]` where the angles hold; null where nothing tells it. */
  readonly reference: LonLat | null;
  /** Whether records give that position (`geometryReference`), or it is a point inside the footprint. */
  readonly isReferenceGiven: boolean;
};

/** A record made from an image. */
export type PassRecord = {
  readonly recordId: string;
  readonly analytics: readonly string[];
  readonly region: string | null;
  readonly uploadedAt: string | null;
  readonly detections: number;
  /** Whether its features were asked for: else nobody knows whether it has any. */
  readonly hasFeatures: boolean;
  /** How much of its features could not be used. */
  readonly featureProblems: number;
  /** Keys of the record's images in its order, this one among them: a change result has two. */
  readonly passKeys: readonly string[];
};

/** One pass with what was made of it. */
export type PassDetail = {
  readonly pass: Pass;
  readonly outline: PassOutline;
  /** As the first record gives it. */
  readonly startTimeUtc: string | null;
  readonly records: readonly PassRecord[];
};
