import { Button } from '@mantine/core';
import { useState } from 'react';
import { kindTitles, type MapSource } from '../../../../shared/map-sources/map-source.ts';
import type { MapSourceState } from '../../../../shared/map-sources/map-source-state.ts';
import { readWebAddress } from '../../../../shared/map-sources/web-address.ts';
import { ask } from '../../../api/ask.ts';
import { useApp } from '../../../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../../../app/notify.tsx';
import { useSources } from '../../../app/use-stores.ts';
import { formatBytes, formatQuantity } from '../../../components/format.ts';
import { Note } from '../../../components/note.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import { describeStatus } from '../../../stores/sources-store.ts';
import styles from './sources.module.css';

/** One source: what it is, how it does, and what can be done with it. It is removed after a question. */
export function SourceItem({
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
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const { name } = source;

  async function remove() {
    setBusy(true);
    const removed = await ask(() => api.mapSources.remove.mutate(source.id));
    setBusy(false);
    setAsks(false);
    if (removed.ok) notifyInfo(`The source “${name}” is removed.`);
    else notifyFailure(removed.failure, 'The source was not removed.');
  }
  async function clear() {
    const cleared = await ask(() => api.mapSources.clearTiles.mutate(source.id));
    if (cleared.ok) notifyInfo(`The kept tiles of “${name}” are deleted.`);
    else notifyFailure(cleared.failure, 'The tiles were not deleted.');
  }

  const problem = file?.problem ?? (status && describeStatus(status));
  const hasTiles = cached !== null && cached.tiles > 0;
  return (
    <li className={styles.item} aria-label={name}>
      <div className={styles.itemHead}>
        <span>{name}</span>
        <span className={styles.kind}>{kindTitles[source.kind]}</span>
      </div>
      <p className={styles.facts}>
        {placeOf(source)}
        {file?.bytes == null ? '' : ` · ${formatBytes(file.bytes)}`}
        {hasTiles
          ? ` · ${formatQuantity(cached.tiles, 'tile')} on this disk (${formatBytes(cached.bytes)})`
          : ''}
      </p>
      {problem == null ? null : (
        <p className={styles.problem} role="status">
          {problem} <TextButton onClick={() => stores.sources.getState().retry()}>Try again</TextButton>
        </p>
      )}
      {asks ? (
        <Note tone="warn">
          Remove this source{hasTiles ? ' and its tiles on this disk' : ''}?
          {file && file.problem === null ? ' A file of yours stays where it is; a copy is deleted.' : ''}
          <div className={styles.actions}>
            <Button
              size="compact-xs"
              color="red"
              variant="filled"
              loading={busy}
              onClick={() => void remove()}
            >
              Remove {name}
            </Button>
            <Button size="compact-xs" data-autofocus onClick={() => setAsks(false)}>
              Keep it
            </Button>
          </div>
        </Note>
      ) : (
        <div className={styles.actions}>
          <TextButton aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </TextButton>
          {cached ? (
            <TextButton aria-label={`Keep ${name} for offline use`} onClick={onOffline}>
              Keep offline…
            </TextButton>
          ) : null}
          {hasTiles ? (
            <TextButton aria-label={`Clear the tiles of ${name}`} onClick={() => void clear()}>
              Clear tiles
            </TextButton>
          ) : null}
          <TextButton aria-label={`Remove ${name}`} onClick={() => setAsks(true)}>
            Remove
          </TextButton>
        </div>
      )}
    </li>
  );
}

/** Server or file; an address may hold a key, which need not stand on the screen. */
function placeOf(source: MapSource): string {
  if ('fileName' in source && source.fileName !== '') return source.fileName;
  if (source.kind === 'geotiff') return source.fileName;
  return readWebAddress(source.address.replaceAll(/[{}]/g, ''))?.host ?? source.address;
}
