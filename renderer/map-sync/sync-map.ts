import { mapSymbolOf } from '../map/detections/detection-palette.ts';
import { watchColorScheme } from '../stores/color-scheme.ts';
import { handleFootprintClick, isFootprintClick } from './handle-footprint-click.ts';
import { handleFeatureClick, handleMapClick, handleOrderClick } from './handle-map-click.ts';
import type { MapApp } from './map-app.ts';
import { syncAreaEditing, syncAreas } from './sync-areas.ts';
import { syncDetections } from './sync-detections.ts';
import { syncDisplay } from './sync-display.ts';
import { syncFocus, syncRecords } from './sync-focus.ts';
import { syncLayers } from './sync-layers.ts';
import { syncOutlines } from './sync-outlines.ts';
import { syncPassSteps } from './sync-pass-steps.ts';
import { syncPasses } from './sync-passes.ts';
import { syncSources } from './sync-sources.ts';
import { syncInspectedFeature, syncVectorLayers } from './sync-vector-layers.ts';
import { joinStops, watch } from './watch.ts';

/**
 * Syncs the map with the stores: the only writer from stores to map and from the map's events to stores and commands.
 * Returns a function that stops it.
 */
export function syncMap(app: MapApp): () => void {
  const { engine, stores } = app;
  const ui = stores.ui.getState();
  engine.setDetectionSymbols(mapSymbolOf);
  return joinStops([
    watchColorScheme(stores.settings, (scheme) => engine.setColorScheme(scheme)),
    syncView(app),
    syncLayers(app),
    syncSources(app),
    syncVectorLayers(app),
    syncInspectedFeature(app),
    syncOutlines(app),
    syncDetections(app),
    syncDisplay(app),
    syncFocus(app),
    syncRecords(app),
    syncPasses(app),
    syncPassSteps(app),
    syncAreas(app),
    syncAreaEditing(app),
    syncPlaces(app),
    watch(
      stores.ui,
      ({ tool }) => tool,
      (tool) => engine.setTool(tool),
    ),
    engine.on({
      click: (click) => {
        if (isFootprintClick(app, click)) void handleFootprintClick(app, click);
        else if (!handleFeatureClick(stores, click) && !handleOrderClick(stores, click))
          handleMapClick(stores, click);
      },
      pointer: ui.setPointer,
      view: ui.setView,
      inView: ui.setInView,
      drawing: ui.setDrawing,
    }),
  ]);
}

/** Syncs the mark and the context menu to the map. Returns a function that stops it. */
function syncPlaces({ engine, stores: { places } }: MapApp): () => void {
  return joinStops([
    watch(
      places,
      ({ mark }) => mark,
      (mark) => engine.setMark(mark),
    ),
    engine.on({ menu: places.getState().setMenu }),
  ]);
}

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
