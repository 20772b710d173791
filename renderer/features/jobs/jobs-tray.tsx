import { CloseButton } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import type { NotificationData } from '@mantine/notifications';
import { useEffect } from 'react';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession, useUi, useWorkspace } from '../../context/use-stores.ts';
import { isPanelShown } from '../../stores/panel-layout.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { closeTemporary, NotificationList } from '../../ui/notification-stack.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { InterruptedJobs } from './interrupted-jobs.tsx';
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
