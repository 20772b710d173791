import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession, useUi, useWorkspace } from '../../context/use-stores.ts';
import styles from './jobs.module.css';
import { describeActive, describeJobs, summarizeJobs } from './summarize-jobs.ts';
import { texts } from './texts.ts';
import { useTrayMessages } from './use-tray-messages.ts';

/** The button of the status bar that sums up all jobs and shows their tray; nothing where there are none. */
export function JobsButton() {
  const { commands } = useApp();
  const jobs = useWorkspace((state) => state.jobs);
  const isOpen = useUi((state) => state.jobsOpen);
  const hostLink = useSession((state) => state.hostLink);
  const summary = summarizeJobs(jobs, hostLink);
  const text = jobs.length === 0 ? '' : describeJobs(summary);
  const messages = useTrayMessages().length;
  if (jobs.length + messages === 0) return null;
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
        aria-label={label}
        title={texts.button.title}
        onClick={() => commands.run('jobs.show')}
      >
        {texts.button.text}
        {summary.fraction === null ? null : (
          <span className={styles.miniature} aria-hidden>
            <span style={{ width: `${summary.fraction * 100}%` }} />
          </span>
        )}
        {summary.active > 0 ? <span>{describeActive(summary)}</span> : null}
        {messages > 0 ? <span>{texts.button.messages(messages)}</span> : null}
        {summary.unfinished > 0 ? (
          <span className={styles.unfinished}>
            <IconAlertTriangle size={13} aria-hidden /> {formatCount(summary.unfinished)}
          </span>
        ) : null}
      </button>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
    </>
  );
}
