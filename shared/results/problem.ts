import { z } from 'zod';
import type { RecordProblem } from './detection.ts';

/** Which problems of records are wanted, the latest first. */
export const problemPageSchema = z.object({
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(200),
  /** Only those at this place of a record, as `ProblemPlace` says it. */
  place: z.string().optional(),
  /** Only those whose reason, path or record id contains this, in any case. */
  text: z.string().optional(),
});
export type ProblemPage = z.infer<typeof problemPageSchema>;

export type ProblemPageAnswer = {
  readonly rows: readonly (RecordProblem & {
    /** How many detections its record has all the same. */
    readonly detections: number;
  })[];
  /** How many the page's conditions leave in all. */
  readonly total: number;
};

/** A path with all places of a list taken together (`content.features[].geometry`), and how many problems it has. */
export type ProblemPlace = { readonly place: string; readonly count: number };

/** The place in a record that a path stands for. */
export function problemPlace(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}
