import { z } from 'zod';

/** Detections whose text is copied at most; more than that is what an export is for. */
export const mostCopied = 20_000;

/** The formats in which detections are given as text: WKT is a line of geometry for each. */
export const textFormatSchema = z.enum(['geojson', 'csv', 'wkt']);
export type TextFormat = z.infer<typeof textFormatSchema>;

/** Which detections are wanted as text, and how. */
export const textRequestSchema = z.object({
  ids: z.array(z.int().positive()).min(1).max(mostCopied),
  format: textFormatSchema,
});
export type TextRequest = z.infer<typeof textRequestSchema>;

/** Detections as text, in the order of their ids. */
export type DetectionsText = { readonly text: string; readonly detections: number };
