import { Button } from '@mantine/core';
import { formatBytes } from '../../shared/format.ts';
import styles from './components.module.css';
import { JobProgress } from './job/job-progress.tsx';

/** Shows how much of a file has been sent, with a button that cancels. */
export function UploadState({
  progress: { name, sentBytes, totalBytes },
  onCancel,
}: {
  readonly progress: { readonly name: string; readonly sentBytes: number; readonly totalBytes: number };
  readonly onCancel: () => void;
}) {
  return (
    <section className={styles.uploadState} aria-label={`Sending ${name}`}>
      <span>
        Sending {name}: {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
      </span>
      <JobProgress label={name} fraction={sentBytes / totalBytes} state="running" />
      <Button size="xs" onClick={onCancel}>
        Cancel sending
      </Button>
    </section>
  );
}
