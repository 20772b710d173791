import { randomUUID } from 'node:crypto';
import { formatQuantity } from '../../../shared/format.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { ImportedReviews, Reviewer, SetReviewsResult } from '../../../shared/review/review-change.ts';
import { reviewFlags } from '../../../shared/review/review-flags.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import type { Session } from '../session/session.ts';
import { accountStem } from '../session/workspace-choice.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/open/get-open-workspace.ts';
import type { ReviewBatchInfo, WrittenReviewChanges } from '../workspace/tables/review-changes.ts';
import type { UndoOutcome } from '../workspace/tables/undo-reviews.ts';
import type { RunTool } from '../workspace-tools/run-tool.ts';
import { createReviewMerge } from './create-review-merge.ts';
import { createUnattachedReviews } from './create-unattached-reviews.ts';
import type { Reviews } from './reviews.ts';

type ReviewsDeps = {
  readonly workspace: GetWorkspace;
  readonly events: Events;
  readonly session: Pick<Session, 'state'>;
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  readonly runTool: RunTool;
};

/** The reviews of the open workspace. */
export function createReviews({
  workspace: getWorkspace,
  events,
  session,
  settings,
  runTool,
}: ReviewsDeps): Reviews {
  /** The account of the open workspace; undefined before the first sign-in. */
  const account = () => {
    const { profile, username } = session.state();
    return username === undefined ? undefined : { stem: accountStem({ profile, username }), username };
  };
  const reviewer = (): Reviewer => {
    const team = settings.current().team?.user;
    // In a team the login on its database is the name: the database accepts no other one.
    if (team !== undefined) return { name: team, given: null, isTeamLogin: true };
    const current = account();
    const given = current && settings.current().reviewers?.[current.stem];
    return { name: given ?? current?.username ?? '', given: given ?? null };
  };
  const newBatchInfo = (): ReviewBatchInfo => ({
    batch: randomUUID(),
    reviewer: reviewer().name,
    at: nowUtc(),
  });
  const publishChange = (
    { reviews, changed, previousVersion: former, version }: WrittenReviewChanges,
    imported?: ImportedReviews,
  ) => {
    if (version === former) return;
    const isWhole = reviews.length === changed;
    const flags = isWhole ? reviews.map(({ id, review }) => ({ id, flags: reviewFlags(review) })) : null;
    events.publish({
      type: 'reviews',
      ...{ previousVersion: former, version, flags },
      ...(imported && { imported }),
    });
  };
  const publishAndReturn = (done: WrittenReviewChanges): Result<SetReviewsResult> => {
    publishChange(done);
    const { previousVersion: _former, version: _version, ...changed } = done;
    return succeed(changed);
  };

  return {
    ...createReviewMerge({ workspace: getWorkspace, runTool, newBatchInfo, publishChange }),
    async set({ ids, change, batch }) {
      const opened = getWritableWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const done = await toWriteResult(
        opened.value.setReviews(ids, change, { ...newBatchInfo(), ...(batch && { batch }) }),
      );
      if (!done.ok) return done;
      if (done.value.missing.length === new Set(ids).size) {
        return fail('not-found', 'None of these detections is in the workspace any more.');
      }
      return publishAndReturn(done.value);
    },
    async undo(batch) {
      const opened = getWritableWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const done = await toWriteResult(opened.value.undoReviews(batch, newBatchInfo()));
      if (!done.ok) return done;
      return done.value.kind === 'undone' ? publishAndReturn(done.value.written) : refusedUndo(done.value);
    },
    ...createUnattachedReviews({ workspace: getWorkspace, newBatchInfo, publishAndReturn }),
    async detectionId(request) {
      const opened = getOpenWorkspace(getWorkspace);
      return opened.ok ? succeed((await opened.value.reviewedDetectionId(request)) ?? null) : opened;
    },
    async history(id) {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const history = await opened.value.reviewHistory(id);
      return history
        ? succeed(history)
        : fail('not-found', `The detection ${id} is not in the workspace any more.`);
    },
    async batches(limit) {
      const opened = getOpenWorkspace(getWorkspace);
      return opened.ok ? succeed(await opened.value.reviewBatches(limit)) : opened;
    },
    reviewer,
    async setReviewer(name) {
      const current = account();
      if (!current) return fail('no-workspace', 'No workspace is open. Sign in once to create one.');
      const { [current.stem]: _former, ...others } = settings.current().reviewers ?? {};
      const reviewers = name === '' ? others : { ...others, [current.stem]: name };
      const changed = await settings.change((before) => ({ ...before, reviewers }));
      return changed.ok ? succeed(reviewer()) : changed;
    },
  };
}

function refusedUndo(outcome: Exclude<UndoOutcome, { kind: 'undone' }>): Result<never> {
  switch (outcome.kind) {
    case 'unknown':
      return fail('not-found', 'This change is not in the workspace.');
    case 'undone-before':
      return fail('conflict', 'This change has been undone already.');
    case 'changed-since': {
      const some = formatQuantity(outcome.detections, 'detection');
      const of = outcome.of === 1 ? '' : ` of its ${outcome.of}`;
      return fail(
        'conflict',
        `This change cannot be undone: ${some}${of} ${outcome.detections === 1 ? 'has' : 'have'} been reviewed since. Undo the later changes first, or review them again.`,
      );
    }
  }
}
