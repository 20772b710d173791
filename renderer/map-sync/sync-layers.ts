import type { MapApp } from './map-app.ts';
import { joinStops, watch } from './watch.ts';

/** Syncs visibility, opacity and order of the layers to the map. */
export function syncLayers({ stores, engine }: MapApp): () => void {
  const { layers, orderList } = stores;
  return joinStops([
    watch(
      layers,
      (state) => state.layers,
      (items) => engine.layers.setAppearances(items),
    ),
    watch(
      layers,
      ({ graticule }) => graticule,
      (kind) => engine.setGraticule(kind),
    ),
    // The list of orders has a switch for the same layer.
    watch(
      orderList,
      ({ onMap }) => onMap,
      (onMap) => layers.getState().setVisible('orders', onMap),
    ),
    watch(
      layers,
      (state) => state.layers.find(({ id }) => id === 'orders')?.visible ?? true,
      (visible) => visible !== orderList.getState().onMap && orderList.getState().setOnMap(visible),
    ),
  ]);
}
