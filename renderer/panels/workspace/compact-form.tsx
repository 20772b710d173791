import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../app/app-context.tsx';
import { startJob } from '../../commands/start-job.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatBytes } from '../../components/format.ts';
import { useWorkspaceOverview } from './use-workspace-files.ts';
import styles from './workspace.module.css';

/** Says what compacting does, and begins it. */
export function CompactForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const { data } = useWorkspaceOverview();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);

  async function start() {
    setBusy(true);
    const refused = await startJob(app, () => app.api.workspace.compact.mutate());
    setBusy(false);
    if (refused) setFailure(refused);
    else onDone();
  }

  return (
    <Stack gap={10}>
      <p className={styles.text}>
        The file is written anew without what nothing uses any more: free pages, and raw records that newer
        ones have replaced. The new file is compared with the old one, record by record, before it takes its
        place.
      </p>
      <p className={styles.text}>
        {data
          ? `The file has ${formatBytes(data.bytes)}; up to twice as much room is needed meanwhile. `
          : ''}
        Until it is done the workspace can be read but not changed. It can be cancelled at any time.
      </p>
      {failure ? <FailureNote failure={failure} title="Compacting was not begun." /> : null}
      <div className={styles.actions}>
        <Button variant="filled" loading={busy} onClick={() => void start()} data-autofocus>
          Compact
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Stack>
  );
}
