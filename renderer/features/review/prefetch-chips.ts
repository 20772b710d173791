import type { App } from '../../context/app-context.tsx';
import { detectionDetailQuery } from '../../context/detection-detail-query.ts';
import { afterPaint } from '../../map/after-paint.ts';
import { chipsToPrefetch } from '../../stores/review-queue.ts';
import { isReviewing } from '../../stores/review-store.ts';

/** Number of detections of a queue, after the current one, whose properties are read ahead. */
const detailsAhead = 2;

/**
 * Prefetches the chips of the focused and the inspected detection. In a queue, also the chips around it and the
 * properties of the next detections. Returns a function that stops it.
 */
export function startChipPrefetch({
  api,
  stores: { inspector, results, review },
  chipCaches,
  queryClient,
}: Pick<App, 'api' | 'stores' | 'chipCaches' | 'queryClient'>): () => void {
  const prefetchDetails = () => {
    const { queue } = review.getState();
    if (!queue || !isReviewing({ queue })) return;
    for (const id of chipsToPrefetch(queue).slice(1, 1 + detailsAhead)) {
      const query = detectionDetailQuery(api, id);
      // One that is outdated is read again when it is shown.
      if (queryClient.getQueryState(query.queryKey) === undefined) void queryClient.prefetchQuery(query);
    }
  };
  const requestChips = () => {
    const { focusedId } = results.getState();
    const { queue } = review.getState();
    const { item } = inspector.getState();
    const focused = focusedId === null ? [] : [focusedId];
    // A pinned inspector shows another one.
    const inspected = item?.kind === 'detection' ? [item.id] : [];
    chipCaches.large.setRequested([
      ...new Set([
        ...focused,
        ...inspected,
        ...(queue && isReviewing({ queue }) ? chipsToPrefetch(queue) : []),
      ]),
    ]);
    if (queue && isReviewing({ queue })) afterPaint(prefetchDetails);
  };
  const stops = [
    results.subscribe(({ focusedId }, before) => focusedId !== before.focusedId && requestChips()),
    inspector.subscribe(({ item }, before) => item !== before.item && requestChips()),
    review.subscribe(({ queue }, before) => queue !== before.queue && requestChips()),
  ];
  requestChips();
  return () => {
    for (const stop of stops) stop();
  };
}
