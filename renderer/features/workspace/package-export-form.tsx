import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';
import { startJob } from '../../commands/start-job.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatQuantity } from '../../components/format.ts';
import { type ScopeChoice, useExportScopes } from '../export/use-export-scopes.ts';
import styles from './workspace.module.css';

/** Which detections the case is about, and whether their chips go along. */
export function PackageExportForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const scopes = useExportScopes();
  const hostKind = useSession((state) => state.hostKind);
  const [kind, setKind] = useState<ScopeChoice['kind']>(
    () => scopes.findLast(({ enabled }) => enabled)?.kind ?? 'all',
  );
  const [withChips, setWithChips] = useState(true);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const chosen = scopes.find((scope) => scope.kind === kind);

  async function start(event: FormEvent) {
    event.preventDefault();
    if (!chosen) return;
    setBusy(true);
    const scopeWords = describeScope(chosen).slice(0, 2000);
    const refused = await startJob(app, () =>
      app.api.workspace.writePackage.mutate({ scope: chosen.scope(), scopeWords, withChips }),
    );
    setBusy(false);
    if (refused) setFailure(refused);
    else onDone();
  }

  return (
    <form onSubmit={(event) => void start(event)} aria-label="Export case package">
      <Stack gap={10}>
        <p className={styles.text}>
          One zip with the raw records of these detections, footprints, reviews with their history, areas,
          saved searches and the versions of what made them. Sightline opens it again on another machine; the
          GeoJSON files in it open in any GIS.
        </p>
        <Radio.Group
          label="Detections"
          value={kind}
          onChange={(value) => setKind(value as ScopeChoice['kind'])}
        >
          <Stack gap={6} mt={4}>
            {scopes.map((scope) => (
              <Radio
                key={scope.kind}
                value={scope.kind}
                disabled={!scope.enabled}
                label={`${scope.title}: ${formatQuantity(scope.size, 'detection')}`}
                description={scope.remark}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          label="Image chips that are on this disk"
          description="Those that are missing are listed in the package."
          checked={withChips}
          onChange={(event) => setWithChips(event.currentTarget.checked)}
        />
        <span className="muted">
          A record is never cut: its other detections go along.
          {hostKind === 'browser' ? ' The file can be downloaded once it is written.' : ''}
        </span>
        {failure ? <FailureNote failure={failure} title="The package was not begun." /> : null}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="filled"
            loading={busy}
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

/** What the package's reader is told of its scope. */
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
