import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { formatTime } from '../../../../shared/format.ts';
import { describeLayer } from '../../../../shared/layers/describe-layer.ts';
import type { VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { hasAreas } from '../../../../shared/results/layer-fields.ts';
import { useApp } from '../../../context/app-context.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Note } from '../../../ui/note.tsx';
import { notifyInfo } from '../../../ui/notify.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import styles from '../sources/sources.module.css';
import { texts } from '../texts.ts';
import { CategoryLegend } from './category-legend.tsx';
import { exportLayer, hideDetections, importAreas, showAttributes } from './layer-actions.ts';

/** A layer: its origin, date and license, and its actions. Deleting it needs a confirmation. */
export function VectorLayerItem({
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
    <li className={styles.item} aria-label={name}>
      <div className={styles.itemHead}>
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
          <div className={styles.actions}>
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
        <div className={styles.actions}>
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
                <Menu.Item onClick={() => void importAreas(app, layer)}>{texts.own.useAsAreas}</Menu.Item>
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
