import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportScopeInput } from '../../../shared/exchange/export-request.ts';
import { describeLeftBehind } from '../../../shared/workspace/case-file.ts';
import { useApp } from '../../context/app-context.tsx';
import { ExportScopeField } from '../../context/export-scope-field.tsx';
import { startJob } from '../../context/start-job.ts';
import { type ScopeChoice, useExportScopes } from '../../context/use-export-scopes.ts';
import { useHostKind, useLoadedLayers } from '../../context/use-live-queries.ts';
import { whenReviewsAreWritten } from '../../context/written-reviews.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { Note } from '../../ui/note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

/** The form for exporting a case: which detections, and whether to include their chips. */
export function CaseExportForm({ onDone }: { readonly onDone: () => void }) {
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
