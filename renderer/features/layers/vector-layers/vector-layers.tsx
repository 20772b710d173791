import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { layerListQuery } from '../../../api/live-queries.ts';
import { useApp } from '../../../context/app-context.tsx';
import { toFailure } from '../../../ui/failure-error.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import styles from '../sources/sources.module.css';
import { texts } from '../texts.ts';
import { ReplaceLayerForm } from './replace-layer-form.tsx';
import { VectorLayerForm } from './vector-layer-form.tsx';
import { VectorLayerItem } from './vector-layer-item.tsx';

/** The layers that the user imported: importing, changing and deleting them. */
export function VectorLayers() {
  const { api, commands } = useApp();
  const { data, error } = useQuery(layerListQuery(api));
  const [edited, setEdited] = useState<VectorLayer | null>(null);
  const [replaced, setReplaced] = useState<VectorLayer | null>(null);
  const close = () => setEdited(null);
  return (
    <section aria-label={texts.own.title}>
      <PanelHeading title={texts.own.title}>
        <TextButton onClick={() => commands.run('layers.import')}>{texts.own.import}</TextButton>
      </PanelHeading>
      {data === undefined && !error ? <LoadingState label={texts.own.loading} /> : null}
      {error ? <FailureNote failure={toFailure(error)} /> : null}
      {data === null || data?.length === 0 ? <p className="muted">{texts.own.none}</p> : null}
      <ul className={styles.list}>
        {(data ?? []).map((layer) => (
          <VectorLayerItem
            key={layer.id}
            layer={layer}
            onEdit={() => setEdited(layer)}
            onReplace={() => setReplaced(layer)}
          />
        ))}
      </ul>
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
