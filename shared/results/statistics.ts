import { z } from 'zod';
import { type CategoryField, categoryFields } from './builtin-fields.ts';
import { readableFilterSchema } from './detection.ts';
import { detectionFieldSchema, layerFieldOf } from './detection-field.ts';

/** Keys that detections can be counted by: also an attribute of the nearest feature of a layer. Days are UTC, of the collection. */
export type DetectionGrouping = CategoryField | 'day' | `nearest:${string}`;
export const detectionGroupings = [...categoryFields, 'day'] as const;

const nearestSchema = z.custom<`nearest:${string}`>((value) => {
  const field = detectionFieldSchema.safeParse(value).data;
  return field !== undefined && layerFieldOf(field)?.kind === 'nearest';
}, 'Detections are counted by a category, the day, or an attribute of the nearest feature of a layer.');

export const groupCountRequestSchema = z.object({
  filter: readableFilterSchema,
  by: z.union([z.enum(detectionGroupings), nearestSchema]),
});
export type GroupCountRequest = z.infer<typeof groupCountRequestSchema>;

/** A group and its count. The key is null without a value; a day is `YYYY-MM-DD`, a verdict is a `ReviewState`. */
export type GroupCount = {
  readonly key: string | null;
  readonly count: number;
  /** Set on the group of those without a value because it was not requested with their records. */
  readonly isNotFetched?: true;
};

export const distributionRequestSchema = z.object({
  filter: readableFilterSchema,
  /** A numeric field. */
  field: detectionFieldSchema,
  bins: z.int().min(1).max(500).default(40),
});
export type DistributionRequest = z.infer<typeof distributionRequestSchema>;

/** Distribution of a numeric field over the matching detections. */
export type Distribution = {
  /** Number of detections with a value, and without one. */
  readonly count: number;
  readonly missing: number;
  /** Count of the missing whose value was not requested with their records. */
  readonly notFetched: number;
  /** All null when no detection has a value. */
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  /** Standard deviation of the population. */
  readonly standardDeviation: number | null;
  readonly median: number | null;
  /** 5th and 95th percentile, the nearest rank. */
  readonly p05: number | null;
  readonly p95: number | null;
  /** Bins of equal width from `min` to `max`; the last one includes `max`. */
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[];
};

export const timelineRequestSchema = z.object({
  filter: readableFilterSchema,
  by: z.enum(['collected', 'uploaded']),
  bins: z.int().min(1).max(2000),
  /** Epoch milliseconds UTC; absent: from the first to the last detection of the workspace. */
  from: z.number().optional(),
  to: z.number().optional(),
  /** Without bounds: whether a few matching detections far from the others are left out, 1 % at either end. */
  isTrimmed: z.boolean().optional(),
});
export type TimelineRequest = z.infer<typeof timelineRequestSchema>;

/** Detections over time, in bins of equal length. */
export type Timeline = {
  /** Epoch milliseconds UTC; null when no detection has a time. */
  readonly from: number | null;
  readonly to: number | null;
  /** Number of all detections in each bin, and of those that match the filter without its bounds of this time. */
  readonly all: readonly number[];
  readonly filtered: readonly number[];
  /** Matching detections before and after the bins. */
  readonly outside: { readonly before: number; readonly after: number };
  /** Detections without such a time that match the filter without its bounds of it. */
  readonly missing: number;
};
