import { z } from 'zod';
import { detectionFilterSchema } from '../results/detection.ts';

/** Whose chips are to be fetched ahead: the detections that a filter leaves (an empty one: all), or some by their ids. */
export const chipScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('filter'), filter: detectionFilterSchema }),
  z.object({ kind: z.literal('ids'), ids: z.array(z.int().positive()).min(1) }),
]);
export type ChipScope = z.infer<typeof chipScopeSchema>;

/** What fetching the chips of a scope ahead would mean. */
export type ChipsAheadPlan = {
  readonly detections: number;
  /** Detections that have a chip with an address. */
  readonly chips: number;
  readonly cached: number;
  /** Were not there when they were last asked for, and are not due to be asked for again. */
  readonly absent: number;
  readonly missing: number;
  /** Of the missing ones, by the mean size of those that are cached; null where none is. */
  readonly estimatedBytes: number | null;
  /** What the cache may hold in all. */
  readonly limit: number;
};
