import type { App } from '../../context/app-context.tsx';
import { chipsToPrefetch } from '../../stores/review-queue.ts';
import { isReviewing } from '../../stores/review-store.ts';

/** Prefetches the chip of the focused detection and, in a queue, those around it. Returns a function that stops it. */
export function startChipPrefetch({
  stores: { results, review },
  chipCaches,
}: Pick<App, 'stores' | 'chipCaches'>): () => void {
  const want = () => {
    const { focusedId } = results.getState();
    const { queue } = review.getState();
    const looked = focusedId === null ? [] : [focusedId];
    chipCaches.large.setRequested([
      ...new Set([...looked, ...(queue && isReviewing({ queue }) ? chipsToPrefetch(queue) : [])]),
    ]);
  };
  const stops = [
    results.subscribe(({ focusedId }, before) => focusedId !== before.focusedId && want()),
    review.subscribe(({ queue }, before) => queue !== before.queue && want()),
  ];
  want();
  return () => {
    for (const stop of stops) stop();
  };
}
