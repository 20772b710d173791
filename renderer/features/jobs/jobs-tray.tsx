import { CloseButton } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import type { NotificationData } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession, useUi, useWorkspace } from '../../context/use-stores.ts';
import { isPanelShown } from '../../stores/panel-layout.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { closeTemporary, NotificationList } from '../../ui/notification-stack.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { isInterrupted } from './job-commands.ts';
import { JobList } from './job-list.tsx';
import styles from './jobs.module.css';
import { describeJobs, summarizeJobs } from './summarize-jobs.ts';
import { texts } from './texts.ts';
import { useTrayMessages } from './use-tray-messages.ts';

const otherKinds: readonly Job['kind'][] = [
  'export',
  'check',
  'import',
  'workspace',
  'chips',
  'tiles',
  'team',
  'pictures',
];

/**
 * All jobs until they are dismissed, above the status bar; fetches only while the results panel does not list them. In a
 * small window it has the notifications, too, which stay until the tray is closed. It opens by the status bar, for an
 * interrupted job, and when a job other than a fetch is started. It stays open until it is closed.
 */
export function JobsTray() {
  const { stores } = useApp();
  const jobs = useWorkspace((state) => state.jobs);
  const isOpen = useUi((state) => state.jobsOpen);
  const messages = useTrayMessages();
  const lastFailure = messages.findLast(({ autoClose, role }) => autoClose === false || role === 'alert')?.id;
  const wasInterrupted = jobs.some(isInterrupted);
  useEffect(() => {
    if (wasInterrupted || lastFailure !== undefined) stores.ui.getState().setJobsOpen(true);
  }, [wasInterrupted, lastFailure, stores.ui]);
  useDidUpdate(() => {
    if (!isOpen) closeTemporary(messages);
  }, [isOpen]);
  return isOpen && jobs.length + messages.length > 0 ? <OpenTray jobs={jobs} messages={messages} /> : null;
}

function OpenTray({
  jobs,
  messages,
}: {
  readonly jobs: readonly Job[];
  readonly messages: readonly NotificationData[];
}) {
  const { commands } = useApp();
  const hostLink = useSession((state) => state.hostLink);
  const isInPanel = useUi((state) => state.panel === 'results' && isPanelShown(state, 'side'));
  const fetches = jobs.filter(({ kind }) => kind === 'fetch').length;
  const close = () => commands.run('jobs.show');
  return (
    <section
      className={styles.tray}
      aria-label={texts.tray.label}
      data-region="jobs"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Otherwise the same key press would also drop the map's tool.
        event.preventDefault();
        close();
      }}
    >
      <div className={styles.heading}>
        <h2>{texts.tray.title}</h2>
        <span className="muted">{describeJobs(summarizeJobs(jobs, hostLink))}</span>
        <span className="grow" />
        {jobs.every(isActiveJob) ? null : (
          <TextButton onClick={() => commands.run('jobs.clear')}>{texts.tray.clearEnded}</TextButton>
        )}
        <CloseButton size={22} aria-label={texts.tray.close} title={texts.tray.closeHint} onClick={close} />
      </div>
      <div className={styles.scroll}>
        <NotificationList messages={messages} />
        <InterruptedJobs />
        {isInPanel && fetches > 0 ? (
          <TextButton className={styles.elsewhere} onClick={() => focusRegion('fetches')}>
            {texts.tray.fetchesInPanel(fetches)}
          </TextButton>
        ) : null}
        <JobList kinds={isInPanel ? otherKinds : ['fetch', ...otherKinds]} label={texts.tray.newestFirst} />
      </div>
    </section>
  );
}

/** Offers to resume several jobs that were interrupted when Sightline closed at once; each has a button in its card. */
function InterruptedJobs() {
  const { commands } = useApp();
  const jobs = useWorkspace((state) => state.jobs);
  const isSignedIn = useSession((state) => state.session?.status === 'signed-in');
  const [dismissedIds, setDismissedIds] = useState<ReadonlySet<string>>(new Set());
  const offered = jobs.filter((job) => isInterrupted(job) && !dismissedIds.has(job.id));
  if (offered.length < 2) return null;
  return (
    <section className={styles.card} aria-label={texts.interrupted.label}>
      <div className={styles.head}>
        <span className={styles.title}>{describeInterrupted(offered)}</span>
        <span className={styles.actions}>
          <TextButton onClick={() => commands.run('jobs.resume-all')}>
            {texts.interrupted.resumeAll}
          </TextButton>
          <TextButton
            onClick={() => setDismissedIds(new Set(jobs.filter(isInterrupted).map(({ id }) => id)))}
          >
            {texts.interrupted.notNow}
          </TextButton>
        </span>
      </div>
      <div className={styles.state}>
        {isSignedIn ? texts.interrupted.resumable : texts.interrupted.signInToResume}
      </div>
    </section>
  );
}

/** `2 fetches were interrupted when Sightline closed`. */
export function describeInterrupted(jobs: readonly Pick<Job, 'kind'>[]): string {
  return texts.interrupted.title(
    jobs.length,
    jobs.every(({ kind }) => kind === 'fetch'),
  );
}
