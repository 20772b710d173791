import { z } from 'zod';
import { utcInstantSchema } from '../time.ts';
import { fieldListSchema } from './field-list.ts';
import { conditionSchema, fieldPathSchema, maxRecordsPerPage, sortSchema } from './query.ts';

/** A search for results. Times are UTC, bounds are exclusive like the service's `gt` and `lt`. */
export const searchSchema = z.object({
  regions: z.array(z.string().trim().min(1)),
  analytics: z.array(z.string().trim().min(1)),
  uploadedAfter: utcInstantSchema.optional(),
  uploadedBefore: utcInstantSchema.optional(),
  collectedAfter: utcInstantSchema.optional(),
  collectedBefore: utcInstantSchema.optional(),
  /** Further conditions, on any path of the record schema; all conditions must hold. */
  conditions: z.array(z.object({ path: fieldPathSchema, condition: conditionSchema })).default([]),
  fields: fieldListSchema.default('all'),
  /** Maximum number of records; absent: fetch to the end. */
  maxRecords: z.int().min(1).optional(),
  /** Offset of the first record, from 0, in the order of `sort`; absent: the first one. Saved searches do not use it. */
  startOffset: z.int().min(1).optional(),
  pageSize: z.int().min(1).max(maxRecordsPerPage).default(500),
  /** Absent: by upload time, oldest first, which makes a fetch of everything complete. */
  sort: sortSchema.optional(),
});
export type Search = z.infer<typeof searchSchema>;
export type SearchInput = z.input<typeof searchSchema>;

/** Regions that the results document names; it does not show the full list, so others can be typed. */
export const knownRegions = ['East Asia', 'Eastern Europe'] as const;
