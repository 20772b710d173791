import { randomUUID } from 'node:crypto';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { ImportedReviews, Reviewer, SetReviewsResult } from '../../../shared/review/review-change.ts';
import { reviewFlags } from '../../../shared/review/review-flags.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import type { Session } from '../session/session.ts';
import { accountStem } from '../session/workspace-choice.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { ReviewBatchInfo, WrittenReviewChanges } from '../workspace/tables/reviews.ts';
import type { RunTool } from '../workspace-tools/run-tool.ts';
import { createReviewMerge } from './create-review-merge.ts';

type ReviewsDeps = {
  readonly events: Events;
  readonly session: Pick<Session, 'state'>;
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  readonly runTool: RunTool;
};

/** Who reviews, the announcement of changes, and merging. Reviews are in the workspace. */
export function createReviews({ events, session, settings, runTool }: ReviewsDeps) {
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
  return {
    ...createReviewMerge({ runTool, events, newBatchInfo, publishChange }),
    newBatchInfo,
    /** Publishes a change that was made, and returns it for the page. */
    publish(done: Result<WrittenReviewChanges>): Result<SetReviewsResult> {
      if (!done.ok) return done;
      publishChange(done.value);
      const { previousVersion: _former, version: _version, ...changed } = done.value;
      return succeed(changed);
    },
    reviewer,
    /** Sets the reviewer's name for further reviews; an empty one means the account's user name. */
    async setReviewer(name: string): Promise<Result<Reviewer>> {
      const current = account();
      if (!current) return fail('no-workspace', 'No workspace is open. Sign in once to create one.');
      const { [current.stem]: _former, ...others } = settings.current().reviewers ?? {};
      const reviewers = name === '' ? others : { ...others, [current.stem]: name };
      const changed = await settings.change((before) => ({ ...before, reviewers }));
      return changed.ok ? succeed(reviewer()) : changed;
    },
  };
}
