import { Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { formatQuantity } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { ExportScopeField } from '../../context/export-scope-field.tsx';
import { startJob } from '../../context/start-job.ts';
import { type ScopeChoice, useExportScopes } from '../../context/use-export-scopes.ts';
import { useHostKind } from '../../context/use-live-queries.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

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
    const scopeWords = describeScope(chosen).slice(0, 2000);
    const problem = await startJob(app, () =>
      app.api.workspace.writePackage.mutate({ scope: chosen.scope(), scopeWords, withChips }),
    );
    if (!problem) onDone();
    return problem;
  });

  return (
    <form onSubmit={submit} aria-label="Export case package">
      <Stack gap={10}>
        <p className={styles.text}>
          One zip with the raw records of these detections, footprints, reviews with their history, areas,
          saved searches and the versions of the processors. Sightline opens it again on another machine; the
          GeoJSON files in it open in any GIS.
        </p>
        <ExportScopeField scopes={scopes} kind={kind} onChange={setKind} />
        <Checkbox
          label="Image chips that are on this disk"
          description="Those that are missing are listed in the package."
          checked={withChips}
          onChange={(event) => setWithChips(event.currentTarget.checked)}
        />
        <span className="muted">
          Records are exported whole, including their other detections.
          {hostKind === 'browser' ? ' The file can be downloaded once it is written.' : ''}
        </span>
        {failure ? <FailureNote failure={failure} title="The export was not started." /> : null}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            disabled={!chosen || (kind !== 'all' && chosen.size === 0)}
            data-autofocus
          >
            Export package
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </Stack>
    </form>
  );
}

/** Describes the scope for the package's manifest. */
function describeScope({ kind, size, remark }: ScopeChoice): string {
  switch (kind) {
    case 'all':
      return 'everything in the workspace';
    case 'filter':
      return `detections filtered by ${remark}`;
    case 'ids':
      return formatQuantity(size, 'selected detection');
  }
}
