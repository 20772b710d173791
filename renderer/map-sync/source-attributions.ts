import type { MapSourceState } from '../../shared/map-sources/map-source-state.ts';
import type { LayerItem } from '../stores/layers-store.ts';
import { sourceLayerId } from './sync-own-layers.ts';

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
