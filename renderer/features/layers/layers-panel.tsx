import { Fragment, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApp } from '../../app/app-context.tsx';
import { useLayers } from '../../app/use-stores.ts';
import { moveLayer } from '../../commands/layer-commands.ts';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import type { LayerItem, LayerSection } from '../../stores/layers-store.ts';
import { LayerRow } from './layer-row.tsx';
import styles from './layers.module.css';
import { MapSources } from './sources/map-sources.tsx';

const sectionTitles: Readonly<Record<LayerSection, string>> = {
  results: 'Results',
  sensors: 'Sensors',
  areas: 'Areas and orders',
  basemap: 'Basemap',
};

/** The side panel for layers: what is drawn, how opaque, and what lies above what. The first is on top. */
export function LayersPanel() {
  const app = useApp();
  const layers = useLayers((state) => state.layers).toReversed();
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const move = (layer: LayerItem, steps: -1 | 1) => {
    const focused = document.activeElement;
    flushSync(() => setSaid(moveLayer(app, layer.id, steps)));
    // The row may have been put elsewhere in the document, which takes the focus from what is in it. Later, the focus
    // may be wanted somewhere else.
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
  return (
    <section aria-label="Layers">
      <PanelHeading title="Layers">
        <TextButton onClick={() => app.stores.layers.getState().resetOrder()}>Reset order</TextButton>
      </PanelHeading>
      <ol className={styles.list} aria-label="Layers of the map, the topmost first">
        {layers.map((layer, index) => (
          <Fragment key={layer.id}>
            {layer.section !== layers[index - 1]?.section && (
              <li className={styles.section}>{sectionTitles[layer.section]}</li>
            )}
            <LayerRow
              layer={layer}
              onMove={(steps) => move(layer, steps)}
              dragged={dragged}
              onDrag={setDragged}
            />
          </Fragment>
        ))}
      </ol>
      <p className="muted">
        Drag a layer by its handle, or press Alt + ↑ or ↓ on it. What is higher in the list covers what is
        lower.
      </p>
      <p role="status" className={styles.said}>
        {said}
      </p>
      <MapSources />
    </section>
  );
}
