import { randomUUID } from 'node:crypto';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Reviewer, ReviewsChanged } from '../../../shared/review/review-change.ts';
import { reviewFlags } from '../../../shared/review/review-flags.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../events.ts';
import { type OpenWorkspace, openedWorkspace, writableWorkspace, written } from '../in-workspace.ts';
import type { Session } from '../session/session.ts';
import { accountStem } from '../session/workspace-choice.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { ReviewAct, ReviewsWritten } from '../workspace/tables/review-changes.ts';
import type { UndoOutcome } from '../workspace/tables/undo-reviews.ts';
import { quantity } from '../workspace-tools/quantity.ts';
import type { RunTool } from '../workspace-tools/run-tool.ts';
import { createReviewMerge } from './create-review-merge.ts';
import type { Reviews } from './reviews.ts';

type ReviewsParts = {
  readonly workspace: OpenWorkspace;
  readonly events: Events;
  readonly session: Pick<Session, 'state'>;
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  readonly runTool: RunTool;
};

/** The reviews of whatever workspace is open. */
export function createReviews({
  workspace: open,
  events,
  session,
  settings,
  runTool,
}: ReviewsParts): Reviews {
  /** What names the account whose workspace is open; undefined before the first sign-in. */
  const account = () => {
    const { profile, username } = session.state();
    return username === undefined ? undefined : { stem: accountStem({ profile, username }), username };
  };
  const reviewer = (): Reviewer => {
    const current = account();
    const given = current && settings.current().reviewers?.[current.stem];
    return { name: given ?? current?.username ?? '', given: given ?? null };
  };
  const act = (): ReviewAct => ({ batch: randomUUID(), reviewer: reviewer().name, at: nowUtc() });
  const tell = ({ batch, reviews, changed, former, version }: ReviewsWritten) => {
    if (batch === null) return;
    const isWhole = reviews.length === changed;
    const flags = isWhole ? reviews.map(({ id, review }) => ({ id, flags: reviewFlags(review) })) : null;
    events.publish({ type: 'reviews', former, version, flags });
  };
  const told = (done: ReviewsWritten): Result<ReviewsChanged> => {
    tell(done);
    const { former: _former, version: _version, ...changed } = done;
    return succeed(changed);
  };

  return {
    ...createReviewMerge({ workspace: open, runTool, act, tell }),
    async set({ ids, change }) {
      const opened = writableWorkspace(open);
      if (!opened.ok) return opened;
      const done = await written(opened.value.setReviews(ids, change, act()));
      if (!done.ok) return done;
      if (done.value.missing.length === new Set(ids).size) {
        return fail('not-found', 'None of these detections is in the workspace any more.');
      }
      return told(done.value);
    },
    async undo(batch) {
      const opened = writableWorkspace(open);
      if (!opened.ok) return opened;
      const done = await written(opened.value.undoReviews(batch, act()));
      if (!done.ok) return done;
      return done.value.kind === 'undone' ? told(done.value.written) : refusedUndo(done.value);
    },
    async history(id) {
      const opened = openedWorkspace(open);
      if (!opened.ok) return opened;
      const history = await opened.value.reviewHistory(id);
      return history
        ? succeed(history)
        : fail('not-found', `The detection ${id} is not in the workspace any more.`);
    },
    async batches(limit) {
      const opened = openedWorkspace(open);
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
      const some = quantity(outcome.detections, 'detection');
      const of = outcome.of === 1 ? '' : ` of its ${outcome.of}`;
      return fail(
        'conflict',
        `This change cannot be undone: ${some}${of} ${outcome.detections === 1 ? 'has' : 'have'} been reviewed since. Undo the later changes first, or review them again.`,
      );
    }
  }
}
