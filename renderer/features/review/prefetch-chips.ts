import type { App } from '../app/app-context.tsx';
import { chipsAround } from '../stores/review-queue.ts';
import { isReviewing } from '../stores/review-store.ts';

/** Has the chip that is looked at fetched and, in a queue, those around it. Returns the way to stop. */
export function startWantingChips({
  stores: { results, review },
  chips,
}: Pick<App, 'stores' | 'chips'>): () => void {
  const want = () => {
    const { focusedId } = results.getState();
    const { queue } = review.getState();
    const looked = focusedId === null ? [] : [focusedId];
    chips.large.want([
      ...new Set([...looked, ...(queue && isReviewing({ queue }) ? chipsAround(queue) : [])]),
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
