import type { App } from '../../context/app-context.tsx';
import { chipsToPrefetch } from '../../stores/review-queue.ts';
import { isReviewing } from '../../stores/review-store.ts';

/** Prefetches the chips of the focused and of the inspected detection and, in a queue, those around it. Returns a function that stops it. */
export function startChipPrefetch({
  stores: { inspector, results, review },
  chipCaches,
}: Pick<App, 'stores' | 'chipCaches'>): () => void {
  const want = () => {
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
  };
  const stops = [
    results.subscribe(({ focusedId }, before) => focusedId !== before.focusedId && want()),
    inspector.subscribe(({ item }, before) => item !== before.item && want()),
    review.subscribe(({ queue }, before) => queue !== before.queue && want()),
  ];
  want();
  return () => {
    for (const stop of stops) stop();
  };
}
