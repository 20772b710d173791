import type { DetectionFilter } from '../../shared/results/detection.ts';
import type { DetectionFeed } from '../../shared/results/detection-feed.ts';
import type { MapDetectionStyle } from './map-types.ts';
import type { MapApp } from './sync.ts';
import { watch } from './watch.ts';

/** Ties feed, filter and marks of the detections to the map, and hovering over them to the results store. */
export function syncDetections({ stores: { workspace, results }, engine }: MapApp): () => void {
  let feed: DetectionFeed | null = null;
  const style = () => engine.setDetectionStyle(toStyle(results.getState().filter, feed?.categories ?? []));
  const marks = () => engine.setSelection(results.getState());
  const stops = [
    watch(
      workspace,
      (state) => state.feed,
      (loadable) => {
        feed = loadable.state === 'ready' ? loadable.value : null;
        engine.setDetections(feed);
        style();
      },
    ),
    watch(results, ({ filter }) => filter, style),
    watch(results, ({ selectedIds }) => selectedIds, marks),
    watch(results, ({ focusedId }) => focusedId, marks),
    watch(results, ({ hoveredIds }) => hoveredIds, marks),
    engine.on({
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
 * What of the filter the map can apply. Regions, text and record ids are not in the feed; the map panel says so when
 * the filter has them.
 */
export function toStyle(filter: DetectionFilter, categories: readonly string[]): MapDetectionStyle {
  const { analytics, collectedFrom, collectedTo, minConfidence, boundingBox } = filter;
  return {
    hiddenAnalytics: new Set(analytics ? categories.filter((category) => !analytics.includes(category)) : []),
    collectedFrom: collectedFrom ?? null,
    collectedTo: collectedTo ?? null,
    minConfidence: minConfidence ?? null,
    boundingBox: boundingBox ?? null,
  };
}

function isSameList(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
