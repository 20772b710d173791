import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';
import { startJob } from '../../commands/start-job.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatBytes, formatUtc } from '../../components/format.ts';
import { useWorkspaceFiles } from './use-workspace-files.ts';
import styles from './workspace.module.css';

/** Which file is rebuilt: the open one, or one that was set aside because it was damaged. */
export function RebuildForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const files = useWorkspaceFiles();
  const setAside = useSession(({ session }) => session?.workspaceSetAside);
  const damaged = files.data?.filter(
    ({ look, belongs }) => look.kind === 'damaged' || belongs === 'set-aside',
  );
  const news = damaged?.find(
    ({ fileName, folder }) => setAside?.startsWith(folder) && setAside.endsWith(fileName),
  );
  const [chosen, setChosen] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const value = chosen ?? news?.id ?? 'open';

  async function start() {
    setBusy(true);
    const refused = await startJob(app, () =>
      app.api.workspace.rebuild.mutate(value === 'open' ? null : value),
    );
    setBusy(false);
    if (refused) setFailure(refused);
    else onDone();
  }

  return (
    <Stack gap={10}>
      <p className={styles.text}>
        A new workspace is made of everything that can still be read: raw records are taken in again with the
        query, time and page that brought them, and reviews, areas, orders, drafts, searches and settings are
        copied. What could not be read is told. No file is deleted.
      </p>
      <Radio.Group label="Rebuild" value={value} onChange={setChosen}>
        <Stack gap={6} mt={4}>
          <Radio value="open" label="The open workspace" />
          {(damaged ?? []).map(({ id, fileName, bytes, changedAt }) => (
            <Radio
              key={id}
              value={id}
              label={`${fileName}, and what the workspace begun in its place holds`}
              description={`${formatBytes(bytes)} · changed ${formatUtc(changedAt)}`}
            />
          ))}
        </Stack>
      </Radio.Group>
      {failure ? <FailureNote failure={failure} title="The rebuild was not begun." /> : null}
      <div className={styles.actions}>
        <Button variant="filled" loading={busy} onClick={() => void start()} data-autofocus>
          Rebuild
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Stack>
  );
}
