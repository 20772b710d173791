import type { SimplifiedPolygon } from '../../shared/areas/simplify-polygon.ts';
import { areaListQuery } from '../api/live-queries.ts';
import { watchQuery } from '../api/read-query.ts';
import { getAreas } from '../context/areas.ts';
import { mapSymbolOf } from '../map/detections/detection-palette.ts';
import type { PreviewPolygon } from '../map/preview-layer.ts';
import type { AreasStore } from '../stores/areas-store.ts';
import { watchColorScheme } from '../stores/color-scheme.ts';
import { handleFootprintClick, isFootprintClick } from './handle-footprint-click.ts';
import { handleFeatureClick, handleMapClick, handleOrderClick } from './handle-map-click.ts';
import type { MapApp } from './map-app.ts';
import { syncDetections, syncDisplay } from './sync-detections.ts';
import { syncFocus, syncRecords } from './sync-focus.ts';
import { syncInspectedFeature, syncSources, syncVectorLayers } from './sync-own-layers.ts';
import { syncPassSteps } from './sync-pass-steps.ts';
import { syncPasses } from './sync-passes.ts';
import { syncView } from './sync-view.ts';
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
      refused: ui.setRefusal,
      drawn: () => ui.setRefusal(null),
      edited: () => ui.setRefusal(null),
    }),
  ]);
}

/** Syncs the mark and the context menu to the map. Returns a function that stops it. */
function syncPlaces({ engine, stores: { places } }: MapApp): () => void {
  return joinStops([
    watch(
      places,
      ({ mark }) => mark,
      (mark) => engine.mark.show(mark),
    ),
    engine.on({ menu: places.getState().setMenu }),
  ]);
}

/** Syncs visibility, opacity and order of the layers to the map. */
function syncLayers({ stores, engine }: MapApp): () => void {
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
      (kind) => engine.graticule.setKind(kind),
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

/** Syncs the areas to the map, and runs area commands for shapes that are drawn and changed on it. */
function syncAreas(app: MapApp): () => void {
  const { ui } = app.stores;
  const show = () => app.engine.setAreas(getAreas(app), ui.getState().selectedAreaId);
  return joinStops([
    watchQuery(app, areaListQuery, show),
    watch(ui, ({ selectedAreaId }) => selectedAreaId, show),
    app.engine.on({
      drawn: (shape) => void app.commands.runWith('areas.create', { shape }),
      edited: (areaId, shape) => void app.commands.runWith('areas.change-shape', { areaId, shape }),
    }),
  ]);
}

/** Syncs area editing to the map: previews, snapping and measurements. */
function syncAreaEditing(app: MapApp): () => void {
  const { areas } = app.stores;
  const show = () => app.engine.preview.show(previewOf(areas.getState()));
  return joinStops([
    watch(areas, ({ importing }) => importing, show),
    watch(areas, ({ simplification }) => simplification, show),
    watchQuery(app, areaListQuery, (all) => all && areas.getState().dropOutdatedSimplification(all)),
    watch(
      areas,
      ({ isSnapping }) => isSnapping,
      (isOn) => app.engine.tools.setSnapping(isOn),
    ),
    app.engine.on({ measured: (measurement) => areas.getState().setMeasurement(measurement) }),
  ]);
}

function previewOf({ importing, simplification }: AreasStore): readonly PreviewPolygon[] {
  if (!importing) return simplification?.result ? simplifiedPreview(simplification.result) : [];
  return importing.candidates.map(({ key, shape }) => ({
    polygon: shape.polygon,
    style: key === importing.focusedKey ? 'focused' : importing.chosenKeys.has(key) ? 'chosen' : 'skipped',
  }));
}

function simplifiedPreview({ polygon, gained, lost }: SimplifiedPolygon): readonly PreviewPolygon[] {
  return [
    ...gained.map((part): PreviewPolygon => ({ polygon: part, style: 'gained' })),
    ...lost.map((part): PreviewPolygon => ({ polygon: part, style: 'lost' })),
    { polygon, style: 'outline' },
  ];
}

/**
 * Loads the outlines of detections after their feed, and footprints while they are shown. Syncs the footprint filter to
 * the map.
 */
function syncOutlines({ stores, engine }: MapApp): () => void {
  const { workspace, layers, results } = stores;
  let requestedFootprints = '';
  const load = async (id: 'detection-areas' | 'footprints', isEnabled: boolean) => {
    const of = id === 'footprints' ? 'footprints' : 'areas';
    if (!isEnabled) {
      void engine.loadOutlines(of, null);
      layers.getState().setStatus(id, {});
      return;
    }
    if (layers.getState().statuses[id]?.count === undefined)
      layers.getState().setStatus(id, { isLoading: true });
    const loaded = await engine.loadOutlines(of, `/feed/${of}`);
    if (loaded.ok) layers.getState().setStatus(id, loaded.value);
    // A newer load has replaced this one, or it was cancelled.
    else if (loaded.failure.code === 'cancelled') return;
    else {
      const { message, ...cause } = loaded.failure;
      layers.getState().setStatus(id, { problem: { ...cause, message: `They cannot be drawn: ${message}` } });
    }
  };
  const isShown = () => layers.getState().layers.some(({ id, visible }) => id === 'footprints' && visible);
  const loadFootprints = () => {
    const { feed } = workspace.getState();
    const version = feed.state === 'ready' && isShown() ? String(feed.value.version) : '';
    if (version === requestedFootprints) return;
    requestedFootprints = version;
    void load('footprints', version !== '');
  };
  const filterFootprints = () => {
    const { collectedFrom = null, collectedTo = null } = results.getState().filter;
    const wholeOnly = layers.getState().footprints === 'whole';
    engine.footprints.setFilter({ collectedFrom, collectedTo, wholeOnly });
  };
  return joinStops([
    watch(
      workspace,
      ({ feed }) => feed,
      (feed) => {
        void load('detection-areas', feed.state === 'ready');
        loadFootprints();
      },
    ),
    watch(layers, isShown, loadFootprints),
    watch(results, ({ filter }) => filter, filterFootprints),
    watch(layers, ({ footprints }) => footprints, filterFootprints),
  ]);
}
