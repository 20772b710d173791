import { z } from 'zod';
import { detectionFilterSchema } from './detection.ts';
import { detectionFieldSchema } from './detection-field.ts';

/** By what detections can be counted. Days are UTC, of the collection. */
export const groupings = ['analytic', 'region', 'sensor', 'day', 'verdict'] as const;

export const groupCountRequestSchema = z.object({
  filter: detectionFilterSchema,
  by: z.enum(groupings),
});
export type GroupCountRequest = z.infer<typeof groupCountRequestSchema>;

/** One group. The key is null where the record says nothing; a day is `YYYY-MM-DD`, a verdict a `ReviewState`. */
export type GroupCount = { readonly key: string | null; readonly count: number };

export const distributionRequestSchema = z.object({
  filter: detectionFilterSchema,
  /** A numeric field. */
  field: detectionFieldSchema,
  bins: z.int().min(1).max(500).default(40),
});
export type DistributionRequest = z.infer<typeof distributionRequestSchema>;

/** How the values of a numeric field are spread over the detections that a filter leaves. */
export type Distribution = {
  /** Detections with a number there, and without one. */
  readonly count: number;
  readonly missing: number;
  /** All null when no detection has a number. */
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  /** Of the population. */
  readonly standardDeviation: number | null;
  readonly median: number | null;
  /** 5th and 95th percentile, the nearest rank. */
  readonly p05: number | null;
  readonly p95: number | null;
  /** Of equal width from `min` to `max`; the last one includes `max`. */
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[];
};

export const timelineRequestSchema = z.object({
  filter: detectionFilterSchema,
  by: z.enum(['collected', 'uploaded']),
  bins: z.int().min(1).max(2000),
  /** Epoch milliseconds UTC; absent: from the first to the last detection of the workspace. */
  from: z.number().optional(),
  to: z.number().optional(),
});
export type TimelineRequest = z.infer<typeof timelineRequestSchema>;

/** Detections over time, in bins of equal length. */
export type Timeline = {
  /** Epoch milliseconds UTC; null when no detection has a time. */
  readonly from: number | null;
  readonly to: number | null;
  /** All detections in each bin, and those that the filter leaves when its own bounds of this time are put aside. */
  readonly all: readonly number[];
  readonly filtered: readonly number[];
  /** Detections without such a time. */
  readonly missing: number;
};
