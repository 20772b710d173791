import { csvCell } from '../../../shared/csv-cell.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { SetReviewsResult } from '../../../shared/review/review-change.ts';
import type { UnattachedReview } from '../../../shared/review/unattached-review.ts';
import { writeTextFile } from '../base/write-text-file.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { AttachOutcome } from '../workspace/tables/attach-reviews.ts';
import type { ReviewBatchInfo, WrittenReviewChanges } from '../workspace/tables/review-changes.ts';
import type { Reviews } from './reviews.ts';

type UnattachedReviewsDeps = {
  readonly workspace: GetWorkspace;
  readonly newBatchInfo: () => ReviewBatchInfo;
  /** Publishes the change and returns it. */
  readonly publishAndReturn: (written: WrittenReviewChanges) => Result<SetReviewsResult>;
};

const batchSize = 1000;

/** Reviews whose detections are not in the workspace: list, export, attach to another detection, detach. */
export function createUnattachedReviews({
  workspace: getWorkspace,
  newBatchInfo,
  publishAndReturn,
}: UnattachedReviewsDeps): Pick<
  Reviews,
  'unattached' | 'attach' | 'detach' | 'reattach' | 'writeUnattached'
> {
  const toAttachResult = (detectionId: number, outcome: AttachOutcome): Result<SetReviewsResult> => {
    switch (outcome.kind) {
      case 'attached':
        return publishAndReturn(outcome.written);
      case 'no-review':
        return fail('not-found', 'This verdict now has a detection, or has been removed.');
      case 'no-detection':
        return fail(
          'not-found',
          `The detection ${detectionId} is not in the workspace any more. Select another one.`,
        );
      case 'reviewed':
        return fail(
          'conflict',
          `The detection ${detectionId} already has a review. Remove it first, or select another detection.`,
        );
    }
  };
  return {
    async unattached(page) {
      const opened = getOpenWorkspace(getWorkspace);
      return opened.ok ? succeed(await opened.value.unattachedReviews(page)) : opened;
    },
    async attach(request) {
      const opened = getWritableWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const done = await toWriteResult(opened.value.attachReview(request, newBatchInfo()));
      return done.ok ? toAttachResult(request.detectionId, done.value) : done;
    },
    async detach(detectionId) {
      const opened = getWritableWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const done = await toWriteResult(opened.value.detachReview(detectionId));
      if (!done.ok) return done;
      if (!done.value)
        return fail('not-found', `The detection ${detectionId} has no review that was carried over to it.`);
      const { written, undo } = done.value;
      const published = publishAndReturn(written);
      return published.ok ? succeed({ ...published.value, undo }) : published;
    },
    async reattach(request) {
      const opened = getWritableWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const done = await toWriteResult(opened.value.reattachReview(request));
      return done.ok ? toAttachResult(request.detectionId, done.value) : done;
    },
    async writeUnattached(path) {
      const opened = getOpenWorkspace(getWorkspace);
      return opened.ok ? writeTextFile(path, await csvOf(opened.value)) : opened;
    },
  };
}

const header =
  'record_id,analytic,longitude,latitude,verdict,flagged,note,reviewer,reviewed_at,record_in_workspace,name';

async function csvOf(workspace: Workspace): Promise<string> {
  const lines = [header];
  for (;;) {
    const { rows } = await workspace.unattachedReviews({ offset: lines.length - 1, limit: batchSize });
    lines.push(...rows.map(csvLine));
    if (rows.length < batchSize) return `${lines.join('\r\n')}\r\n`;
  }
}

function csvLine({
  recordId,
  identity,
  review,
  position,
  analytic,
  isRecordPresent,
}: UnattachedReview): string {
  const { verdict, flagged, note, reviewer, reviewedAt } = review;
  const [longitude = null, latitude = null] = position ?? [];
  const signed = [verdict, Number(flagged), note, reviewer, reviewedAt];
  return [recordId, analytic, longitude, latitude, ...signed, Number(isRecordPresent), identity]
    .map((value) => csvCell(value))
    .join(',');
}
