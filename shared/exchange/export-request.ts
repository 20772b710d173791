import { z } from 'zod';
import { readableFilterSchema } from '../results/detection.ts';
import { exportFormatSchema } from './export-format.ts';

/** Which detections are exported. The type of the filter proves that its expression can be read. */
export const exportScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('filter'), filter: readableFilterSchema.brand<'ReadableFilter'>() }),
  z.object({ kind: z.literal('ids'), ids: z.array(z.int().positive()).min(1) }),
]);
export type ExportScope = z.infer<typeof exportScopeSchema>;
export type ExportScopeInput = z.input<typeof exportScopeSchema>;

/** How detections are written. */
export const exportOptionsSchema = z.object({
  format: exportFormatSchema,
  /** Also export the footprints of their images, in the same format. */
  footprints: z.boolean().default(false),
  /** Also export their image chips: only cached ones, or missing ones after fetching them. */
  chips: z.enum(['none', 'cached', 'fetched']).default('none'),
  /** Verdict, flag, note, reviewer and time as properties. */
  reviews: z.boolean().default(false),
  /** The place, the nearest named port within 25 nautical miles, as a property. */
  places: z.boolean().default(false),
  /** Names of the feature properties to write; absent: all. */
  properties: z.array(z.string()).optional(),
  /** CSV only: start with a byte order mark, so that spreadsheets recognize UTF-8. */
  byteOrderMark: z.boolean().default(false),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

export const exportRequestSchema = z.object({ scope: exportScopeSchema, options: exportOptionsSchema });
