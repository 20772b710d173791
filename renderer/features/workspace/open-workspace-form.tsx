import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatBytes } from '../../../shared/format.ts';
import type { Failure } from '../../../shared/result.ts';
import type { OpenedFile } from '../../../shared/workspace/opened-file.ts';
import type { WorkspaceFile, WorkspaceInspection } from '../../../shared/workspace/workspace-file.ts';
import type { Api } from '../../api/client.ts';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { useFileChoice } from '../../context/use-file-choice.ts';
import { useSession } from '../../context/use-stores.ts';
import { useWorkspaceFiles } from '../../context/use-workspace-queries.ts';
import { describeWorkspaceCounts } from '../../ui/describe-workspace-counts.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { UploadState } from '../../ui/upload-state.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

type OfferedFile = NonNullable<
  Extract<Awaited<ReturnType<Api['workspace']['choose']['mutate']>>, { ok: true }>['value']
>;

/** The form that opens a listed workspace, creates an empty one, or opens a file from another folder. */
export function OpenWorkspaceForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const { api } = app;
  const [name, setName] = useState('');
  const [step, setStep] = useState('');
  const [offered, setOffered] = useState<OfferedFile>();
  const fileChoice = useFileChoice();
  const { submit, isBusy, failure } = useSubmit((label: string, act: () => Promise<Failure | null>) => {
    setStep(label);
    return act();
  });

  const open = (id: string, title: string) =>
    submit(undefined, texts.open.opening, async () => {
      const opened = await api.workspace.open.mutate(id);
      if (!opened.ok) return opened.failure;
      notifyInfo(texts.open.opened(title));
      onDone();
      return null;
    });

  const recover = (id: string) =>
    submit(undefined, texts.open.recovering, async () => {
      const problem = await startJob(app, () => api.workspace.rebuild.mutate(id));
      if (!problem) onDone();
      return problem;
    });

  const createWorkspace = () =>
    submit(undefined, texts.open.creating, async () => {
      const opened = await api.workspace.openNew.mutate(name);
      if (!opened.ok) return opened.failure;
      onDone();
      return null;
    });

  const choose = (file: OpenedFile | null) =>
    submit(undefined, texts.open.checking, async () => {
      const chosen = await fileChoice.choose(
        '.gpkg',
        (uploadId, signal) => api.workspace.choose.mutate(uploadId, { signal }),
        file,
      );
      if (!chosen.ok) return chosen.failure;
      if (chosen.value) setOffered(chosen.value);
      return null;
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(() => {
    const { offeredFile } = app.stores.ui.getState();
    if (offeredFile) choose(offeredFile);
  }, []);

  if (offered) {
    // Only a file that was opened from the desktop has a name by which the other dialog finds it.
    const file = app.stores.ui.getState().offeredFile ?? undefined;
    return (
      <OfferedWorkspace
        offered={offered}
        isBusy={isBusy}
        failure={failure}
        onOpen={() => void open(offered.id, offered.fileName)}
        onRecover={() => void recover(offered.id)}
        onImport={file && (() => app.stores.ui.getState().offerFile(file, 'case-open'))}
        onBack={() => setOffered(undefined)}
      />
    );
  }
  return (
    <Stack gap={10}>
      <p className={styles.text}>{texts.open.about}</p>
      <WorkspaceFileList disabled={isBusy} onOpen={open} onRecover={recover} />
      {failure ? <FailureNote failure={failure} /> : null}
      {fileChoice.sending ? (
        <UploadState progress={fileChoice.sending} onCancel={fileChoice.cancel} />
      ) : isBusy ? (
        <LoadingState label={step} />
      ) : null}
      <NewWorkspaceForm name={name} onName={setName} disabled={isBusy} onCreate={createWorkspace} />
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={() => void choose(null)}>
          {texts.open.chooseFile}
        </Button>
        <Button onClick={onDone}>{texts.open.cancel}</Button>
      </div>
    </Stack>
  );
}

function WorkspaceFileList({
  disabled,
  onOpen,
  onRecover,
}: {
  readonly disabled: boolean;
  readonly onOpen: (id: string, title: string) => void;
  readonly onRecover: (id: string) => void;
}) {
  const files = useWorkspaceFiles();
  return (
    <>
      <QueryState query={files} title={texts.open.notListed} loading={texts.open.listing} />
      {files.data ? (
        <ul className={styles.list} aria-label={texts.open.list}>
          {files.data.map((file) => (
            <WorkspaceFileRow
              key={file.id}
              file={file}
              disabled={disabled}
              onOpen={() => onOpen(file.id, file.fileName)}
              onRecover={() => onRecover(file.id)}
            />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function NewWorkspaceForm({
  name,
  onName,
  disabled,
  onCreate,
}: {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly disabled: boolean;
  readonly onCreate: () => void;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCreate();
      }}
      aria-label={texts.open.newWorkspace}
    >
      <PanelHeading title={texts.open.newWorkspace} level={3} />
      <div className={styles.actions}>
        <TextInput
          aria-label={texts.open.newName}
          placeholder={texts.open.newNameExample}
          value={name}
          maxLength={80}
          onChange={(event) => onName(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button type="submit" disabled={name.trim() === '' || disabled}>
          {texts.open.create}
        </Button>
      </div>
    </form>
  );
}

const ownerTexts = { account: '', other: texts.file.otherAccount, 'set-aside': texts.file.setAside } as const;

/** A workspace file: its contents, and buttons to open or recover it. */
function WorkspaceFileRow({
  file,
  disabled,
  onOpen,
  onRecover,
}: {
  readonly file: WorkspaceFile;
  readonly disabled: boolean;
  readonly onOpen: () => void;
  readonly onRecover: () => void;
}) {
  const isInPlace = useSession((state) => state.session?.workspaceMissing !== undefined);
  const { inspection, fileName, isOpen, bytes, changedAt, belongs } = file;
  const title = (inspection.kind === 'workspace' ? inspection.name : null) ?? fileName;
  const facts = [
    ...(title === fileName ? [] : [fileName]),
    formatBytes(bytes),
    texts.file.changed(changedAt),
    ...(ownerTexts[belongs] ? [ownerTexts[belongs]] : []),
  ];
  return (
    <li className={styles.file} data-open={isOpen || undefined} aria-label={title}>
      <span className={styles.name}>{title}</span>
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <span className={styles.facts}>
        {inspection.kind === 'workspace' ? describeWorkspaceCounts(inspection.counts) : inspection.reason}
      </span>
      <span className={styles.fileActions}>
        {isOpen ? <span className="muted">{texts.file.open}</span> : null}
        {isOpen && isInPlace ? (
          <TextButton aria-label={texts.file.stayNamed(title)} disabled={disabled} onClick={onOpen}>
            {texts.file.stay}
          </TextButton>
        ) : null}
        {!isOpen && inspection.kind === 'workspace' ? (
          <TextButton aria-label={texts.file.openNamed(title)} disabled={disabled} onClick={onOpen}>
            {texts.file.openButton}
          </TextButton>
        ) : null}
        {inspection.kind === 'damaged' ? (
          <TextButton aria-label={texts.file.recoverNamed(title)} disabled={disabled} onClick={onRecover}>
            {texts.file.recover}
          </TextButton>
        ) : null}
      </span>
    </li>
  );
}

/** The contents of a chosen workspace file, before it is opened or recovered. */
function OfferedWorkspace({
  offered,
  isBusy,
  failure,
  onOpen,
  onRecover,
  onImport,
  onBack,
}: {
  readonly offered: {
    readonly fileName: string;
    readonly bytes: number;
    readonly inspection: WorkspaceInspection;
  };
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  readonly onOpen: () => void;
  readonly onRecover: () => void;
  /** Undefined where the file cannot be handed to the import. */
  readonly onImport: (() => void) | undefined;
  readonly onBack: () => void;
}) {
  const { inspection, fileName, bytes } = offered;
  return (
    <Stack gap={10}>
      {inspection.kind === 'workspace' ? (
        <FieldRows
          rows={[
            { label: texts.offered.file, value: fileName },
            { label: texts.offered.name, value: inspection.name ?? texts.offered.unnamed },
            { label: texts.offered.size, value: formatBytes(bytes) },
            { label: texts.offered.contents, value: describeWorkspaceCounts(inspection.counts) },
            ...(inspection.leftBehind
              ? [{ label: texts.case.leftBehind, value: texts.case.leftBehindParts(inspection.leftBehind) }]
              : []),
            { label: texts.offered.schema, value: inspection.schemaVersion },
          ]}
        />
      ) : (
        <Note tone="bad">
          {texts.offered.notAWorkspace(fileName)} {inspection.reason}
        </Note>
      )}
      {inspection.kind === 'workspace' ? <AgeNote age={inspection.age} /> : null}
      {failure ? <FailureNote failure={failure} title={texts.offered.notOpened} /> : null}
      <div className={styles.actions}>
        {inspection.kind === 'workspace' ? (
          <Button variant="filled" loading={isBusy} onClick={onOpen} data-autofocus>
            {texts.offered.open}
          </Button>
        ) : null}
        {inspection.kind === 'workspace' && onImport ? (
          <Button disabled={isBusy} onClick={onImport}>
            {texts.offered.importCase}
          </Button>
        ) : null}
        {inspection.kind === 'damaged' ? (
          <Button variant="filled" loading={isBusy} onClick={onRecover} data-autofocus>
            {texts.offered.recover}
          </Button>
        ) : null}
        <Button onClick={onBack}>{texts.offered.back}</Button>
      </div>
    </Stack>
  );
}

function AgeNote({ age }: { readonly age: 'current' | 'older' | 'newer' }) {
  if (age === 'current') return null;
  return <Note tone="warn">{age === 'older' ? texts.offered.older : texts.offered.newer}</Note>;
}
