import { Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { ExportScopeField } from '../../context/export-scope-field.tsx';
import { startJob } from '../../context/start-job.ts';
import { type ScopeChoice, useExportScopes } from '../../context/use-export-scopes.ts';
import { useHostKind } from '../../context/use-live-queries.ts';
import { whenReviewsAreWritten } from '../../context/written-reviews.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

/** The form for exporting a case package: which detections, and whether to include their chips. */
export function PackageExportForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const scopes = useExportScopes();
  const hostKind = useHostKind();
  const [kind, setKind] = useState<ScopeChoice['kind']>(
    () => scopes.findLast(({ enabled }) => enabled)?.kind ?? 'all',
  );
  const [withChips, setWithChips] = useState(true);
  const chosen = scopes.find((scope) => scope.kind === kind);

  const { submit, isBusy, failure } = useSubmit(async () => {
    if (!chosen) return null;
    const unwritten = await whenReviewsAreWritten(app.stores);
    if (unwritten) return unwritten;
    const scopeWords = describeScope(chosen).slice(0, 2000);
    const problem = await startJob(app, () =>
      app.api.workspace.writePackage.mutate({ scope: chosen.scope(), scopeWords, withChips }),
    );
    if (!problem) onDone();
    return problem;
  });

  return (
    <form onSubmit={submit} aria-label={texts.exportPackage.label}>
      <Stack gap={10}>
        <p className={styles.text}>{texts.exportPackage.about}</p>
        <ExportScopeField scopes={scopes} kind={kind} onChange={setKind} />
        <Checkbox
          label={texts.exportPackage.chips}
          description={texts.exportPackage.chipsHint}
          checked={withChips}
          onChange={(event) => setWithChips(event.currentTarget.checked)}
        />
        <span className="muted">
          {texts.exportPackage.wholeRecords}
          {hostKind === 'browser' ? ` ${texts.exportPackage.download}` : null}
        </span>
        {failure ? <FailureNote failure={failure} title={texts.exportPackage.notStarted} /> : null}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            disabled={!chosen || (kind !== 'all' && chosen.size === 0)}
            data-autofocus
          >
            {texts.exportPackage.start}
          </Button>
          <Button onClick={onDone}>{texts.exportPackage.cancel}</Button>
        </div>
      </Stack>
    </form>
  );
}

/** Describes the scope for the package's manifest. */
function describeScope({ kind, size, remark }: ScopeChoice): string {
  switch (kind) {
    case 'all':
      return texts.exportPackage.scopes.all;
    case 'filter':
      return texts.exportPackage.scopes.filter(remark ?? '');
    case 'ids':
      return texts.exportPackage.scopes.selected(size);
  }
}
