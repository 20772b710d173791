import {
  planReviewMerge,
  type ReviewConflict,
  type ReviewOfDetection,
  reviewKey,
  reviewOfDetectionSchema,
} from '../../../../shared/review/merge-reviews.ts';
import {
  type PackageImport,
  type PackageReviewsLook,
  shownConflicts,
} from '../../../../shared/workspace/package-import.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { packageEntries } from './package-entries.ts';
import { parseJson } from './package-pages.ts';
import type { CasePackage } from './read-package.ts';
import { BadZip } from './zip-reader.ts';

/** So many reviews are compared or written at a time. */
const atOnce = 1000;

/** Says how a package's reviews stand to those of a workspace; changes nothing. */
export async function lookAtReviews(source: CasePackage, workspace: Workspace): Promise<PackageReviewsLook> {
  const counts = { new: 0, same: 0, newer: 0, older: 0, conflict: 0 };
  const conflicts: ReviewConflict[] = [];
  for await (const arriving of reviewBatches(source, packageEntries.reviews)) {
    const plan = planReviewMerge(await presentFor(workspace, arriving), arriving);
    for (const kind of ['new', 'same', 'newer', 'older', 'conflict'] as const)
      counts[kind] += plan.counts[kind];
    conflicts.push(...plan.conflicts.slice(0, shownConflicts - conflicts.length));
  }
  return { counts, conflicts };
}

/** What a merge has done. */
export type MergedReviews = { written: number; kept: number; conflicts: number };

/** Merges a package's reviews and their history into a workspace, batch by batch. */
export async function mergeReviews(
  source: CasePackage,
  workspace: Workspace,
  choice: PackageImport['conflicts'],
  check: () => void,
): Promise<MergedReviews> {
  const except = new Set(choice.except);
  const takes = (conflict: ReviewConflict) =>
    (choice.keep === 'arriving') !== except.has(reviewKey(conflict));
  const merged: MergedReviews = { written: 0, kept: 0, conflicts: 0 };
  for await (const arriving of reviewBatches(source, packageEntries.reviews)) {
    check();
    const plan = planReviewMerge(await presentFor(workspace, arriving), arriving, takes);
    await workspace.putReviews(plan.accepted, plan.conflicts.flatMap(bothSides));
    merged.written += plan.accepted.length;
    merged.kept += arriving.length - plan.accepted.length;
    merged.conflicts += plan.conflicts.length;
  }
  for await (const history of reviewBatches(source, packageEntries.reviewHistory)) {
    check();
    await workspace.putReviews([], history);
  }
  return merged;
}

/** For the history: whoever wins, what the other said stays on record. */
function bothSides({ recordId, identity, present, arriving }: ReviewConflict): readonly ReviewOfDetection[] {
  return [present, arriving].map((review) => ({ recordId, identity, review }));
}

function presentFor(
  workspace: Workspace,
  arriving: readonly ReviewOfDetection[],
): Promise<readonly ReviewOfDetection[]> {
  return workspace.reviewsOfRecords([...new Set(arriving.map(({ recordId }) => recordId))]);
}

async function* reviewBatches(
  source: CasePackage,
  name: string,
): AsyncGenerator<readonly ReviewOfDetection[], void> {
  let batch: ReviewOfDetection[] = [];
  for await (const line of source.lines(name)) {
    const review = reviewOfDetectionSchema.safeParse(parseJson(line));
    if (!review.success) throw new BadZip('Its list of reviews is damaged.');
    batch.push(review.data);
    if (batch.length < atOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
