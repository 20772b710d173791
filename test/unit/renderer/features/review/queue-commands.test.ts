import { expect, it, vi } from 'vitest';
import {
  discardReview,
  replaceReview,
  reviewArea,
  reviewUnsure,
  showRejected,
} from '../../../../../renderer/features/review/queue-commands.ts';
import type { MapEngine } from '../../../../../renderer/map/map-engine.ts';
import { reviewStateCode } from '../../../../../renderer/stores/review-queue.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import type { Area } from '../../../../../shared/areas/area.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';

const { notifyFailure } = spyOnNotifications();

const area: Area = {
  ...{ id: '00000000-0000-4000-8000-000000000001', name: 'Strait', squareMetres: 3_141_593 },
  ...{ createdAt: '2026-11-22T08:00:00.000Z', updatedAt: '2026-11-22T08:00:00.000Z' },
  shape: { kind: 'circle', center: [129, 35], radiusMetres: 1_000 },
};

/** A review of two detections that was ended; the last one has no verdict unless it is complete. */
function build({ isComplete }: { readonly isComplete: boolean }) {
  const stores = createStores();
  const { review } = stores;
  const engine = { zoomToGeometry: vi.fn() } as unknown as MapEngine;
  review.getState().setLoadState('ready');
  const unsure = reviewStateCode({ verdict: 'unsure', flagged: false });
  review.getState().setQueue({
    ...{ title: 'Busan', skipsJudged: true, startedAt: '2026-11-22T08:00:00.000Z' },
    ids: Uint32Array.of(1, 2),
    stateCodes: Uint8Array.of(unsure, isComplete ? unsure : 0),
    ...{ at: 1, state: 'finished', missingCount: 0 },
  });
  return { app: { stores, engine }, review, engine, queue: review.getState().queue };
}

it('asks before an unfinished review is replaced, and replaces it once confirmed', async () => {
  const { app, review, engine, queue } = build({ isComplete: false });
  for (const replace of [() => reviewUnsure(app), () => reviewArea(app, area), () => discardReview(app)]) {
    await replace();
    expect(review.getState()).toMatchObject({ queue, isStarting: false });
    expect(review.getState().pendingReplacement).not.toBeNull();
  }
  expect(engine.zoomToGeometry).not.toHaveBeenCalled();
  await review.getState().pendingReplacement?.();
  expect(review.getState()).toMatchObject({ queue: null, pendingReplacement: null });
});

it('replaces a review that is complete, or none, without asking', async () => {
  const { app, review } = build({ isComplete: true });
  await discardReview(app);
  expect(review.getState()).toMatchObject({ queue: null, pendingReplacement: null });
  const replace = vi.fn();
  await replaceReview(app, replace);
  expect(replace).toHaveBeenCalledOnce();
});

it('shows the rejected detections of the queue, not those of the whole workspace', () => {
  const { app, review, queue } = build({ isComplete: false });
  const rejected = reviewStateCode({ verdict: 'rejected', flagged: false });
  if (queue) review.getState().refreshQueue({ ...queue, stateCodes: Uint8Array.of(0, rejected) });
  showRejected(app);
  expect(app.stores.results.getState().filter).toEqual({ verdicts: ['rejected'], ids: [2] });
});

it('waits for the saved review of the workspace before another replaces it', async () => {
  const { app, review, queue } = build({ isComplete: false });
  review.getState().refreshQueue(null);
  review.getState().setLoadState('loading');
  const replace = vi.fn();
  const replaced = replaceReview(app, replace);
  review.getState().refreshQueue(queue);
  review.getState().setLoadState('ready');
  await replaced;
  expect(replace).not.toHaveBeenCalled();
  expect(review.getState().pendingReplacement).toBe(replace);
});

it('replaces no review of a workspace that was opened meanwhile, and none that could not be loaded', async () => {
  const { app, review } = build({ isComplete: true });
  const sessionIn = (workspacePath: string) => ({ workspacePath }) as unknown as SessionState;
  app.stores.session.getState().setSession(sessionIn('/a.gpkg'));
  review.getState().setLoadState('loading');
  const replace = vi.fn();
  const replaced = replaceReview(app, replace);
  app.stores.session.getState().setSession(sessionIn('/b.gpkg'));
  review.getState().setLoadState('ready');
  await replaced;
  review.getState().refreshQueue(null);
  review.getState().setLoadState({ code: 'disk', message: 'The disk does not answer.' });
  await replaceReview(app, replace);
  expect(replace).not.toHaveBeenCalled();
  expect(notifyFailure).toHaveBeenCalledOnce();
});
