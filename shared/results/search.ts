import { z } from 'zod';
import { utcInstantSchema } from '../time.ts';
import { conditionSchema, fieldListSchema, fieldPathSchema, maxRecordsPerPage, sortSchema } from './query.ts';

export { type FieldList, fieldListSchema } from './query.ts';

/** What the results form asks for. Times are UTC, bounds exclusive as the service's `gt` and `lt` are. */
export const searchSchema = z.object({
  regions: z.array(z.string().trim().min(1)),
  analytics: z.array(z.string().trim().min(1)),
  uploadedAfter: utcInstantSchema.optional(),
  uploadedBefore: utcInstantSchema.optional(),
  collectedAfter: utcInstantSchema.optional(),
  collectedBefore: utcInstantSchema.optional(),
  /** Further conditions, on any path of the record schema; all of them hold together with those above. */
  conditions: z.array(z.object({ path: fieldPathSchema, condition: conditionSchema })).default([]),
  fields: fieldListSchema.default('all'),
  /** Stop after so many records; absent: fetch to the end. */
  maxRecords: z.int().min(1).optional(),
  pageSize: z.int().min(1).max(maxRecordsPerPage).default(500),
  /** Absent: by upload time, oldest first, which is what makes a fetch of everything complete. */
  sort: sortSchema.optional(),
});
export type Search = z.infer<typeof searchSchema>;
export type SearchInput = z.input<typeof searchSchema>;

/** The regions that the results document names; the full list is not shown, so others can be typed. */
export const knownRegions = ['East Asia', 'Eastern Europe'] as const;
