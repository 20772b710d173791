import { Anchor } from '@mantine/core';
import type { Job } from '../../../shared/jobs/job.ts';
import { callApi } from '../../api/call-api.ts';
import { useApp } from '../../context/app-context.tsx';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './jobs.module.css';
import { texts } from './texts.ts';

type ExportedFile = NonNullable<Job['export']>['files'][number];

/** The files of a finished export: downloads in a browser, the file manager on the desktop. */
export function ExportedFiles({
  jobId,
  files,
}: {
  readonly jobId: string;
  readonly files: readonly ExportedFile[];
}) {
  const { api } = useApp();

  async function reveal(file: number) {
    const shown = await callApi(() => api.exchange.reveal.mutate({ jobId, file }));
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
