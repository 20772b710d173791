import type { DetectionFilter } from '../../shared/results/detection.ts';
import { filterUsesReviews } from '../../shared/results/filter-uses-reviews.ts';
import { afterPaint } from '../map/after-paint.ts';
import type { MapDetectionStyle } from '../map/map-types.ts';
import { isReviewing } from '../stores/review-store.ts';
import type { MapApp } from './map-app.ts';
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
