import { z } from 'zod';
import type { ReviewConflict } from '../review/merge-reviews.ts';
import { conflictChoiceSchema } from '../review/review-merge.ts';

/** How the reviews of a package stand to those of the open workspace. */
export type PackageReviewsLook = {
  readonly counts: Readonly<Record<'new' | 'same' | 'newer' | 'older' | 'conflict', number>>;
  /** Disagreements, at most so many as can be looked through; `counts` has them all. */
  readonly conflicts: readonly ReviewConflict[];
};

/** At most so many disagreements are shown one by one. */
export const shownConflicts = 500;

/** What is to be done with a package that was looked at. */
export const packageImportSchema = z.object({
  fileId: z.uuid(),
  /** Into the open workspace, or into a new one of this name, which is opened. */
  into: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('open') }),
    z.object({ kind: z.literal('new'), name: z.string().trim().min(1).max(80) }),
  ]),
  conflicts: conflictChoiceSchema,
});
export type PackageImport = z.infer<typeof packageImportSchema>;
