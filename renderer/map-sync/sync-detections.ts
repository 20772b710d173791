import { asksReviews } from '../../shared/results/asks-reviews.ts';
import type { DetectionFilter } from '../../shared/results/detection.ts';
import { isReviewing } from '../stores/review-store.ts';
import { afterPaint } from './after-paint.ts';
import type { MapDetectionStyle } from './map-types.ts';
import type { MapApp } from './sync.ts';
import { watch } from './watch.ts';

/** A feed with so many categories has put its rarest analytics together into the last one. */
const mostCategories = 256;

/** Ties filter and marks of the detections to the map, and hovering over them to the results store. */
export function syncDetections({ stores: { workspace, results, review, ui }, engine }: MapApp): () => void {
  let isSumUp = false;
  let maskUrl: string | null = null;
  let asksMaskReviews = false;
  const filter = () => {
    const { style, rest } = splitFilter(results.getState().filter, isSumUp);
    asksMaskReviews = asksReviews(rest);
    engine.setDetectionStyle(style);
    const url = matchesUrl(rest);
    if (url === maskUrl) return;
    maskUrl = url;
    engine.setDetectionChannel('mask', url === null ? [] : [url]);
  };
  const marks = () => engine.setSelection(results.getState());
  const stops = [
    watch(
      workspace,
      (state) => state.feed,
      (feed) => {
        if (feed.state !== 'ready') engine.clearDetections();
        else if (isSumUp !== feed.value.categories.length >= mostCategories) {
          isSumUp = !isSumUp;
          filter();
        }
      },
    ),
    watch(results, (state) => state.filter, filter),
    watch(results, ({ selectedIds }) => selectedIds, marks),
    watch(
      results,
      ({ focusedId }) => focusedId,
      // In a review the next chip comes first.
      () => (isReviewing(review.getState()) ? afterPaint(marks) : marks()),
    ),
    watch(results, ({ hoveredIds }) => hoveredIds, marks),
    engine.on({
      reviewed() {
        if (asksMaskReviews && maskUrl !== null) engine.setDetectionChannel('mask', [maskUrl]);
      },
      channel: (name, state) =>
        ui.setState(({ mapChannels }) => ({ mapChannels: { ...mapChannels, [name]: state } })),
      outlined: (ids, mode) => results.getState().changeSelected(ids, mode),
      hover(ids) {
        const { hoveredIds, setHovered } = results.getState();
        if (!isSameList(ids, hoveredIds)) setHovered(ids);
      },
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * A filter in two parts: what the map can tell from what the feed has of each detection, at once, and the rest, for
 * which it asks which detections match. With `isSumUp` the feed does not tell all analytics apart.
 */
export function splitFilter(
  filter: DetectionFilter,
  isSumUp = false,
): { readonly style: MapDetectionStyle; readonly rest: DetectionFilter } {
  const { analytics, collectedFrom, collectedTo, minConfidence, boundingBox, verdicts, flagged, ...rest } =
    filter;
  const style = {
    analytics: isSumUp ? null : (analytics ?? null),
    collectedFrom: collectedFrom ?? null,
    collectedTo: collectedTo ?? null,
    minConfidence: minConfidence ?? null,
    boundingBox: boundingBox ?? null,
    verdicts: verdicts ?? null,
    flagged: flagged ?? null,
  };
  return { style, rest: isSumUp && analytics ? { ...rest, analytics } : rest };
}

/** Where to ask which detections match; null when all do. */
function matchesUrl(filter: DetectionFilter): string | null {
  if (Object.values(filter).every((value) => value === undefined)) return null;
  return `/feed/matches?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

function isSameList(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
