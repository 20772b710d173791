import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { useSession } from '../../context/use-stores.ts';
import { useWorkspaceFiles } from '../../context/use-workspace-files.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

/** The form for rebuilding the open workspace, or one that was set aside because it was damaged. */
export function RebuildForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const files = useWorkspaceFiles();
  const setAsidePath = useSession(({ session }) => session?.workspaceSetAside);
  const damaged = files.data?.filter(
    ({ inspection, belongs }) => inspection.kind === 'damaged' || belongs === 'set-aside',
  );
  const setAsideFile = damaged?.find(
    ({ fileName, folder }) => setAsidePath?.startsWith(folder) && setAsidePath.endsWith(fileName),
  );
  const [chosen, setChosen] = useState<string>();
  const value = chosen ?? setAsideFile?.id ?? 'open';

  const { submit, isBusy, failure } = useSubmit(async () => {
    const problem = await startJob(app, () =>
      app.api.workspace.rebuild.mutate(value === 'open' ? null : value),
    );
    if (!problem) onDone();
    return problem;
  });

  return (
    <Stack gap={10}>
      <p className={styles.text}>{texts.rebuild.about}</p>
      <Radio.Group label={texts.rebuild.label} value={value} onChange={setChosen}>
        <Stack gap={6} mt={4}>
          <Radio value="open" label={texts.rebuild.openWorkspace} />
          {(damaged ?? []).map(({ id, fileName, bytes, changedAt }) => (
            <Radio
              key={id}
              value={id}
              label={texts.rebuild.damagedFile(fileName)}
              description={texts.rebuild.fileFacts(bytes, changedAt)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {failure ? <FailureNote failure={failure} title={texts.rebuild.notStarted} /> : null}
      <div className={styles.actions}>
        <Button variant="filled" loading={isBusy} onClick={() => submit()} data-autofocus>
          {texts.rebuild.start}
        </Button>
        <Button onClick={onDone}>{texts.rebuild.cancel}</Button>
      </div>
    </Stack>
  );
}
