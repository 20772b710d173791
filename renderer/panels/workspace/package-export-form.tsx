import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ExportScope } from '../../../shared/exchange/export-request.ts';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useSession, useWorkspace } from '../../app/use-stores.ts';
import { startJob } from '../../commands/start-job.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatQuantity } from '../../components/format.ts';
import { describeFilter } from '../dock/describe-filter.ts';
import { useFilteredCounts } from '../dock/use-filtered-counts.ts';
import styles from './workspace.module.css';

type ScopeKind = ExportScope['kind'];

/** Which detections the case is about, and whether their chips go along. */
export function PackageExportForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const { filter, selectedIds } = useResults((state) => state);
  const counts = useWorkspace((state) => state.counts);
  const hostKind = useSession((state) => state.hostKind);
  const filtered = useFilteredCounts();
  const parts = describeFilter(filter);
  const filterWords = parts.map(({ text }) => text).join(' · ');
  const [kind, setKind] = useState<ScopeKind>(() =>
    selectedIds.size > 0 ? 'ids' : parts.length > 0 ? 'filter' : 'all',
  );
  const [withChips, setWithChips] = useState(true);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const sizes = {
    all: counts.state === 'ready' ? counts.value.detections : 0,
    filter: filtered.data?.detections ?? 0,
    ids: selectedIds.size,
  };
  const scopes: Readonly<Record<ScopeKind, { readonly scope: ExportScope; readonly words: string }>> = {
    all: { scope: { kind: 'all' }, words: 'everything in the workspace' },
    filter: { scope: { kind: 'filter', filter }, words: `detections filtered by ${filterWords}` },
    ids: {
      scope: { kind: 'ids', ids: [...selectedIds] },
      words: `${formatQuantity(selectedIds.size, 'selected detection')}`,
    },
  };

  async function start(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const { scope, words } = scopes[kind];
    const refused = await startJob(app, () =>
      app.api.workspace.writePackage.mutate({ scope, scopeWords: words.slice(0, 2000), withChips }),
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
        <Radio.Group label="Detections" value={kind} onChange={(value) => setKind(value as ScopeKind)}>
          <Stack gap={6} mt={4}>
            <Radio value="all" label={`All: ${formatQuantity(sizes.all, 'detection')}`} />
            <Radio
              value="filter"
              disabled={parts.length === 0}
              label={`Filtered: ${formatQuantity(sizes.filter, 'detection')}`}
              description={filterWords || 'No filter is set.'}
            />
            <Radio
              value="ids"
              disabled={selectedIds.size === 0}
              label={`Selected: ${formatQuantity(sizes.ids, 'detection')}`}
            />
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
          <Button type="submit" variant="filled" loading={busy} disabled={sizes[kind] === 0} data-autofocus>
            Export package
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </Stack>
    </form>
  );
}
