import { Button, Group } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MapSource } from '../../../../shared/map-sources/map-source.ts';
import type { OfflinePlan, OfflineRequest } from '../../../../shared/map-sources/map-source-state.ts';
import { getTileGrid, minLevelOf } from '../../../../shared/map-sources/source-grid.ts';
import { levelAtZoom } from '../../../../shared/map-sources/tile-grid.ts';
import { useApp } from '../../../context/app-context.tsx';
import { startJob } from '../../../context/start-job.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Form, FormRows } from '../../../ui/form/form.tsx';
import { useFields } from '../../../ui/form/use-fields.ts';
import { Note } from '../../../ui/note.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { texts } from '../texts.ts';

/** A form that fetches zoom levels of the current extent for offline use, with a preview of the tile count. */
export function OfflineForm({ source, onDone }: { readonly source: MapSource; readonly onDone: () => void }) {
  const app = useApp();
  const [box] = useState(() => app.engine.camera.viewBox());
  const typed = useState(() => initialRange(source, app.engine.camera.state.zoom));
  const [range] = typed;
  const levelRow = (name: 'from' | 'to') => ({
    ...({ kind: 'number', name, allowDecimal: false, min: range.first, max: range.last } as const),
    value: range[name],
    onChange: (level: number | string) => form.change({ [name]: Number(level) }),
  });
  const isWhole = Number.isInteger(range.from) && Number.isInteger(range.to) && range.from <= range.to;
  const request: OfflineRequest | null =
    box && isWhole ? { sourceId: source.id, box: [...box], fromLevel: range.from, toLevel: range.to } : null;
  const plan = useQuery(app.queries.mapSources.planOffline.queryOptions(request ?? skipToken, { gcTime: 0 }));

  const form = useFields(typed, async () => {
    if (!request) return null;
    const jobFailure = await startJob(app, () => app.api.mapSources.fetchOffline.mutate(request));
    if (!jobFailure) onDone();
    return jobFailure ?? null;
  });

  if (!box) return <Note tone="warn">{texts.offline.noMap}</Note>;
  return (
    <Form
      form={form}
      label={texts.offline.label}
      gap={10}
      rows={[
        <p key="about" style={{ margin: 0 }}>
          {texts.offline.about}
        </p>,
        <Group key="levels" gap="xs" align="flex-start">
          <FormRows
            form={form}
            rows={[
              { ...levelRow('from'), label: texts.offline.minZoom, 'data-autofocus': true },
              { ...levelRow('to'), label: texts.offline.maxZoom },
            ]}
          />
        </Group>,
      ]}
    >
      {isWhole ? null : <Note tone="warn">{texts.offline.zoomOrder}</Note>}
      <QueryState
        query={{ error: plan.error, refetch: plan.refetch }}
        loading={plan.isFetching ? texts.offline.counting : undefined}
      />
      {plan.data ? <PlanText plan={plan.data} /> : null}
      <p className="muted" style={{ margin: 0 }}>
        {texts.offline.terms}
      </p>
      {form.failure ? <FailureNote failure={form.failure} /> : null}
      <Group gap="xs">
        <Button
          type="submit"
          variant="filled"
          loading={form.isBusy}
          disabled={!plan.data || plan.data.missing === 0 || plan.data.refusal !== null}
        >
          {texts.offline.fetch}
        </Button>
        <Button onClick={onDone}>{texts.offline.cancel}</Button>
      </Group>
    </Form>
  );
}

function PlanText({ plan: { tiles, missing, estimatedBytes, refusal } }: { readonly plan: OfflinePlan }) {
  if (refusal !== null) return <Note tone="warn">{refusal}</Note>;

  return (
    <p style={{ margin: 0 }} aria-live="polite">
      {missing === 0 ? texts.offline.allOnDisk(tiles) : texts.offline.missing(tiles, missing, estimatedBytes)}
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
