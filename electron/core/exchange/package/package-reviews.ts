import {
  planReviewMerge,
  type ReviewConflict,
  type ReviewOfDetection,
  reviewKey,
} from '../../../../shared/review/merge-reviews.ts';
import {
  maxShownConflicts,
  type PackageImport,
  type PackageReviewsPreview,
} from '../../../../shared/workspace/package-import.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';

/** Compares the reviews of a package with those of a workspace, batch by batch, without changing anything. */
export function createReviewPreview(workspace: Workspace) {
  const counts = { new: 0, same: 0, newer: 0, older: 0, conflict: 0 };
  const conflicts: ReviewConflict[] = [];
  return {
    async compare(arriving: readonly ReviewOfDetection[]): Promise<void> {
      const entries = await workspace.renameReviews(arriving);
      const plan = planReviewMerge(await presentReviews(workspace, entries), entries);
      for (const kind of ['new', 'same', 'newer', 'older', 'conflict'] as const) {
        counts[kind] += plan.counts[kind];
      }
      conflicts.push(...plan.conflicts.slice(0, maxShownConflicts - conflicts.length));
    },
    result: (): PackageReviewsPreview => ({ counts, conflicts }),
  };
}

/** The result of a merge. */
export type MergedReviews = {
  readonly written: number;
  readonly unchanged: number;
  readonly conflicts: number;
};

/** Merges the reviews of a package and their history into a workspace, batch by batch. */
export function createReviewImport(workspace: Workspace, choice: PackageImport['conflicts']) {
  const except = new Set(choice.except);
  const takes = (conflict: ReviewConflict) =>
    (choice.winner === 'arriving') !== except.has(reviewKey(conflict));
  const merged = { written: 0, unchanged: 0, conflicts: 0 };
  /** Identities that differ in the workspace, by the key in the package. */
  const renamed = new Map<string, string>();
  return {
    async merge(former: readonly ReviewOfDetection[]): Promise<void> {
      const arriving = await workspace.renameReviews(former);
      for (const [index, { identity }] of arriving.entries()) {
        const before = former[index];
        if (before && before.identity !== identity) renamed.set(reviewKey(before), identity);
      }
      const plan = planReviewMerge(await presentReviews(workspace, arriving), arriving, takes);
      await workspace.upsertReviews(plan.accepted, plan.conflicts.flatMap(bothSides));
      merged.written += plan.accepted.length;
      merged.unchanged += arriving.length - plan.accepted.length;
      merged.conflicts += plan.conflicts.length;
    },
    async addHistory(history: readonly ReviewOfDetection[]): Promise<void> {
      const entries = history.map((entry) => ({
        ...entry,
        identity: renamed.get(reviewKey(entry)) ?? entry.identity,
      }));
      await workspace.upsertReviews([], entries);
    },
    merged: (): MergedReviews => merged,
  };
}

/** Both reviews of a conflict, for the history. */
function bothSides({ recordId, identity, present, arriving }: ReviewConflict): readonly ReviewOfDetection[] {
  return [present, arriving].map((review) => ({ recordId, identity, review }));
}

function presentReviews(
  workspace: Workspace,
  arriving: readonly ReviewOfDetection[],
): Promise<readonly ReviewOfDetection[]> {
  return workspace.reviewsOfRecords([...new Set(arriving.map(({ recordId }) => recordId))]);
}
