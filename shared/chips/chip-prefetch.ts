import { z } from 'zod';
import { readableFilterSchema } from '../results/detection.ts';

/**
 * The detections whose chips are prefetched: those that match a filter (an empty filter matches all), or a list of
 * ids. The type of the filter proves that its expression can be read.
 */
export const chipScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('filter'), filter: readableFilterSchema.brand<'ReadableFilter'>() }),
  z.object({ kind: z.literal('ids'), ids: z.array(z.int().positive()).min(1) }),
]);
export type ChipScope = z.infer<typeof chipScopeSchema>;
export type ChipScopeInput = z.input<typeof chipScopeSchema>;

/** Extent of the prefetch of a scope. */
export type ChipPrefetchPlan = {
  readonly detections: number;
  /** Detections that have a chip with an address. */
  readonly chips: number;
  readonly cached: number;
  /** Did not exist at the last request, and are not due for another one. */
  readonly absent: number;
  readonly missing: number;
  /** Estimate for the missing chips by the mean size of the cached ones; null when none is cached. */
  readonly estimatedBytes: number | null;
  /** Size limit of the whole cache, bytes. */
  readonly limit: number;
};
