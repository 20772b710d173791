import { z } from 'zod';
import { fieldListSchema } from './field-list.ts';

/** Maximum number of records in one response of the service (service.md, Queries). */
export const maxRecordsPerPage = 5000;

/** Maximum length of a record in bytes: a million positions take 40 MB. */
export const maxRecordBytes = 64 * 1024 * 1024;

const scalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Scalar = z.infer<typeof scalarSchema>;

/** A condition on one field (service.md, Queries). `gt` and `lt` together form a range. */
export const conditionSchema = z.object({
  eq: scalarSchema.optional(),
  ne: scalarSchema.optional(),
  gt: scalarSchema.optional(),
  lt: scalarSchema.optional(),
  or: z.array(scalarSchema).min(1).optional(),
});
export type Condition = z.infer<typeof conditionSchema>;

/** A dot-separated path of GraphQL names, for example `content.sensorData.startTimeUTC`. */
export const fieldPathSchema = z
  .string()
  .regex(
    /^[_A-Za-z][_0-9A-Za-z]*(?:\.[_A-Za-z][_0-9A-Za-z]*)*$/,
    'A field path is made of names with dots between them, such as content.sensorData.sensorName.',
  );

export const sortSchema = z.object({
  field: fieldPathSchema,
  sortOrder: z.enum(['ASC', 'DESC']),
});
export type Sort = z.infer<typeof sortSchema>;

/** A query; `toQueryText` prints it. Paths are dotted and start at the record (`uploadTime`, `content.…`). */
export const resultsQuerySchema = z.object({
  assignedId: z.string().optional(),
  filters: z.array(z.object({ path: fieldPathSchema, condition: conditionSchema })),
  limit: z.int().min(1).max(maxRecordsPerPage).optional(),
  offset: z.int().nonnegative().optional(),
  sortBy: sortSchema.optional(),
  /** Fields of the records that are listed; absent: all. */
  fields: fieldListSchema.optional(),
});
export type ResultsQuery = z.infer<typeof resultsQuerySchema>;
