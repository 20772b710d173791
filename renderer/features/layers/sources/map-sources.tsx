import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MapSource } from '../../../../shared/map-sources/map-source.ts';
import type { MapSourceState } from '../../../../shared/map-sources/map-source-state.ts';
import { sourceListQuery } from '../../../api/source-list-query.ts';
import { useApp } from '../../../context/app-context.tsx';
import { toFailure } from '../../../ui/failure-error.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
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
      ? texts.sources.dialog.offline(open.source.name)
      : open?.source
        ? texts.sources.dialog.edit(open.source.name)
        : texts.sources.dialog.add;
  return (
    <section aria-label={texts.sources.title}>
      <PanelHeading title={texts.sources.title}>
        <TextButton onClick={() => setOpen({ dialog: 'form', source: null })}>{texts.sources.add}</TextButton>
      </PanelHeading>
      {data === undefined && !error ? <LoadingState label={texts.sources.loading} /> : null}
      {error ? <FailureNote failure={toFailure(error)} /> : null}
      {data?.length === 0 ? <p className="muted">{texts.sources.none}</p> : null}
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
