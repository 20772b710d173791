import { Button, Stack } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { useWorkspaceOverview } from '../../context/use-workspace-files.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';
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
      <p className={styles.text}>{texts.compact.about}</p>
      <p className={styles.text}>
        {data ? texts.compact.space(data.bytes) : null} {texts.compact.readOnly}
      </p>
      {failure ? <FailureNote failure={failure} title={texts.compact.notStarted} /> : null}
      <div className={styles.actions}>
        <Button variant="filled" loading={isBusy} onClick={() => submit()} data-autofocus>
          {texts.compact.start}
        </Button>
        <Button onClick={onDone}>{texts.compact.cancel}</Button>
      </div>
    </Stack>
  );
}
