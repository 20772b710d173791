import { Button, Modal, Radio, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ExportScopeInput } from '../../../shared/exchange/export-request.ts';
import { describeLeftBehind } from '../../../shared/workspace/case-file.ts';
import { useApp } from '../../context/app-context.tsx';
import { ExportScopeField } from '../../context/export-scope-field.tsx';
import { startJob } from '../../context/start-job.ts';
import { type ScopeChoice, useExportScopes } from '../../context/use-export-scopes.ts';
import { useHostKind, useLoadedLayers } from '../../context/use-live-queries.ts';
import { useSession, useUi } from '../../context/use-stores.ts';
import { useWorkspaceFiles } from '../../context/use-workspace-queries.ts';
import { whenReviewsAreWritten } from '../../context/written-reviews.ts';
import type { DialogName } from '../../stores/ui-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { Note } from '../../ui/note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
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

/** The form for exporting a case: which detections, and whether to include their chips. */
function CaseExportForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const scopes = useExportScopes();
  const hostKind = useHostKind();
  const [kind, setKind] = useState<ScopeChoice['kind']>(
    () => scopes.findLast(({ enabled }) => enabled)?.kind ?? 'all',
  );
  const parts = useState({ withChips: true, withLayers: true, withRules: false });
  const [{ withLayers, withRules }] = parts;
  const hasLayers = (useLoadedLayers()?.length ?? 0) > 0;
  const chosen = scopes.find((scope) => scope.kind === kind);

  const form = useFields(parts, async (included) => {
    if (!chosen) return null;
    const unwritten = await whenReviewsAreWritten(app.stores);
    if (unwritten) return unwritten;
    const scopeWords = describeScope(chosen).slice(0, 2000);
    const problem = await startJob(app, () =>
      app.api.workspace.writeCase.mutate({
        ...{ scope: chosen.scope(), scopeWords, ...included },
      }),
    );
    if (!problem) onDone();
    return problem;
  });

  return (
    <Form
      form={form}
      label={texts.exportCase.label}
      gap={10}
      rows={[
        <p key="about" className={styles.text}>
          {texts.exportCase.about}
        </p>,
        <ExportScopeField key="scope" scopes={scopes} kind={kind} onChange={setKind} />,
        { kind: 'check', name: 'withChips', label: texts.exportCase.chips, hint: texts.exportCase.chipsHint },
        { kind: 'check', name: 'withLayers', label: texts.exportCase.layers, shownIf: hasLayers },
        { kind: 'check', name: 'withRules', label: texts.exportCase.rules, hint: texts.exportCase.rulesHint },
      ]}
    >
      <span className="muted">
        {texts.exportCase.wholeRecords}
        {hostKind === 'browser' ? ` ${texts.exportCase.download}` : null}
      </span>
      {chosen ? <LeftBehind {...{ withLayers, withRules }} scope={chosen.scope()} /> : null}
      {form.failure ? <FailureNote failure={form.failure} title={texts.exportCase.notStarted} /> : null}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="filled"
          loading={form.isBusy}
          disabled={!chosen || (kind !== 'all' && chosen.size === 0)}
          data-autofocus
        >
          {texts.exportCase.start}
        </Button>
        <Button onClick={onDone}>{texts.exportCase.cancel}</Button>
      </div>
    </Form>
  );
}

/** Lists what the case leaves behind, before it is written. */
function LeftBehind(request: {
  readonly scope: ExportScopeInput;
  readonly withLayers: boolean;
  readonly withRules: boolean;
}) {
  const { queries } = useApp();
  const query = useQuery(
    queries.workspace.planCase.queryOptions(request, {
      placeholderData: keepPreviousData,
      gcTime: 0,
      staleTime: 0,
    }),
  );
  if (query.data === undefined)
    return (
      <QueryState query={query} title={texts.exportCase.notPlanned} loading={texts.exportCase.planning} />
    );
  return <Note tone="info">{describeLeftBehind(query.data)[0] ?? texts.exportCase.nothingLeft}</Note>;
}

/** Describes the scope, which the case states. */
function describeScope({ kind, size, remark }: ScopeChoice): string {
  switch (kind) {
    case 'all':
      return texts.exportCase.scopes.all;
    case 'filter':
      return texts.exportCase.scopes.filter(remark ?? '');
    case 'ids':
      return texts.exportCase.scopes.selected(size);
  }
}
