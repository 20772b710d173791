import { Fragment, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApp } from '../../context/app-context.tsx';
import { useLayers } from '../../context/use-stores.ts';
import type { LayerItem, LayerSection } from '../../stores/layers-store.ts';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { moveLayer } from './layer-commands.ts';
import { MapLayerRow } from './layer-row.tsx';
import styles from './layers.module.css';
import { MapSourceList } from './sources/map-sources.tsx';
import { texts } from './texts.ts';
import { VectorLayers } from './vector-layers/vector-layers.tsx';

const sectionTitles: Readonly<Record<LayerSection, string>> = {
  results: texts.sections.results,
  sensors: texts.sections.sensors,
  areas: texts.sections.areas,
  layers: texts.sections.layers,
  basemap: texts.sections.basemap,
};

/** The side panel for layers: visibility, opacity and order. The first is on top. */
export function LayersPanel() {
  const app = useApp();
  const layers = useLayers((state) => state.layers).toReversed();
  const [announcement, setAnnouncement] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const move = (layer: LayerItem, steps: -1 | 1) => {
    const focused = document.activeElement;
    flushSync(() => setAnnouncement(moveLayer(app, layer.id, steps)));
    // Moving the row in the document removes the focus from its elements. It is restored at once, because the user may
    // move the focus before a later moment.
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
  return (
    <section aria-label={texts.panel.title}>
      <PanelHeading title={texts.panel.title}>
        <TextButton onClick={() => app.stores.layers.getState().resetOrder()}>
          {texts.panel.resetOrder}
        </TextButton>
      </PanelHeading>
      <ol className={styles.list} aria-label={texts.panel.list}>
        {layers.map((layer, index) => (
          <Fragment key={layer.id}>
            {layer.section !== layers[index - 1]?.section && (
              <li className={styles.section}>{sectionTitles[layer.section]}</li>
            )}
            <MapLayerRow
              layer={layer}
              onMove={(steps) => move(layer, steps)}
              dragged={dragged}
              onDrag={setDragged}
            />
          </Fragment>
        ))}
      </ol>
      <p className="muted">{texts.panel.hint}</p>
      <p role="status" className={styles.announcement}>
        {announcement}
      </p>
      <VectorLayers />
      <MapSourceList />
    </section>
  );
}
