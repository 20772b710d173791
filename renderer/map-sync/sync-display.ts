import { type DetectionField, reviewFields } from '../../shared/results/detection-field.ts';
import { shapeZoom } from '../map/detections/paint-view.ts';
import type { labelText } from '../map/label-text.ts';
import type { MapLabel } from '../map/map-types.ts';
import type { MapApp } from './map-app.ts';
import { RowCache } from './row-cache.ts';
import { joinStops, watch } from './watch.ts';

/** Distance of a label from its detection in pixels; larger while markers show sizes. */
const labelOffset = { alike: 13, sized: 22 };

/** Syncs the display of detections to the map: density, colors, sizes, headings, hulls and labels. */
export function syncDisplay(app: MapApp): () => void {
  const { engine } = app;
  const { mapDisplay, workspace, ui } = app.stores;
  return joinStops([
    watch(
      mapDisplay,
      ({ density }) => density,
      (density) => engine.setDensity(density),
    ),
    watch(
      mapDisplay,
      ({ savesDrawing }) => savesDrawing,
      (savesDrawing) => engine.setSavesDrawing(savesDrawing),
    ),
    watch(
      mapDisplay,
      ({ sizeBy }) => sizeBy,
      (field) => engine.setDetectionChannel('size', field === null ? [] : [valuesUrl(field)]),
    ),
    watch(
      mapDisplay,
      ({ colorBy }) => colorBy,
      (field) => engine.setDetectionChannel('color', field === null ? [] : [colorsUrl(field)]),
    ),
    engine.on({
      density: ui.getState().setDensity,
      square: (count) => ui.getState().countInSquare !== count && ui.getState().setCountInSquare(count),
    }),
    syncHeadings(app),
    syncLabels(app),
    watch(
      workspace,
      ({ feed }) => feed.state === 'none',
      (isClosed) => isClosed && ui.getState().setDensity(null),
    ),
  ]);
}

/** Headings are loaded only where markers are large enough to show them. */
function syncHeadings({ stores: { mapDisplay, workspace, ui }, engine }: MapApp): () => void {
  const isNear = () => (ui.getState().view?.zoom ?? 0) >= shapeZoom - 1;
  let isShown = false;
  const show = () => {
    const isOn = mapDisplay.getState().headings && isNear() && workspace.getState().feed.state === 'ready';
    if (isOn === isShown) return;
    isShown = isOn;
    engine.setDetectionChannel('heading', isOn ? [valuesUrl('heading')] : []);
  };
  return joinStops([
    watch(mapDisplay, ({ headings }) => headings, show),
    watch(ui, isNear, show),
    watch(workspace, ({ feed }) => feed, show),
  ]);
}

/** The URL of the values of a numeric field, one for each detection of the feed. */
function valuesUrl(field: DetectionField): string {
  return `/feed/values?field=${encodeURIComponent(field)}`;
}

/** The URL of the colors of a field, one code for each detection of the feed. */
function colorsUrl(field: DetectionField): string {
  return `/feed/colors?field=${encodeURIComponent(field)}`;
}

/** Syncs labels of the detections in view, when zoomed in and there are few; their rows are cached. */
function syncLabels({ api, stores: { mapDisplay, settings, ui, workspace }, engine }: MapApp): () => void {
  const rows = new RowCache(api);
  let nearby: readonly number[] = [];
  let latest = 0;
  const show = async () => {
    const { label, sizeBy } = mapDisplay.getState();
    latest += 1;
    const ticket = latest;
    let textOf: typeof labelText = () => '';
    if (label !== null) {
      ui.getState().setLabelsLoading(!rows.hasAll(nearby));
      // Labels that cannot be loaded are left out; the table shows the error.
      await rows.load(nearby);
      textOf = (await import('../map/label-text.ts')).labelText;
      if (ticket !== latest) return;
    }
    const labels = nearby.flatMap((id) => {
      const row = rows.get(id);
      const text = label !== null && row ? textOf(row, label) : '';
      return row && text !== '' ? [{ position: [row.longitude, row.latitude] as const, text }] : [];
    });
    engine.labels.show(labels, sizeBy === null ? labelOffset.alike : labelOffset.sized);
    ui.getState().setLabelsLoading(false);
  };
  const stops = [
    watch(
      mapDisplay,
      ({ label }) => label,
      (label) => {
        engine.setNearbyEnabled(label !== null);
        // The reviews of the cached rows may have changed while the labels did not show them.
        if (showsReviews(label)) rows.clear();
        void show();
      },
    ),
    watch(
      mapDisplay,
      ({ sizeBy }) => sizeBy,
      () => void show(),
    ),
    watch(
      settings,
      (state) => state,
      () => void show(),
    ),
    watch(
      workspace,
      ({ feed }) => feed,
      () => {
        rows.clear();
        void show();
      },
    ),
    engine.on({
      nearby(ids) {
        nearby = ids;
        void show();
      },
      reviewed() {
        if (!showsReviews(mapDisplay.getState().label)) return;
        rows.clear();
        void show();
      },
    }),
  ];
  return () => {
    latest += 1;
    for (const stop of stops) stop();
  };
}

function showsReviews(label: MapLabel | null): boolean {
  return label !== null && reviewFields.has(label);
}
