import { z } from 'zod';
import type { RecordProblem } from './detection.ts';

/** Requests a page of record problems, latest first. */
export const problemPageRequestSchema = z.object({
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(200),
  /** Only problems at this location, as in `ProblemLocation.place`. */
  place: z.string().optional(),
  /** Only problems whose reason, path or record id contains this text; case does not matter. */
  text: z.string().optional(),
});
export type ProblemPageRequest = z.infer<typeof problemPageRequestSchema>;

export type ProblemPageResult = {
  readonly rows: readonly (RecordProblem & {
    /** Number of detections of its record. */
    readonly detections: number;
  })[];
  /** Total number of matching problems. */
  readonly total: number;
};

/** A location in records, with list indexes removed (`content.features[].geometry`), and its number of problems. */
export type ProblemLocation = { readonly place: string; readonly count: number };

/** Returns the location of a path: the path without list indexes. */
export function problemLocation(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}
