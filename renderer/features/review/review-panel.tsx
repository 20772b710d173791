import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTime } from '../../../shared/format.ts';
import { reviewerNameSchema } from '../../../shared/review/review-change.ts';
import { setNewerData } from '../../api/invalidate-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useReview, useSession } from '../../context/use-stores.ts';
import { WorkspaceContent } from '../../context/workspace-content.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { ActiveQueue } from './active-queue.tsx';
import { FinishedQueue } from './finished-queue.tsx';
import styles from './review.module.css';
import { ReviewForm } from './review-form.tsx';
import { reviewShared } from './shared-review.ts';
import { texts } from './texts.ts';
import { UnattachedSection } from './unattached/unattached-section.tsx';

/** The review panel: start a queue, see its progress and its summary. */
export function ReviewPanel() {
  return (
    <>
      <PanelHeading title={texts.panel.title} />
      <WorkspaceContent needs="detections">
        <ReviewContent />
      </WorkspaceContent>
      <UnattachedSection />
    </>
  );
}

function ReviewContent() {
  const loading = useReview((state) => state.loadState);
  const state = useReview(({ queue }) => queue?.state ?? null);
  const isReadOnly = useSession(({ session }) => session?.workspace === 'read-only');
  const hasWorkspace = useWorkspaceCounts().state === 'ready';
  if (!hasWorkspace) return null;
  if (isReadOnly) {
    return <EmptyState title={texts.panel.readOnly} hint={texts.panel.readOnlyHint} />;
  }
  if (loading === 'loading') return <LoadingState label={texts.panel.loading} />;
  return (
    <>
      {loading === 'ready' ? null : <FailureNote failure={loading} title={texts.panel.notLoaded} />}
      <SharedReviewNote />
      <StartFailure />
      {state === null ? <ReviewForm /> : state === 'finished' ? <FinishedQueue /> : <ActiveQueue />}
      <ReviewerField />
      <MergeLink />
    </>
  );
}

/**
 * Reason why no other review was started in place of the current one. Without a current one the form shows it, and after a
 * shared queue its note.
 */
function StartFailure() {
  const queue = useReview((state) => state.queue);
  const failure = useReview((state) => state.startFailure);
  if (!failure || !queue || (queue.sharedQueue !== undefined && queue.state === 'finished')) return null;
  return <FailureNote failure={failure} title={texts.form.notStarted} />;
}

/** A link to merging another analyst's reviews. */
function MergeLink() {
  const { commands } = useApp();
  return (
    <p className={styles.mergeLink}>
      <TextButton onClick={() => commands.run('review.merge')}>{texts.panel.merge}</TextButton>
    </p>
  );
}

/** The reviewer's name; if empty, the account's user name. */
function ReviewerField() {
  const { api, queries } = useApp();
  const queryClient = useQueryClient();
  const reviewer = useQuery(queries.reviews.reviewer.queryOptions());
  const [typed, setTyped] = useState<string | null>(null);
  const given = reviewer.data?.given ?? '';
  const checked = reviewerNameSchema.safeParse(typed ?? given);

  const { submit, failure } = useSubmit(async () => {
    if (typed === null || !checked.success || checked.data === given) return null;
    const saved = await api.reviews.setReviewer.mutate({ name: checked.data });
    if (!saved.ok) return saved.failure;
    setNewerData(queryClient, queries.reviews.reviewer.queryKey(), saved.value);
    setTyped(null);
    return null;
  });

  return (
    <>
      <TextInput
        mt={14}
        label={texts.reviewer.label}
        placeholder={reviewer.data?.name ?? ''}
        disabled={reviewer.data?.isTeamLogin ?? false}
        description={reviewer.data?.isTeamLogin ? texts.reviewer.teamLogin : null}
        value={typed ?? given}
        error={checked.success ? null : checked.error.issues[0]?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => submit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      {failure ? <FailureNote failure={failure} title={texts.reviewer.notSaved} /> : null}
    </>
  );
}

/** The state of a review of a shared queue: until when its detections are leased, or who has the rest of the queue. */
function SharedReviewNote() {
  const app = useApp();
  const sharedQueue = useReview(({ queue }) => queue?.sharedQueue);
  const isFinished = useReview(({ queue }) => queue?.state === 'finished');
  const isStarting = useReview((state) => state.isStarting);
  const failure = useReview((state) => state.startFailure);
  const rest = useReview((state) => state.sharedRest);
  if (sharedQueue === undefined) return rest ? <Note>{texts.shared.rest(rest)}</Note> : null;
  if (!isFinished) return <LeaseNote />;
  if (isStarting) return <LoadingState label={texts.shared.taking} />;
  return (
    <>
      {rest ? <Note>{texts.shared.rest(rest)}</Note> : null}
      {failure ? <FailureNote failure={failure} title={texts.shared.notLeased} /> : null}
      <div className={styles.actions}>
        <Button onClick={() => void reviewShared(app, sharedQueue)}>{texts.shared.next}</Button>
      </div>
    </>
  );
}

/** Interval at which the note compares the end of the lease with the time, in milliseconds. */
const noteIntervalMs = 10_000;

function LeaseNote() {
  const { queries } = useApp();
  const now = useNow(noteIntervalMs);
  const { data } = useQuery(queries.team.overview.queryOptions());
  if (!data?.lease) return null;
  const { until } = data.lease;
  return Date.parse(until) > now ? (
    <p className={styles.lead}>{texts.shared.leased(formatTime(until))}</p>
  ) : (
    <Note tone="warn">{texts.shared.leaseEnded(formatTime(until))}</Note>
  );
}
