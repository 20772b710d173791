import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatBytes, formatCount, formatQuantity } from '../../../../shared/format.ts';
import type { MapSource } from '../../../../shared/map-sources/map-source.ts';
import type { OfflinePlan, OfflineRequest } from '../../../../shared/map-sources/map-source-state.ts';
import { getTileGrid, minLevelOf } from '../../../../shared/map-sources/source-grid.ts';
import { levelAtZoom } from '../../../../shared/map-sources/tile-grid.ts';
import { useApp } from '../../../context/app-context.tsx';
import { startJob } from '../../../context/start-job.ts';
import { toFailure, unwrap } from '../../../ui/failure-error.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';

import { Note } from '../../../ui/note.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';

/** A form that fetches zoom levels of the current extent for offline use, with a preview of the tile count. */
export function OfflineForm({ source, onDone }: { readonly source: MapSource; readonly onDone: () => void }) {
  const app = useApp();
  const [box] = useState(() => app.engine.viewBox());
  const [range, setRange] = useState(() => initialRange(source, app.engine.view().zoom));
  const isWhole = Number.isInteger(range.from) && Number.isInteger(range.to) && range.from <= range.to;
  const request: OfflineRequest | null =
    box && isWhole ? { sourceId: source.id, box: [...box], fromLevel: range.from, toLevel: range.to } : null;
  const plan = useQuery({
    queryKey: ['map-sources', 'offline-plan', request],
    queryFn: async () => (request ? unwrap(await app.api.mapSources.planOffline.query(request)) : null),
    enabled: request !== null,
    gcTime: 0,
  });

  const { submit, isBusy, failure } = useSubmit(async () => {
    if (!request) return null;
    const jobFailure = await startJob(app, () => app.api.mapSources.fetchOffline.mutate(request));
    if (!jobFailure) onDone();
    return jobFailure ?? null;
  });

  if (!box) return <Note tone="warn">The map is not visible. Show it, then try again.</Note>;
  return (
    <form onSubmit={submit} aria-label="Fetch tiles for offline use">
      <Stack gap={10}>
        <p style={{ margin: 0 }}>
          Fetches the tiles of the current map extent to this disk. Tiles that you view are cached in any
          case.
        </p>
        <Group gap="xs" align="flex-start">
          <NumberInput
            label="Min zoom"
            data-autofocus
            allowDecimal={false}
            min={range.first}
            max={range.last}
            value={range.from}
            onChange={(from) => setRange({ ...range, from: Number(from) })}
          />
          <NumberInput
            label="Max zoom"
            allowDecimal={false}
            min={range.first}
            max={range.last}
            value={range.to}
            onChange={(to) => setRange({ ...range, to: Number(to) })}
          />
        </Group>
        {isWhole ? null : <Note tone="warn">Min zoom must not be greater than max zoom.</Note>}
        {plan.error ? <FailureNote failure={toFailure(plan.error)} /> : null}
        {plan.isFetching ? <LoadingState label="Counting tiles…" /> : null}
        {plan.data ? <PlanText plan={plan.data} /> : null}
        <p className="muted" style={{ margin: 0 }}>
          Some operators prohibit bulk downloads. Check their terms first. At most two tiles are requested
          from a server at a time.
        </p>
        {failure ? <FailureNote failure={failure} /> : null}
        <Group gap="xs">
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
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
        ? 'all are already on this disk.'
        : `${formatCount(missing)} of them ${missing === 1 ? 'is' : 'are'} missing${size}.`}
    </p>
  );
}

/** The current zoom level and the next two larger ones, within those of the source. */
function initialRange(source: MapSource, zoom: number) {
  if (source.kind === 'geotiff') return { first: 0, last: 0, from: 0, to: 0 };
  const grid = getTileGrid(source);
  const first = minLevelOf(source);
  const last = grid.levels.length - 1;
  const from = Math.min(last, Math.max(first, levelAtZoom(grid, zoom)));
  return { first, last, from, to: Math.min(last, from + 2) };
}
