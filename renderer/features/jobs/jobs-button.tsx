import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useApp } from '../../context/app-context.tsx';
import { useSession, useUi, useWorkspace } from '../../context/use-stores.ts';
import styles from './jobs.module.css';
import { describeJobs, summarizeJobs } from './summarize-jobs.ts';
import { texts } from './texts.ts';
import { useTrayMessages } from './use-tray-messages.ts';

/** The button of the status bar that sums up all jobs and shows their tray; nothing where there is none but complete fetches. */
export function JobsButton() {
  const { commands } = useApp();
  const jobs = useWorkspace((state) => state.jobs);
  const isOpen = useUi((state) => state.jobsOpen);
  const hostLink = useSession((state) => state.hostLink);
  const summary = summarizeJobs(jobs, hostLink);
  const text = jobs.length === 0 ? '' : describeJobs(summary);
  const messages = useTrayMessages().length;
  // The panel “Get” lists ended fetches.
  const isQuiet = jobs.every((job) => job.kind === 'fetch' && job.state === 'complete');
  if (isQuiet && messages === 0 && !isOpen) return null;
  const label = texts.button.label(text, messages);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-region="jobs-button"
        tabIndex={0}
        aria-expanded={isOpen}
        aria-keyshortcuts="Shift+J"
        title={texts.button.title}
        onClick={() => commands.run('jobs.show')}
      >
        {summary.unfinished > 0 ? (
          <IconAlertTriangle size={13} className={styles.unfinished} aria-hidden />
        ) : null}
        {label}
        {summary.fraction === null ? null : (
          <span className={styles.miniature} aria-hidden>
            <span style={{ width: `${summary.fraction * 100}%` }} />
          </span>
        )}
      </button>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
    </>
  );
}
