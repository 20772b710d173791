import { Anchor, Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { formatTime } from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import {
  describeOutcome,
  describeProcessorChanges,
  describeProgress,
  progressFraction,
} from '../../../shared/jobs/describe-job.ts';
import { fetchLimitReached, isEmptyFetch } from '../../../shared/jobs/fetch-limit.ts';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { useApp } from '../../context/app-context.tsx';
import { useJobDisplay } from '../../context/use-job-display.ts';
import { useSession, useWorkspace } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { JobProgress } from '../../ui/job/job-progress.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { JobActions } from './job-actions.tsx';
import styles from './jobs.module.css';
import { texts } from './texts.ts';

/**
 * The jobs of these kinds, the newest first; nothing where there are none. Older ones that ended as the user expects
 * are one line each.
 */
export function JobList({
  kinds,
  label,
}: {
  readonly kinds: readonly Job['kind'][];
  readonly label: string;
}) {
  const jobs = useWorkspace((state) => state.jobs)
    .filter(({ kind }) => kinds.includes(kind))
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
  if (jobs.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={label}>
      {jobs.map((job, index) => (
        <li key={job.id}>
          <JobRow job={job} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** A job in a list: its card, or one line for an older one that ended as the user expects. */
export function JobRow({ job, isFirst }: { readonly job: Job; readonly isFirst: boolean }) {
  return !isFirst && hasEndedAsExpected(job) ? <FoldedJob job={job} /> : <JobCard job={job} />;
}

function hasEndedAsExpected({ state }: Job): boolean {
  return state === 'complete' || state === 'cancelled';
}

/** An ended job as one line, which unfolds into its card. */
function FoldedJob({ job }: { readonly job: Job }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <JobCard job={job} />;
  return (
    <article className={styles.head} aria-label={job.title} data-state={job.state}>
      <button type="button" className={styles.unfold} aria-expanded={false} onClick={() => setIsOpen(true)}>
        <IconChevronRight size={13} aria-hidden /> {job.title}{' '}
        <span className="muted">{describeOutcome(job)}</span>
      </button>
      <JobActions job={job} />
    </article>
  );
}

/** One job: its title, progress, problems and actions. */
export function JobCard({ job: reported }: { readonly job: Job }) {
  const { job, stateText, isFollowed } = useJobDisplay(reported);
  // A fetch that stopped at its limit, or found nothing, does not look like a success.
  const isLimited = fetchLimitReached(job) !== null || isEmptyFetch(job);
  return (
    <article className={styles.card} aria-label={job.title} data-state={job.state}>
      <div className={styles.head}>
        <span className={styles.title}>{job.title}</span>
        <JobActions job={job} />
      </div>
      {isFollowed ? (
        <JobProgress
          label={job.title}
          fraction={progressFraction(job)}
          state={isLimited ? 'stopped' : job.state}
        />
      ) : null}
      {/* Its end is announced, its pages are not. */}
      <div
        className={styles.state}
        data-limited={isLimited || undefined}
        aria-live={isActiveJob(job) ? 'off' : 'polite'}
      >
        {stateText}
      </div>
      <div className={styles.counts}>{describeProgress(job)}</div>
      <ProcessorChanges job={job} />
      {job.pause && isFollowed ? <JobPause pause={job.pause} /> : null}
      {job.slow && isFollowed ? <SlowJob slow={job.slow} /> : null}
      {job.failure ? <FailureNote failure={job.failure} /> : null}
      <BracedQueryOffer job={job} />
      {job.outcome ? <div className={styles.counts}>{job.outcome}</div> : null}
      {job.imported ? <div className={styles.counts}>{describeImported(job.imported)}</div> : null}
      {hasResults(job) && !job.fetch ? <ShowResults job={job} /> : null}
      <JobWarnings job={job} />
      {job.state === 'complete' && (job.export || job.files) ? (
        <ExportedFiles jobId={job.id} files={job.export?.files ?? job.files ?? []} />
      ) : null}
    </article>
  );
}

/** Number of imported detections, and where they, the features or the reports are. */
function describeImported(imported: NonNullable<Job['imported']>): string {
  switch (imported.kind) {
    case 'records':
      return imported.detections;
    case 'layers':
      return texts.card.extent(describeExtent(imported.bounds));
    case 'ais':
      return texts.card.reports(
        describeExtent(imported.bounds),
        formatTime(imported.fromMs),
        formatTime(imported.toMs),
      );
  }
}

/** The southwestern and northeastern corner. */
function describeExtent([west, south, east, north]: BoundingBox): string {
  return texts.card.corners(formatPosition([west, south], 2), formatPosition([east, north], 2));
}

/** QC statuses and processor versions that a fetch found changed, and a button that lists the records. */
function ProcessorChanges({ job }: { readonly job: Job }) {
  const { commands } = useApp();
  const changes = describeProcessorChanges(job);
  if (changes.length === 0) return null;
  return (
    <Note>
      {changes.map((change) => (
        <div key={change}>{change}</div>
      ))}
      <TextButton onClick={() => void commands.runWith('searches.show-changes', { fetchId: job.id })}>
        {texts.card.showChanges}
      </TextButton>
    </Note>
  );
}

/** Whether a fetch or import has ended, in whatever way, with something to be shown. */
function hasResults(job: Job): boolean {
  const { fetch, imported } = job;
  const hasImported = imported !== undefined && !(imported.kind === 'ais' && imported.contacts === 0);
  return !isActiveJob(job) && ((fetch?.detections ?? 0) > 0 || hasImported);
}

function ShowResults({ job }: { readonly job: Job }) {
  const { commands, engine, stores } = useApp();
  const show = () => {
    const { imported, fetch } = job;
    if (imported?.kind === 'layers') {
      stores.ui.getState().showResults();
      engine.camera.fitBounds(imported.bounds);
    } else if (imported?.kind === 'ais') {
      stores.ui.getState().showResults();
      void commands.run('ais.show');
    } else {
      const fetchId = imported?.importId ?? job.id;
      void commands.runWith('searches.show-fetch', { fetchId, orderId: fetch?.orderId });
    }
  };
  return (
    <Button className={styles.showResults} size="compact-xs" onClick={show}>
      {texts.card.showResults}
    </Button>
  );
}

/** Reason why a job is paused, and when it continues. */
function JobPause({ pause: { reason, until } }: { readonly pause: NonNullable<Job['pause']> }) {
  const now = useNow(1_000);
  const seconds = until === undefined ? 0 : Math.ceil((Date.parse(until) - now) / 1000);
  return (
    <Note tone="warn">
      {reason} {seconds > 1 ? texts.card.continuesIn(seconds) : null}
    </Note>
  );
}

/** Reason why a job waits longer than usual, and until when. */
function SlowJob({ slow: { reason, until } }: { readonly slow: NonNullable<Job['slow']> }) {
  const now = useNow(1_000);
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  return (
    <Note tone="warn">
      {reason} {texts.card.stopsWaitingIn(left)}
    </Note>
  );
}

/** Warnings of a job; collapsed once it has completed. */
function JobWarnings({ job }: { readonly job: Job }) {
  if (job.warnings.length === 0) return null;
  const notes = job.warnings.map((warning) => (
    <Note key={warning} tone="warn">
      {warning}
    </Note>
  ));
  if (isActiveJob(job) || job.state === 'stopped' || isEmptyFetch(job)) return notes;
  return (
    <details>
      <summary className="muted">{texts.card.notes(job.warnings.length)}</summary>
      {notes}
    </details>
  );
}

type ExportedFile = NonNullable<Job['export']>['files'][number];

/** The files of a finished export: downloads in a browser, the file manager on the desktop. */
function ExportedFiles({
  jobId,
  files,
}: {
  readonly jobId: string;
  readonly files: readonly ExportedFile[];
}) {
  const { api } = useApp();

  async function reveal(file: number) {
    const shown = await api.exchange.reveal.mutate({ jobId, file });
    if (!shown.ok) notifyFailure(shown.failure);
    else if (!shown.value) notifyInfo(texts.files.noFileManager);
  }

  return (
    <ul className={styles.files} aria-label={texts.files.label}>
      {files.map(({ name, path, downloadUrl }, index) => (
        <li key={path}>
          <span className={styles.path}>{path}</span>{' '}
          {downloadUrl ? (
            <Anchor href={downloadUrl} download={name}>
              {texts.files.download(name)}
            </Anchor>
          ) : (
            <TextButton onClick={() => void reveal(index)}>{texts.files.show(name)}</TextButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Offers braces around queries when a service refused the bare selection; its document leaves that open. The profile
 * remembers the choice, and they are offered once.
 */
function BracedQueryOffer({ job }: { readonly job: Job }) {
  const { api } = useApp();
  const profile = useSession((state) => state.session?.profile);
  const { submit, isBusy, failure } = useSubmit(async (wraps: boolean) => {
    if (!profile) return null;
    const { kind: _, demoCredentials: __, ...form } = profile;
    const saved = await api.session.saveProfile.mutate({
      ...form,
      bracedQueryBody: wraps,
      bracesOffered: true,
    });
    if (!saved.ok) return saved.failure;
    if (!wraps) return null;
    const resumed = await api.jobs.resume.mutate(job.id);
    return resumed.ok ? null : resumed.failure;
  });
  if (failure) return <FailureNote failure={failure} />;
  if (profile?.kind !== 'custom' || profile.bracedQueryBody || profile.bracesOffered) return null;
  if (!isRefusedAtFirst(job)) return null;
  return (
    <Note>
      {texts.braces.question}
      <span className={styles.actions}>
        <TextButton disabled={isBusy} onClick={() => submit(undefined, true)}>
          {texts.braces.wrap}
        </TextButton>
        <TextButton disabled={isBusy} onClick={() => submit(undefined, false)}>
          {texts.braces.no}
        </TextButton>
      </span>
    </Note>
  );
}

/** Whether the service found the first query of a fetch unusable; one that has a page was accepted as it is. */
function isRefusedAtFirst({ failure, fetch, resumable }: Job): boolean {
  return failure?.status === 400 && fetch?.pages === 0 && resumable;
}
