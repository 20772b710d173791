import type { AppEvent } from '../../../shared/events/app-event.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import type { App } from '../../context/app-context.tsx';
import { afterPaint } from '../../map/after-paint.ts';
import { chipsToPrefetch } from '../../stores/review-queue.ts';
import { isReviewing } from '../../stores/review-store.ts';

/** Number of detections of a queue, after the current one, whose chips are next and whose properties are read ahead. */
const nextCount = 2;

/**
 * Requests the chips of the focused and the inspected detection. In a queue, also the chips around it and the properties
 * of the next detections. Clears the cache when another workspace is opened, and requests missing chips again when the
 * service may have them.
 */
export function startChipRequests({
  queries,
  stores: { inspector, results, review, session },
  chips,
  queryClient,
}: Pick<App, 'queries' | 'stores' | 'chips' | 'queryClient'>) {
  const readNextDetails = () => {
    const { queue } = review.getState();
    if (!queue || !isReviewing({ queue })) return;
    for (const id of chipsToPrefetch(queue).slice(1, 1 + nextCount)) {
      const query = queries.results.detail.queryOptions(id);
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
    const around = queue && isReviewing({ queue }) ? chipsToPrefetch(queue) : [];
    chips.setRequested('focus', {
      size: 'large',
      seen: [...new Set([...focused, ...inspected])],
      next: around.slice(0, 1 + nextCount),
      ahead: around.slice(1 + nextCount),
    });
    if (around.length > 0) afterPaint(readNextDetails);
  };
  const retryAbsent = () => chips.retry(['absent'], 'large');
  const stops = [
    results.subscribe(({ focusedId }, before) => focusedId !== before.focusedId && requestChips()),
    inspector.subscribe(({ item }, before) => item !== before.item && requestChips()),
    review.subscribe(({ queue }, before) => queue !== before.queue && requestChips()),
    session.subscribe(({ hostLink, session: state }, { hostLink: linkBefore, session: before }) => {
      // The event that absent chips are due may have been lost with the link.
      if (hostLink === 'connected' && linkBefore !== hostLink) retryAbsent();
      if (workspaceKey(state) !== workspaceKey(before)) chips.clear();
      if (state?.status === before?.status && state?.connection === before?.connection) return;
      chips.retry(['offline', 'sign-in-needed', 'forbidden']);
    }),
  ];
  requestChips();
  return {
    /** Must be called with every event of the main process. */
    handleEvent(event: AppEvent): void {
      if (event.type === 'absent-chips-due') retryAbsent();
    },
    stop(): void {
      for (const stop of stops) stop();
    },
  };
}
