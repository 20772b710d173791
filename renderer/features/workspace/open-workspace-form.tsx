import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { ask } from '../../api/ask.ts';
import { chooseFile } from '../../api/choose-file.ts';
import type { Api } from '../../api/client.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyInfo } from '../../app/notify.tsx';
import { startJob } from '../../commands/start-job.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { OfferedWorkspace } from './offered-workspace.tsx';
import { useWorkspaceFiles } from './use-workspace-files.ts';
import styles from './workspace.module.css';
import { WorkspaceFileRow } from './workspace-file-row.tsx';

type Offered = NonNullable<
  Extract<Awaited<ReturnType<Api['workspace']['choose']['mutate']>>, { ok: true }>['value']
>;

/** The workspaces that are there, an empty one under a new name, and a file from elsewhere. */
export function OpenWorkspaceForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const { api } = app;
  const files = useWorkspaceFiles();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [offered, setOffered] = useState<Offered>();

  async function act(what: string, work: () => Promise<Failure | undefined>) {
    setBusy(what);
    setFailure(undefined);
    const refused = await work();
    setBusy('');
    if (refused) setFailure(refused);
    else onDone();
  }

  const open = (id: string, title: string) =>
    act('Opening the workspace', async () => {
      const opened = await ask(() => api.workspace.open.mutate(id));
      if (!opened.ok) return opened.failure;
      notifyInfo(`${title} is open.`);
      return undefined;
    });

  const rescue = (id: string) =>
    act('Beginning the rescue', () => startJob(app, () => api.workspace.rebuild.mutate(id)));

  const begin = (event: FormEvent) => {
    event.preventDefault();
    void act('Beginning a workspace', async () => {
      const opened = await ask(() => api.workspace.openNew.mutate(name));
      return opened.ok ? undefined : opened.failure;
    });
  };

  async function choose() {
    setFailure(undefined);
    const chosen = await chooseFile(
      app,
      '.gpkg',
      (uploadId) => api.workspace.choose.mutate(uploadId),
      (file) => setBusy(`Sending ${file.name}`),
    );
    setBusy('');
    if (chosen.state === 'chosen') setOffered(chosen.value);
    if (chosen.state === 'failed') setFailure(chosen.failure);
  }

  if (offered) {
    return (
      <OfferedWorkspace
        offered={offered}
        busy={busy !== ''}
        failure={failure}
        onOpen={() => void open(offered.id, offered.fileName)}
        onRescue={() => void rescue(offered.id)}
        onBack={() => setOffered(undefined)}
      />
    );
  }
  return (
    <Stack gap={10}>
      <p className={styles.text}>
        Fetches that run are interrupted, as at a change of account; they can be resumed when their workspace
        is opened again. The choice is kept for this account.
      </p>
      {files.error ? (
        <FailureNote
          failure={toFailure(files.error)}
          title="The workspaces were not listed."
          onRetry={() => void files.refetch()}
        />
      ) : null}
      {files.data ? (
        <ul className={styles.list} aria-label="Workspaces">
          {files.data.map((file) => (
            <WorkspaceFileRow
              key={file.id}
              file={file}
              disabled={busy !== ''}
              onOpen={() => void open(file.id, file.fileName)}
              onRescue={() => void rescue(file.id)}
            />
          ))}
        </ul>
      ) : files.error ? null : (
        <LoadingState label="Looking for workspaces" />
      )}
      {failure ? <FailureNote failure={failure} /> : null}
      {busy ? <LoadingState label={busy} /> : null}
      <form onSubmit={begin} aria-label="New workspace">
        <PanelHeading title="New workspace" level={3} />
        <div className={styles.actions}>
          <TextInput
            aria-label="Name of the new workspace"
            placeholder="Name"
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: 1 }}
          />
          <Button type="submit" disabled={name.trim() === '' || busy !== ''}>
            Create and open
          </Button>
        </div>
      </form>
      <div className={styles.actions}>
        <Button disabled={busy !== ''} onClick={() => void choose()}>
          Choose a file…
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Stack>
  );
}
