import type { MapSourceState } from '../../../../shared/map-sources/map-source-state.ts';
import { useLayers, useSources } from '../../../app/use-stores.ts';
import { sourceLayerId } from '../../../map/sources/sync-sources.ts';
import type { LayerItem } from '../../../stores/layers-store.ts';
import { knownSources } from '../../../stores/sources-store.ts';
import styles from './sources.module.css';

/** What the operators of the sources that are shown want to be said, along the edge of the map. */
export function SourceAttribution() {
  const sources = useSources(knownSources);
  const layers = useLayers((state) => state.layers);
  const texts = attributionsOf(sources, layers);
  if (texts.length === 0) return null;
  return (
    <div className={styles.attribution} role="note" aria-label="Sources of the map" title={texts.join(' · ')}>
      {texts.join(' · ')}
    </div>
  );
}

/** Attributions of the sources that are drawn, each once. */
export function attributionsOf(
  sources: readonly MapSourceState[],
  layers: readonly LayerItem[],
): readonly string[] {
  const shown = new Set(layers.filter(({ visible, opacity }) => visible && opacity > 0).map(({ id }) => id));
  return [
    ...new Set(
      sources.flatMap(({ source: { id, attribution } }) =>
        attribution !== '' && shown.has(sourceLayerId(id)) ? [attribution] : [],
      ),
    ),
  ];
}
