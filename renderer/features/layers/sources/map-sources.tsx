import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { MapSource } from '../../../../shared/map-sources/map-source.ts';
import type { MapSourceState } from '../../../../shared/map-sources/map-source-state.ts';
import { useSources } from '../../../app/use-stores.ts';
import { LoadingState } from '../../../components/loading-state.tsx';
import { Note } from '../../../components/note.tsx';
import { PanelHeading } from '../../../components/panel-heading.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import { knownSources } from '../../../stores/sources-store.ts';
import { OfflineForm } from './offline-form.tsx';
import { SourceForm } from './source-form.tsx';
import { SourceItem } from './source-item.tsx';
import styles from './sources.module.css';
import { TileCacheForm } from './tile-cache-form.tsx';

type Open =
  | { readonly dialog: 'form'; readonly source: MapSource | null }
  | { readonly dialog: 'offline'; readonly source: MapSource };

/** The user's own basemaps: adding, changing, keeping them for offline use, taking them away. */
export function MapSources() {
  const list = useSources((state) => state.list);
  const sources = useSources(knownSources);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const title =
    open?.dialog === 'offline'
      ? `${open.source.name} for offline use`
      : open?.source
        ? `Edit ${open.source.name}`
        : 'Add a source';
  return (
    <section aria-label="Your sources">
      <PanelHeading title="Your sources">
        <TextButton onClick={() => setOpen({ dialog: 'form', source: null })}>Add a source…</TextButton>
      </PanelHeading>
      {list.state === 'loading' ? <LoadingState label="Reading the sources" /> : null}
      {list.state === 'failed' ? <Note tone="bad">{list.message}</Note> : null}
      {list.state === 'ready' && sources.length === 0 ? (
        <p className="muted">
          Maps and images of your own: XYZ, WMS, WMTS, PMTiles, GeoTIFF. Nothing is fetched from the internet
          unless you add it here.
        </p>
      ) : null}
      <ul className={styles.list}>
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
      <Modal
        opened={open !== null}
        onClose={close}
        title={title}
        size={580}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {open?.dialog === 'form' ? <SourceForm source={open.source} onDone={close} /> : null}
        {open?.dialog === 'offline' ? <OfflineForm source={open.source} onDone={close} /> : null}
      </Modal>
    </section>
  );
}

function hasTiles({ cached }: MapSourceState): boolean {
  return cached !== null;
}
