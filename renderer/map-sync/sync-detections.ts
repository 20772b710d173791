import type { DetectionFilter } from '../../shared/results/detection.ts';
import { type DetectionField, reviewFields } from '../../shared/results/detection-field.ts';
import { filterUsesReviews } from '../../shared/results/filter-uses-reviews.ts';
import { afterPaint } from '../map/after-paint.ts';
import { shapeZoom } from '../map/detections/paint-view.ts';
import type { labelText } from '../map/label-text.ts';
import type { MapDetectionStyle, MapLabel } from '../map/map-types.ts';
import { isReviewing } from '../stores/review-store.ts';
import type { MapApp } from './map-app.ts';
import { RowCache } from './row-cache.ts';
import { joinStops, watch } from './watch.ts';

/** In a feed with this many categories the rarest analytics are merged into the last one. */
const maxCategories = 256;

/** The feed has whole seconds: a shorter range of times, such as that of one pass, is compared exactly, in the mask. */
const minRangeMs = 60_000;

/** Syncs filter and highlights of the detections to the map, and hovering over them to the results store. */
export function syncDetections({
  stores: { workspace, results, review, ui },
  engine,
}: Pick<MapApp, 'engine' | 'stores'>): () => void {
  let hasMergedAnalytics = false;
  let maskUrl: string | null = null;
  let maskUsesReviews = false;
  const filter = () => {
    const { style, rest } = splitFilter(results.getState().filter, hasMergedAnalytics);
    maskUsesReviews = filterUsesReviews(rest);
    engine.setDetectionStyle(style);
    const url = matchesUrl(rest);
    if (url === maskUrl) return;
    maskUrl = url;
    engine.setDetectionChannel('mask', url === null ? [] : [url]);
  };
  const marks = () => engine.setSelection(results.getState());
  return joinStops([
    watch(
      workspace,
      (state) => state.feed,
      (feed) => {
        if (feed.state !== 'ready') engine.clearDetections();
        else if (hasMergedAnalytics !== feed.value.categories.length >= maxCategories) {
          hasMergedAnalytics = !hasMergedAnalytics;
          filter();
        }
      },
    ),
    watch(results, (state) => state.filter, filter),
    watch(results, ({ selectedIds }) => selectedIds, marks),
    watch(
      results,
      ({ focusedId }) => focusedId,
      // In a review the next chip is painted first.
      () => (isReviewing(review.getState()) ? afterPaint(marks) : marks()),
    ),
    watch(results, ({ hoveredIds }) => hoveredIds, marks),
    engine.on({
      reviewed() {
        if (maskUsesReviews && maskUrl !== null) engine.setDetectionChannel('mask', [maskUrl]);
      },
      channel: ui.getState().setMapChannel,
      outlined: (ids, mode) => results.getState().changeSelected(ids, mode),
      hover(ids) {
        const { hoveredIds, setHovered } = results.getState();
        if (!isSameList(ids, hoveredIds)) setHovered(ids);
      },
    }),
  ]);
}

/**
 * Splits a filter: `style` is applied by the map from the columns of the feed, `rest` is loaded as a mask. With
 * `hasMergedAnalytics` the feed does not distinguish all analytics.
 */
export function splitFilter(
  filter: DetectionFilter,
  hasMergedAnalytics = false,
): { readonly style: MapDetectionStyle; readonly rest: DetectionFilter } {
  const { analytics, collectedFrom, collectedTo, minConfidence, boundingBox, verdicts, flagged, ...others } =
    filter;
  const isShortRange =
    collectedFrom !== undefined && collectedTo !== undefined && collectedTo - collectedFrom < minRangeMs;
  const style = {
    analytics: hasMergedAnalytics ? null : (analytics ?? null),
    collectedFrom: isShortRange ? null : (collectedFrom ?? null),
    collectedTo: isShortRange ? null : (collectedTo ?? null),
    minConfidence: minConfidence ?? null,
    boundingBox: boundingBox ?? null,
    verdicts: verdicts ?? null,
    flagged: flagged ?? null,
  };
  const rest = {
    ...others,
    ...(hasMergedAnalytics && analytics ? { analytics } : {}),
    ...(isShortRange ? { collectedFrom, collectedTo } : {}),
  };
  return { style, rest };
}

/** The URL of the mask of matching detections; null when all match. */
function matchesUrl(filter: DetectionFilter): string | null {
  if (Object.values(filter).every((value) => value === undefined)) return null;
  return `/feed/matches?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

function isSameList(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

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
