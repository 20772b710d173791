import type { MapApp } from './map-app.ts';
import { watch } from './watch.ts';

/** Syncs the mark and the context menu to the map. Returns a function that stops it. */
export function syncPlaces({ engine, stores: { places } }: MapApp): () => void {
  const stops = [
    watch(
      places,
      ({ mark }) => mark,
      (mark) => engine.setMark(mark),
    ),
    engine.on({ menu: places.getState().setMenu }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
