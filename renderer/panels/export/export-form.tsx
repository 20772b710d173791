import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import type { Api } from '../../api/client.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useSession, useWorkspace } from '../../app/use-stores.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatQuantity } from '../../components/format.ts';
import { describeFilter } from '../dock/describe-filter.ts';
import { useFilteredCounts } from '../dock/use-filtered-counts.ts';

type ExportScope = Parameters<Api['exchange']['export']['mutate']>[0]['scope'];
type ScopeKind = ExportScope['kind'];

/** Which detections, and whether the footprints of their sensors go into a second file. */
export function ExportForm({ onDone }: { readonly onDone: () => void }) {
  const { api, stores } = useApp();
  const { filter, selectedIds } = useResults((state) => state);
  const counts = useWorkspace((state) => state.counts);
  const hostKind = useSession((state) => state.hostKind);
  const filtered = useFilteredCounts();
  const parts = describeFilter(filter);
  const [kind, setKind] = useState<ScopeKind>(() =>
    selectedIds.size > 0 ? 'ids' : parts.length > 0 ? 'filter' : 'all',
  );
  const [withFootprints, setWithFootprints] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const sizes = {
    all: counts.state === 'ready' ? counts.value.detections : 0,
    filter: filtered.data?.detections ?? 0,
    ids: selectedIds.size,
  };

  function scope(): ExportScope {
    switch (kind) {
      case 'all':
        return { kind };
      case 'filter':
        return { kind, filter };
      case 'ids':
        return { kind, ids: [...selectedIds] };
    }
  }

  async function start(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const started = await api.exchange.export.mutate({ scope: scope(), options: { format: 'geojson', footprints: withFootprints } });
      if (!started.ok) setFailure(started.failure);
      else {
        const job = started.value;
        if (job) {
          // The event may have come first.
          stores.workspace.setState(({ jobs }) =>
            jobs.some(({ id }) => id === job.id) ? {} : { jobs: [job, ...jobs] },
          );
        }
        onDone();
      }
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={start} aria-label="Export">
      <Stack gap={10}>
        <Radio.Group label="Detections" value={kind} onChange={(value) => setKind(value as ScopeKind)}>
          <Stack gap={6} mt={4}>
            <Radio value="all" label={`All: ${formatQuantity(sizes.all, 'detection')}`} />
            <Radio
              value="filter"
              disabled={parts.length === 0}
              label={`Filtered: ${formatQuantity(sizes.filter, 'detection')}`}
              description={parts.map(({ text }) => text).join(' · ') || 'No filter is set.'}
            />
            <Radio
              value="ids"
              disabled={selectedIds.size === 0}
              label={`Selected: ${formatQuantity(sizes.ids, 'detection')}`}
              description={
                selectedIds.size === 0
                  ? 'Select rows in the table with Ctrl, Shift or Space first.'
                  : undefined
              }
            />
          </Stack>
        </Radio.Group>
        <Checkbox
          label="Sensor footprints as a second file"
          checked={withFootprints}
          onChange={(event) => setWithFootprints(event.currentTarget.checked)}
        />
        <span className="muted">
          RFC 7946, longitude and latitude on WGS 84. Record, times, sensor, angles and analytic are copied
          into the properties of each detection.
          {hostKind === 'browser' ? ' The file can be downloaded once it is written.' : ''}
        </span>
        {failure ? <FailureNote failure={failure} title="The export was not started." /> : null}
        <div style={{ display: 'flex', gap: 8 }}>
          <Button type="submit" variant="filled" loading={busy} disabled={sizes[kind] === 0} data-autofocus>
            Export {formatQuantity(sizes[kind], 'detection')}
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </Stack>
    </form>
  );
}
