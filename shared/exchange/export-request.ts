import { z } from 'zod';
import { detectionFilterSchema } from '../results/detection.ts';
import { exportFormatSchema } from './export-format.ts';

/** Which detections are exported. */
export const exportScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('filter'), filter: detectionFilterSchema }),
  z.object({ kind: z.literal('ids'), ids: z.array(z.int().positive()).min(1) }),
]);
export type ExportScope = z.infer<typeof exportScopeSchema>;

/** How detections are written. */
export const exportOptionsSchema = z.object({
  format: exportFormatSchema,
  /** The footprints of their sensors too, in the same format. */
  footprints: z.boolean().default(false),
  /** Their image chips too: those in the cache, or fetched first where they are missing. */
  chips: z.enum(['none', 'cached', 'fetched']).default('none'),
  /** Verdict, flag, note, reviewer and time as properties. */
  reviews: z.boolean().default(false),
  /** Names of the features' own properties that are written; absent: all of them. */
  properties: z.array(z.string()).optional(),
  /** CSV only: begin with a byte order mark, by which spreadsheets know UTF-8. */
  byteOrderMark: z.boolean().default(false),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

export const exportRequestSchema = z.object({ scope: exportScopeSchema, options: exportOptionsSchema });
