import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MapSource } from '../../../../shared/map-sources/map-source.ts';
import type { OfflinePlan, OfflineRequest } from '../../../../shared/map-sources/map-source-state.ts';
import { firstLevelOf, gridOf } from '../../../../shared/map-sources/source-grid.ts';
import { levelAtZoom } from '../../../../shared/map-sources/tile-grid.ts';
import type { Failure } from '../../../../shared/result.ts';
import { toFailure, unwrap } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { startJob } from '../../../commands/start-job.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import { formatBytes, formatCount, formatQuantity } from '../../../components/format.ts';
import { LoadingState } from '../../../components/loading-state.tsx';
import { Note } from '../../../components/note.tsx';

/** Which levels of what the map shows are to be fetched; how many tiles that is is told before. */
export function OfflineForm({ source, onDone }: { readonly source: MapSource; readonly onDone: () => void }) {
  const app = useApp();
  const [box] = useState(() => app.engine.viewBox());
  const [range, setRange] = useState(() => firstRange(source, app.engine.view().zoom));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const isWhole = Number.isInteger(range.from) && Number.isInteger(range.to) && range.from <= range.to;
  const request: OfflineRequest | null =
    box && isWhole ? { sourceId: source.id, box: [...box], fromLevel: range.from, toLevel: range.to } : null;
  const plan = useQuery({
    queryKey: ['map-sources', 'offline-plan', request],
    queryFn: async () => (request ? unwrap(await app.api.mapSources.planOffline.query(request)) : null),
    enabled: request !== null,
    gcTime: 0,
  });

  async function start(event: FormEvent) {
    event.preventDefault();
    if (!request) return;
    setBusy(true);
    const refused = await startJob(app, () => app.api.mapSources.fetchOffline.mutate(request));
    setBusy(false);
    if (refused) setFailure(refused);
    else onDone();
  }

  if (!box) return <Note tone="warn">The map has no size. Open it, then try again.</Note>;
  return (
    <form onSubmit={(event) => void start(event)} aria-label="Keep tiles for offline use">
      <Stack gap={10}>
        <p style={{ margin: 0 }}>
          Tiles of what the map shows now are fetched and kept on this disk. What you look at is kept anyway.
        </p>
        <Group gap="xs" align="flex-start">
          <NumberInput
            label="From zoom"
            data-autofocus
            allowDecimal={false}
            min={range.first}
            max={range.last}
            value={range.from}
            onChange={(from) => setRange({ ...range, from: Number(from) })}
          />
          <NumberInput
            label="To zoom"
            allowDecimal={false}
            min={range.first}
            max={range.last}
            value={range.to}
            onChange={(to) => setRange({ ...range, to: Number(to) })}
          />
        </Group>
        {isWhole ? null : <Note tone="warn">“From” must not be greater than “to”.</Note>}
        {plan.error ? <FailureNote failure={toFailure(plan.error)} /> : null}
        {plan.isFetching ? <LoadingState label="Counting the tiles" /> : null}
        {plan.data ? <PlanText plan={plan.data} /> : null}
        <p className="muted" style={{ margin: 0 }}>
          Some operators forbid to fetch many tiles ahead. Ask first where you do not know. No server is asked
          for more than two at a time.
        </p>
        {failure ? <FailureNote failure={failure} /> : null}
        <Group gap="xs">
          <Button
            type="submit"
            variant="filled"
            loading={busy}
            disabled={!plan.data || plan.data.missing === 0 || plan.data.refusal !== null}
          >
            Fetch tiles
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </Group>
      </Stack>
    </form>
  );
}

function PlanText({ plan: { tiles, missing, estimatedBytes, refusal } }: { readonly plan: OfflinePlan }) {
  if (refusal !== null) return <Note tone="warn">{refusal}</Note>;
  const size = estimatedBytes === null ? '' : `, about ${formatBytes(estimatedBytes)}`;
  return (
    <p style={{ margin: 0 }} aria-live="polite">
      {formatQuantity(tiles, 'tile')};{' '}
      {missing === 0
        ? 'all are on this disk already.'
        : `${formatCount(missing)} of them ${missing === 1 ? 'is' : 'are'} missing${size}.`}
    </p>
  );
}

/** The level that is seen and two nearer ones. */
function firstRange(source: MapSource, zoom: number) {
  if (source.kind === 'geotiff') return { first: 0, last: 0, from: 0, to: 0 };
  const grid = gridOf(source);
  const first = firstLevelOf(source);
  const last = grid.levels.length - 1;
  const from = Math.min(last, Math.max(first, levelAtZoom(grid, zoom)));
  return { first, last, from, to: Math.min(last, from + 2) };
}
