import { z } from 'zod';
import type { ReviewConflict } from '../review/merge-reviews.ts';
import { conflictChoiceSchema } from '../review/review-merge.ts';

/** Preview of merging the reviews of a package into the open workspace. */
export type PackageReviewsPreview = {
  readonly counts: Readonly<Record<'new' | 'same' | 'newer' | 'older' | 'conflict', number>>;
  /** Conflicts, limited to a displayable number; `counts` includes all. */
  readonly conflicts: readonly ReviewConflict[];
};

/** Maximum number of conflicts that are listed. */
export const maxShownConflicts = 500;

/** Requests the import of a previewed package. */
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
