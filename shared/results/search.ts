import { z } from 'zod';
import { utcInstantSchema } from '../time.ts';
import { fieldListSchema } from './field-list.ts';
import { conditionSchema, fieldPathSchema, maxRecordsPerPage, sortSchema } from './query.ts';

/** Maximum number of collection ranges, and of record ids, in one search. */
export const maxListedQueries = 1000;

/** Reason why a search of several queries cannot begin at a record. */
export const startOfSeveralQueries =
  'Several ranges or record ids are several queries, which all begin at the first record.';

export const tooManyQueries =
  'Each range is requested for each record id, which are more than 1,000 queries together. List fewer.';

/** The number of queries that the lists of a search need: one for each range and record id. */
export function countQueries(
  collectedRanges: readonly unknown[] = [],
  recordIds: readonly unknown[] = [],
): number {
  return Math.max(collectedRanges.length, 1) * Math.max(recordIds.length, 1);
}

/** A search for results. Times are UTC, bounds are exclusive like the service's `gt` and `lt`. */
export const searchSchema = z
  .object({
    regions: z.array(z.string().trim().min(1)),
    analytics: z.array(z.string().trim().min(1)),
    uploadedAfter: utcInstantSchema.optional(),
    uploadedBefore: utcInstantSchema.optional(),
    collectedAfter: utcInstantSchema.optional(),
    collectedBefore: utcInstantSchema.optional(),
    /** Only records collected in one of these ranges; each is a query of its own (`splitSearch`). */
    collectedRanges: z
      .array(z.object({ after: utcInstantSchema, before: utcInstantSchema }))
      .max(maxListedQueries)
      .optional(),
    /** Only records with one of these ids (`assignedId`); each is a query of its own (`splitSearch`). */
    recordIds: z.array(z.string().trim().min(1)).max(maxListedQueries).optional(),
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
  })
  .refine(
    ({ startOffset, collectedRanges = [], recordIds = [] }) =>
      startOffset === undefined || (collectedRanges.length <= 1 && recordIds.length <= 1),
    { path: ['startOffset'], message: startOfSeveralQueries },
  )
  .refine(({ collectedRanges, recordIds }) => countQueries(collectedRanges, recordIds) <= maxListedQueries, {
    path: ['recordIds'],
    message: tooManyQueries,
  });
export type Search = z.infer<typeof searchSchema>;
export type SearchInput = z.input<typeof searchSchema>;

/** Regions that the service documents; the list is not complete, so others can be typed. */
export const knownRegions = ['East Asia', 'Eastern Europe'] as const;
