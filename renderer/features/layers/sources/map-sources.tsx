import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MapSource } from '../../../../shared/map-sources/map-source.ts';
import type { MapSourceState } from '../../../../shared/map-sources/map-source-state.ts';
import { sourceListQuery } from '../../../api/source-list-query.ts';
import { useApp } from '../../../context/app-context.tsx';
import { toFailure } from '../../../ui/failure-error.ts';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { Note } from '../../../ui/note.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { OfflineForm } from './offline-form.tsx';
import { SourceForm } from './source-form.tsx';
import { SourceItem } from './source-item.tsx';
import styles from './sources.module.css';
import { TileCacheForm } from './tile-cache-form.tsx';

type OpenDialog =
  | { readonly dialog: 'form'; readonly source: MapSource | null }
  | { readonly dialog: 'offline'; readonly source: MapSource };

/** The basemaps that the user added: adding, changing, fetching for offline use, and removing them. */
export function MapSources() {
  const { api } = useApp();
  const { data, error } = useQuery(sourceListQuery(api));
  const sources = data ?? [];
  const [open, setOpen] = useState<OpenDialog | null>(null);
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
      {data === undefined && !error ? <LoadingState label="Loading the sources" /> : null}
      {error ? <Note tone="bad">{toFailure(error).message}</Note> : null}
      {data?.length === 0 ? (
        <p className="muted">
          Your own maps and imagery: XYZ, WMS, WMTS, PMTiles, GeoTIFF. Nothing is fetched from the internet
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
