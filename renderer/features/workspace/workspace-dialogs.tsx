import { Button, Modal, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { useSession, useUi } from '../../context/use-stores.ts';
import { useWorkspaceFiles } from '../../context/use-workspace-queries.ts';
import type { DialogName } from '../../stores/ui-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { CaseExportForm } from './case-export-form.tsx';
import { CaseOpenForm } from './case-open-form.tsx';
import { MergeForm } from './merge/merge-form.tsx';
import { OpenWorkspaceForm } from './open-workspace-form.tsx';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

type Dialog = {
  readonly title: string;
  readonly size: number;
  content(onDone: () => void): ReactNode;
};

const dialogs: Partial<Readonly<Record<DialogName, Dialog>>> = {
  'workspace-compact': {
    title: texts.dialogs.compact,
    size: 440,
    content: (onDone) => <CompactForm onDone={onDone} />,
  },
  'workspace-open': {
    title: texts.dialogs.open,
    size: 640,
    content: (onDone) => <OpenWorkspaceForm onDone={onDone} />,
  },
  'workspace-rebuild': {
    title: texts.dialogs.rebuild,
    size: 520,
    content: (onDone) => <RebuildForm onDone={onDone} />,
  },
  'case-export': {
    title: texts.dialogs.exportCase,
    size: 460,
    content: (onDone) => <CaseExportForm onDone={onDone} />,
  },
  'review-merge': {
    title: texts.dialogs.merge,
    size: 640,
    content: (onDone) => <MergeForm onDone={onDone} />,
  },
  'case-open': {
    title: texts.dialogs.importCase,
    size: 600,
    content: (onDone) => <CaseOpenForm onDone={onDone} />,
  },
};

/** The dialogs that confirm changes of the workspace file. */
export function WorkspaceDialogs() {
  const { stores } = useApp();
  const name = useUi((state) => state.dialog);
  const dialog = name === null ? undefined : dialogs[name];
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal opened={dialog !== undefined} onClose={close} title={dialog?.title} size={dialog?.size ?? 440}>
      {dialog?.content(close)}
    </Modal>
  );
}

/** Explains compacting, and starts it. */
function CompactForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const { data } = useQuery(useApp().queries.workspace.overview.queryOptions());

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

/** The form for rebuilding the open workspace, or one that was set aside because it was damaged. */
function RebuildForm({ onDone }: { readonly onDone: () => void }) {
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
