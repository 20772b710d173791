import { z } from 'zod';

/** Maximum number of detections that can be copied as text; use an export for more. */
export const maxCopiedDetections = 20_000;

/** Text formats of detections; WKT has one line of geometry for each detection. */
export const detectionTextFormatSchema = z.enum(['geojson', 'csv', 'wkt']);
export type DetectionTextFormat = z.infer<typeof detectionTextFormatSchema>;

/** The ids of detections that are copied. */
export const copiedDetectionsSchema = z.array(z.int().positive()).min(1).max(maxCopiedDetections);

/** Requests detections as text in a format. */
export const detectionTextRequestSchema = z.object({
  ids: copiedDetectionsSchema,
  format: detectionTextFormatSchema,
});
export type DetectionTextRequest = z.infer<typeof detectionTextRequestSchema>;

/** Detections as text, in the order of their ids. */
export type DetectionText = {
  readonly text: string;
  readonly detections: number;
  /** Sentences about what was left out or changed, such as detections on damaged pages. */
  readonly warnings: readonly string[];
};
