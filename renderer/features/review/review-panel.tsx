import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { formatTime } from '../../../shared/format.ts';
import { reviewerNameSchema } from '../../../shared/review/review-change.ts';
import { setNewerData } from '../../api/invalidate-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useReviewStage } from '../../context/use-review-stage.ts';
import { useResults, useReview, useSession, useSettingsOfFormats } from '../../context/use-stores.ts';
import { WorkspaceContent } from '../../context/workspace-content.tsx';
import { queueProgress, type ReviewQueue } from '../../stores/review-queue.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { discardReview, endReview, exportReviewed, showRejected } from './queue-commands.ts';
import { QueueList } from './queue-list.tsx';
import styles from './review.module.css';
import { QueueProgressBar, QueueState, VerdictCounts } from './review-counts.tsx';
import { ReviewForm } from './review-form.tsx';
import { reviewShared } from './shared-review.ts';
import { resumeReview } from './start-review.ts';
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

/**
 * A running or paused review queue: its progress and its detections. They are rendered after the detection under
 * review, so that the next chip does not wait for them. An unsaved change is stated at once.
 */
function ActiveQueue() {
  const queue = useReview((state) => state.queue);
  const focusedId = useResults((state) => state.focusedId);
  const isSaved = useReview((state) => state.isQueueSaved && state.pendingWrites === 0);
  const isElsewhere = queue?.state === 'running' && focusedId !== queue.ids[queue.at];
  const shown = useDeferredValue(useMemo(() => ({ queue, isElsewhere }), [queue, isElsewhere]));
  if (!queue || !shown.queue) return null;
  return (
    <section aria-label={texts.active.label} data-state={queue.state} data-saved={isSaved}>
      <QueueContent queue={shown.queue} isElsewhere={shown.isElsewhere} />
    </section>
  );
}

const QueueContent = memo(function QueueContent({
  queue,
  isElsewhere,
}: {
  readonly queue: ReviewQueue;
  /** Whether the running review is at another detection than the focused one. */
  readonly isElsewhere: boolean;
}) {
  useSettingsOfFormats();
  const app = useApp();
  const { commands, stores } = app;
  const staysAfterVerdict = useReview((state) => state.staysAfterVerdict);
  // One write is not counted on screen.
  const writing = useReview((state) => Math.max(1, state.pendingWrites));
  const hasUnsaved = useReview((state) => state.unsaved !== null);
  const stage = useReviewStage();
  const progress = useMemo(() => queueProgress(queue), [queue]);
  const isRunning = queue.state === 'running';
  return (
    <>
      <p className={styles.title}>{queue.title}</p>
      <QueueState progress={progress} />
      {stage ? null : <QueueProgressBar progress={progress} />}
      <VerdictCounts progress={progress} />
      <p className={styles.place}>
        {isRunning ? texts.active.position(queue.at + 1, queue.ids.length) : texts.active.paused}
        {writing > 1 && !hasUnsaved ? texts.active.saving(writing) : ''}
      </p>
      {stage ? null : (
        <div className={styles.actions}>
          <PrimaryButton isPrimary={!isRunning} onClick={() => commands.run('review.pause')}>
            {isRunning ? texts.pause : texts.active.resume}
          </PrimaryButton>
          <Button onClick={() => endReview(app)}>{texts.end}</Button>
        </div>
      )}
      {queue.missingCount > 0 ? <MissingDetections count={queue.missingCount} /> : null}
      {isElsewhere ? (
        <Note>
          {texts.active.elsewhere}{' '}
          <TextButton onClick={() => stores.results.getState().focus(queue.ids[queue.at] ?? null)}>
            {texts.active.inspect}
          </TextButton>
        </Note>
      ) : null}
      <QueueList queue={queue} />
      {isRunning ? (
        <Checkbox
          mt={10}
          label={texts.active.stay}
          checked={staysAfterVerdict}
          onChange={(event) => {
            stores.review.getState().setStaysAfterVerdict(event.currentTarget.checked);
            // A focused field would receive the keys of the review.
            event.currentTarget.blur();
          }}
        />
      ) : (
        <p className={styles.lead}>{texts.active.pausedHint}</p>
      )}
    </>
  );
});

/** A note that detections of the queue were removed from the workspace; the cause is not known. */
function MissingDetections({ count }: { readonly count: number }) {
  const { commands } = useApp();
  return (
    <Note tone="warn">
      {texts.active.missing(count)}{' '}
      <TextButton onClick={() => commands.run('review.unattached')}>{texts.unattached.list}</TextButton>
    </Note>
  );
}

/** A finished review queue: its summary and next actions. */
function FinishedQueue() {
  const app = useApp();
  const queue = useReview((state) => state.queue);
  const isSummaryOpen = useReview((state) => state.isSummaryOpen);
  const isSaved = useReview((state) => state.isQueueSaved && state.pendingWrites === 0);
  const progress = useMemo(() => queue && queueProgress(queue), [queue]);
  if (!queue || !progress) return null;
  const { rejected } = progress.byVerdict;
  return (
    <section aria-label={texts.finished.label} data-state="finished" data-saved={isSaved}>
      <div className={styles.finished}>
        <strong data-complete={progress.remaining === 0 || undefined}>
          {texts.doneTitle(progress.remaining)}
        </strong>
        <span className="muted">{queue.title}</span>
      </div>
      <QueueState progress={progress} />
      <VerdictCounts progress={progress} />
      <div className={styles.next}>
        {isSummaryOpen ? null : (
          <PrimaryButton onClick={() => app.stores.review.getState().setSummaryOpen(true)}>
            {texts.finished.showSummary}
          </PrimaryButton>
        )}
        <Button disabled={progress.reviewed === 0} onClick={() => exportReviewed(app)}>
          {texts.finished.exportReviewed(progress.reviewed)}
        </Button>
        <Button disabled={rejected === 0} onClick={() => showRejected(app)}>
          {texts.finished.showRejected(rejected)}
        </Button>
        <Button onClick={() => void discardReview(app)}>{texts.finished.startAnother}</Button>
      </div>
      <QueueList queue={queue} />
      <TextButton onClick={() => resumeReview(app)}>
        {progress.remaining > 0 ? texts.resume : texts.finished.returnToLast}
      </TextButton>
    </section>
  );
}
