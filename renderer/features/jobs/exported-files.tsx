import { Anchor } from '@mantine/core';
import type { Job } from '../../../shared/jobs/job.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../../app/notify.tsx';
import { TextButton } from '../../components/text-button.tsx';
import styles from './jobs.module.css';

type ExportedFile = NonNullable<Job['export']>['files'][number];

/** Where the files of a finished export lie: a download in a browser, the file manager on the desktop. */
export function ExportedFiles({
  jobId,
  files,
}: {
  readonly jobId: string;
  readonly files: readonly ExportedFile[];
}) {
  const { api } = useApp();

  async function reveal(file: number) {
    try {
      const shown = await api.exchange.reveal.mutate({ jobId, file });
      if (!shown) notifyInfo('The file manager cannot be opened from here. The path is shown on the card.');
    } catch (error) {
      notifyFailure(toFailure(error));
    }
  }

  return (
    <ul className={styles.files} aria-label="Exported files">
      {files.map(({ name, path, downloadUrl }, index) => (
        <li key={path}>
          <span className={styles.path}>{path}</span>{' '}
          {downloadUrl ? (
            <Anchor href={downloadUrl} download={name}>
              Download {name}
            </Anchor>
          ) : (
            <TextButton onClick={() => void reveal(index)}>Show {name}</TextButton>
          )}
        </li>
      ))}
    </ul>
  );
}
