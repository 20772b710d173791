import { Button, Group, Menu, Modal, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTime } from '../../../../shared/format.ts';
import { describeLayer } from '../../../../shared/layers/describe-layer.ts';
import type { LayerSwap, VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { hasAreas } from '../../../../shared/results/layer-fields.ts';
import { layerListQuery } from '../../../api/live-queries.ts';
import { useApp } from '../../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../../context/edit-history.ts';
import { useLayers } from '../../../context/use-stores.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import itemList from '../../../ui/item-list.module.css';
import { Note } from '../../../ui/note.tsx';
import { notifyInfo } from '../../../ui/notify.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import styles from '../sources/sources.module.css';
import { texts } from '../texts.ts';
import { CategoryLegend } from './category-legend.tsx';
import { TableImportForm } from './table-import-form.tsx';
import { exportLayer, hideDetections, importLayerAreas, showAttributes } from './vector-layer-commands.ts';
import { VectorLayerForm } from './vector-layer-form.tsx';

/** The layers that the user imported: importing, changing and deleting them. */
export function VectorLayers() {
  const { commands, queries } = useApp();
  const layers = useQuery(layerListQuery(queries));
  const { data } = layers;
  const [edited, setEdited] = useState<VectorLayer | null>(null);
  const [replaced, setReplaced] = useState<VectorLayer | null>(null);
  const close = () => setEdited(null);
  return (
    <section aria-label={texts.own.title}>
      <PanelHeading title={texts.own.title}>
        <TextButton onClick={() => commands.run('layers.import')}>{texts.own.import}</TextButton>
      </PanelHeading>
      <QueryState query={layers} loading={texts.own.loading} />
      {data === null || data?.length === 0 ? <p className="muted">{texts.own.none}</p> : null}
      <ul className={itemList.list}>
        {(data ?? []).map((layer) => (
          <VectorLayerItem
            key={layer.id}
            layer={layer}
            onEdit={() => setEdited(layer)}
            onReplace={() => setReplaced(layer)}
          />
        ))}
      </ul>
      <TableImports />
      <Modal
        opened={edited !== null}
        onClose={close}
        title={texts.own.editNamed(edited?.name ?? '')}
        size={480}
      >
        {edited ? <VectorLayerForm layer={edited} onDone={close} /> : null}
      </Modal>
      <Modal
        opened={replaced !== null}
        onClose={() => setReplaced(null)}
        title={texts.own.replaceNamed(replaced?.name ?? '')}
        size={480}
      >
        {replaced ? (
          <ReplaceLayerForm
            layer={replaced}
            others={(data ?? []).filter(({ id }) => id !== replaced.id)}
            onDone={() => setReplaced(null)}
          />
        ) : null}
      </Modal>
    </section>
  );
}

/** The form of the first table whose columns are to be chosen. */
function TableImports() {
  const { stores } = useApp();
  const tables = useLayers((state) => state.tables);
  const [first] = tables;
  const close = () => stores.layers.getState().setTables(tables.slice(1));
  return (
    <Modal
      opened={first !== undefined}
      onClose={close}
      title={texts.tableForm.title(first?.name ?? '')}
      size="xl"
    >
      {first?.table ? (
        <TableImportForm key={first.file} {...first} table={first.table} onDone={close} />
      ) : null}
    </Modal>
  );
}

/** Replaces the content of a layer by that of a newer one, after what is added, removed and changed has been shown. */
function ReplaceLayerForm({
  layer,
  others,
  onDone,
}: {
  readonly layer: VectorLayer;
  /** The other layers, the newest last. */
  readonly others: readonly VectorLayer[];
  readonly onDone: () => void;
}) {
  const app = useApp();
  const [chosen, setChosen] = useState<string | null>(null);
  const newer = others.find(({ id }) => id === chosen) ?? others.at(-1);
  const { submit, isBusy, failure } = useSubmit(async () => {
    if (!newer) return null;
    const swap = { id: layer.id, otherId: newer.id, table: layer.table, otherTable: newer.table };
    const swapped = await callEdit(app, () => app.api.layers.swap.mutate(swap));
    if (!swapped.ok) return swapped.failure;
    const back: LayerSwap = { ...swap, table: newer.table, otherTable: layer.table };
    recordEdit(
      app,
      {
        name: texts.own.replacing(layer.name),
        undo: () => app.api.layers.swap.mutate(back),
        redo: () => app.api.layers.swap.mutate(swap),
      },
      texts.own.replaced(layer.name, newer.name),
    );
    onDone();
    return null;
  });
  return (
    <form onSubmit={submit} aria-label={texts.own.replaceNamed(layer.name)}>
      <Stack gap="sm">
        <p className="muted">{texts.own.replaceHint}</p>
        {newer ? (
          <>
            <NativeSelect
              label={texts.own.newerLayer}
              data-autofocus
              value={newer.id}
              data={others.toReversed().map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget: { value } }) => setChosen(value)}
            />
            <Comparison layer={layer} newer={newer} />
          </>
        ) : null}
        <Group>
          <TextButton onClick={() => app.commands.run('layers.import')}>{texts.own.importNewer}</TextButton>
        </Group>
        {failure ? <FailureNote failure={failure} title={texts.own.notReplaced} /> : null}
        <Group gap="xs">
          <Button type="submit" loading={isBusy} disabled={!newer}>
            {texts.own.replaceNow}
          </Button>
          <Button variant="default" onClick={onDone}>
            {texts.own.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Comparison({ layer, newer }: { readonly layer: VectorLayer; readonly newer: VectorLayer }) {
  const { queries } = useApp();
  const pair = { id: layer.id, otherId: newer.id };
  const comparison = useQuery(queries.layers.compare.queryOptions(pair));
  const { data, error } = comparison;
  if (error || !data) return <QueryState query={comparison} loading={texts.own.comparing} />;
  const { key, missingAttributes } = data;
  return (
    <div role="status">
      <p>{texts.own.comparison(data)}</p>
      <p className="muted">{key === null ? texts.own.matchedByGeometry : texts.own.matchedBy(key)}</p>
      {missingAttributes.length > 0 ? (
        <Note tone="warn">{texts.own.missingAttributes(missingAttributes)}</Note>
      ) : null}
    </div>
  );
}

/** A layer: its origin, date and license, and its actions. Deleting it needs a confirmation. */
function VectorLayerItem({
  layer,
  onEdit,
  onReplace,
}: {
  readonly layer: VectorLayer;
  readonly onEdit: () => void;
  readonly onReplace: () => void;
}) {
  const app = useApp();
  const { id, name, geometry, features, file, importedAt } = layer;
  const stated = describeLayer(layer);
  const [isConfirming, setConfirming] = useState(false);
  const { submit, isBusy, failure } = useSubmit(async () => {
    const removed = await app.api.layers.remove.mutate(id);
    if (!removed.ok) return removed.failure;
    setConfirming(false);
    notifyInfo(texts.own.deleted(name));
    return null;
  });
  return (
    <li className={itemList.item} aria-label={name}>
      <div className={itemList.itemHead}>
        <span>{name}</span>
        <span className={styles.kind}>{texts.own.content(features, geometry)}</span>
      </div>
      <p className={styles.facts}>{texts.own.imported(file, formatTime(importedAt))}</p>
      <p className={styles.facts}>{stated.charAt(0).toUpperCase() + stated.slice(1)}</p>
      {layer.style.categories ? (
        <CategoryLegend categories={layer.style.categories} color={layer.style.color} />
      ) : null}
      {isConfirming ? (
        <Note tone="warn">
          {texts.own.confirmDelete(features)}
          <div className={itemList.actions}>
            <Button size="compact-xs" color="red" variant="filled" loading={isBusy} onClick={() => submit()}>
              {texts.own.deleteNamed(name)}
            </Button>
            <Button size="compact-xs" data-autofocus onClick={() => setConfirming(false)}>
              {texts.own.cancel}
            </Button>
          </div>
          {failure ? <FailureNote failure={failure} title={texts.own.notDeleted} /> : null}
        </Note>
      ) : (
        <div className={itemList.actions}>
          <TextButton aria-label={texts.own.editNamed(name)} onClick={onEdit}>
            {texts.own.edit}
          </TextButton>
          <TextButton aria-label={texts.own.listNamed(name)} onClick={() => showAttributes(app, id)}>
            {texts.own.list}
          </TextButton>
          <TextButton aria-label={texts.own.hideNamed(name)} onClick={() => hideDetections(app, layer)}>
            {texts.own.hide}
          </TextButton>
          <Menu position="bottom-end">
            <Menu.Target>
              <TextButton aria-label={texts.own.moreNamed(name)}>{texts.own.more}</TextButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onReplace}>{texts.own.replace}</Menu.Item>
              {hasAreas(layer) ? (
                <Menu.Item onClick={() => void importLayerAreas(app, layer)}>
                  {texts.own.useAsAreas}
                </Menu.Item>
              ) : null}
              <Menu.Item onClick={() => void exportLayer(app, layer)}>{texts.own.export}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <TextButton aria-label={texts.own.deleteNamed(name)} onClick={() => setConfirming(true)}>
            {texts.own.delete}
          </TextButton>
        </div>
      )}
    </li>
  );
}
