import type { MapApp } from './map-app.ts';

/** Restores the saved view of the map, or else zooms to the first results, and saves the view. */
export function syncView({ engine, stores: { mapView } }: Pick<MapApp, 'engine' | 'stores'>): () => void {
  const { view, setView } = mapView.getState();
  if (view) engine.setView(view);
  let isFirstVisit = view === null;
  return engine.on({
    view: setView,
    detectionsShown(count) {
      if (!isFirstVisit || count === 0) return;
      isFirstVisit = false;
      engine.zoomToDetections();
    },
  });
}
