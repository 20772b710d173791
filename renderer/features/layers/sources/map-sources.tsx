import { Button, Group, Modal } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatBytes } from '../../../../shared/format.ts';
import { type MapSource, mapSourceKindTitles } from '../../../../shared/map-sources/map-source.ts';
import type {
  MapSourceState,
  OfflinePlan,
  OfflineRequest,
} from '../../../../shared/map-sources/map-source-state.ts';
import { getTileGrid, minLevelOf } from '../../../../shared/map-sources/source-grid.ts';
import { levelAtZoom } from '../../../../shared/map-sources/tile-grid.ts';
import { parseWebAddress } from '../../../../shared/map-sources/web-address.ts';
import { useApp } from '../../../context/app-context.tsx';
import { startJob } from '../../../context/start-job.ts';
import { useSources } from '../../../context/use-stores.ts';
import { explainSourceStatus } from '../../../map/sources/source-status.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { Form, FormRows } from '../../../ui/form/form.tsx';
import { useFields } from '../../../ui/form/use-fields.ts';
import itemList from '../../../ui/item-list.module.css';
import { Note } from '../../../ui/note.tsx';
import { notifyFailure, notifyInfo } from '../../../ui/notify.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';
import { SourceForm } from './source-form.tsx';
import styles from './sources.module.css';
import { TileCacheForm } from './tile-cache-form.tsx';

type OpenDialog =
  | { readonly dialog: 'form'; readonly source: MapSource | null }
  | { readonly dialog: 'offline'; readonly source: MapSource };

/** The basemaps that the user added: adding, changing, fetching for offline use, and removing them. */
export function MapSourceList() {
  const { queries } = useApp();
  const list = useQuery(queries.mapSources.list.queryOptions());
  const sources = list.data ?? [];
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);
  const title =
    open?.dialog === 'offline'
      ? texts.sources.dialog.offline(open.source.name)
      : open?.source
        ? texts.sources.dialog.edit(open.source.name)
        : texts.sources.dialog.add;
  return (
    <section aria-label={texts.sources.title}>
      <PanelHeading title={texts.sources.title}>
        <TextButton onClick={() => setOpen({ dialog: 'form', source: null })}>{texts.sources.add}</TextButton>
      </PanelHeading>
      <QueryState query={list} loading={texts.sources.loading} />
      {list.data?.length === 0 ? <p className="muted">{texts.sources.none}</p> : null}
      <ul className={itemList.list}>
        {sources.map((state) => (
          <SourceItem
            key={state.source.id}
            state={state}
            onEdit={() => setOpen({ dialog: 'form', source: state.source })}
            onOffline={() => setOpen({ dialog: 'offline', source: state.source })}
          />
        ))}
      </ul>
      {sources.some(hasTiles) ? <TileCacheForm /> : null}
      <Modal opened={open !== null} onClose={close} title={title} size={580}>
        {open?.dialog === 'form' ? <SourceForm source={open.source} onDone={close} /> : null}
        {open?.dialog === 'offline' ? <OfflineForm source={open.source} onDone={close} /> : null}
      </Modal>
    </section>
  );
}

function hasTiles({ cached }: MapSourceState): boolean {
  return cached !== null;
}

/** A source: its kind, status and actions. Removing it needs a confirmation. */
function SourceItem({
  state: { source, cached, file },
  onEdit,
  onOffline,
}: {
  readonly state: MapSourceState;
  readonly onEdit: () => void;
  readonly onOffline: () => void;
}) {
  const { api, stores } = useApp();
  const status = useSources(({ statuses }) => statuses[source.id]);
  const [isConfirming, setConfirming] = useState(false);
  const { name } = source;

  const { submit, isBusy, failure } = useSubmit(async () => {
    const removed = await api.mapSources.remove.mutate(source.id);
    if (!removed.ok) return removed.failure;
    setConfirming(false);
    notifyInfo(texts.source.removed(name));
    return null;
  });
  async function clear() {
    const cleared = await api.mapSources.clearTiles.mutate(source.id);
    if (cleared.ok) notifyInfo(texts.source.tilesDeleted(name));
    else notifyFailure(cleared.failure, texts.source.tilesNotDeleted);
  }

  const problem = file?.problem ?? (status && explainSourceStatus(status));
  const hasTiles = cached !== null && cached.tiles > 0;
  return (
    <li className={itemList.item} aria-label={name}>
      <div className={itemList.itemHead}>
        <span>{name}</span>
        <span className={styles.kind}>{mapSourceKindTitles[source.kind]}</span>
      </div>
      <p className={styles.facts}>
        {locationOf(source)}
        {file?.bytes == null ? '' : ` · ${formatBytes(file.bytes)}`}
        {hasTiles ? ` · ${texts.source.tilesOnDisk(cached.tiles, cached.bytes)}` : ''}
      </p>
      {problem == null ? null : (
        <p className={styles.problem} role="status">
          <FailureText failure={problem} />{' '}
          <TextButton onClick={() => stores.sources.getState().retry()}>{texts.source.tryAgain}</TextButton>
        </p>
      )}
      {isConfirming ? (
        <Note tone="warn">
          {hasTiles ? texts.source.confirmRemoveWithTiles : texts.source.confirmRemove}{' '}
          {file && file.problem === null ? texts.source.originalStays : null}
          <div className={itemList.actions}>
            <Button size="compact-xs" color="red" variant="filled" loading={isBusy} onClick={() => submit()}>
              {texts.source.removeNamed(name)}
            </Button>
            <Button size="compact-xs" data-autofocus onClick={() => setConfirming(false)}>
              {texts.source.cancel}
            </Button>
          </div>
          {failure ? <FailureNote failure={failure} title={texts.source.notRemoved} /> : null}
        </Note>
      ) : (
        <div className={itemList.actions}>
          <TextButton aria-label={texts.source.editNamed(name)} onClick={onEdit}>
            {texts.source.edit}
          </TextButton>
          {cached ? (
            <TextButton aria-label={texts.source.offlineNamed(name)} onClick={onOffline}>
              {texts.source.offline}
            </TextButton>
          ) : null}
          {hasTiles ? (
            <TextButton aria-label={texts.source.clearNamed(name)} onClick={() => void clear()}>
              {texts.source.clear}
            </TextButton>
          ) : null}
          <TextButton aria-label={texts.source.removeNamed(name)} onClick={() => setConfirming(true)}>
            {texts.source.remove}
          </TextButton>
        </div>
      )}
    </li>
  );
}

/** Host or file name; a full address may contain a key and is not shown. */
function locationOf(source: MapSource): string {
  if ('fileName' in source && source.fileName !== '') return source.fileName;
  if (source.kind === 'geotiff') return source.fileName;
  return parseWebAddress(source.address.replaceAll(/[{}]/g, ''))?.host ?? source.address;
}

/** A form that fetches zoom levels of the current extent for offline use, with a preview of the tile count. */
function OfflineForm({ source, onDone }: { readonly source: MapSource; readonly onDone: () => void }) {
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
        <PrimaryButton
          type="submit"
          loading={form.isBusy}
          disabled={!plan.data || plan.data.missing === 0 || plan.data.refusal !== null}
        >
          {texts.offline.fetch}
        </PrimaryButton>
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
