import { Button, Stack } from '@mantine/core';
import { formatBytes } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { useWorkspaceOverview } from '../../context/use-workspace-files.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

import styles from './workspace.module.css';

/** Explains compacting, and starts it. */
export function CompactForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const { data } = useWorkspaceOverview();

  const { submit, isBusy, failure } = useSubmit(async () => {
    const problem = await startJob(app, () => app.api.workspace.compact.mutate());
    if (!problem) onDone();
    return problem;
  });

  return (
    <Stack gap={10}>
      <p className={styles.text}>
        The file is rewritten without unused content: free pages, and raw records that newer ones have
        replaced. The new file is compared with the old one, record by record, before it replaces it.
      </p>
      <p className={styles.text}>
        {data ? `The file has ${formatBytes(data.bytes)}; up to twice that space is needed meanwhile. ` : ''}
        Until it is done the workspace can be read but not changed. It can be cancelled at any time.
      </p>
      {failure ? <FailureNote failure={failure} title="Compacting was not started." /> : null}
      <div className={styles.actions}>
        <Button variant="filled" loading={isBusy} onClick={() => submit()} data-autofocus>
          Compact
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Stack>
  );
}
