import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../../../../renderer/api/client.ts';
import { followSharedReview, reviewShared } from '../../../../../renderer/features/review/shared-review.ts';
import type { ReviewQueue } from '../../../../../renderer/stores/review-queue.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { fail, type Result, succeed } from '../../../../../shared/result.ts';
import type { LeasedDetections } from '../../../../../shared/review/shared-queue.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';

const { notifyFailure } = spyOnNotifications();

const sharedQueue = '00000000-0000-4000-8000-000000000001';
const rest: LeasedDetections = {
  ...{ title: 'Strait', ids: [], missing: 0 },
  queue: {
    ...{ queue: sharedQueue, title: 'Strait', createdBy: 'anna', createdAt: '2026-11-22T08:00:00.000Z' },
    ...{ total: 11, done: 1, held: [{ reviewer: 'ben', items: 10, until: '2026-11-22T09:00:00.000Z' }] },
  },
};

/** An app with a running review of one detection of the shared queue, whose API records the calls. */
function build(leased: Result<LeasedDetections> = succeed(rest), left: Result<null> = succeed(null)) {
  const stores = createStores();
  const calls: string[] = [];
  const team = {
    leaseNextDetections: {
      async mutate(queue: string) {
        calls.push(`take ${queue}`);
        return leased;
      },
    },
    leaveQueue: {
      async mutate() {
        calls.push('leave');
        return left;
      },
    },
  };
  const app = { stores, api: { team } as unknown as Api };
  const { review } = stores;
  review.getState().setLoadState('ready');
  const queue: ReviewQueue = {
    ...{ title: 'Strait', skipsJudged: true, startedAt: '2026-11-22T08:00:00.000Z', sharedQueue },
    ...{ ids: Uint32Array.of(1), stateCodes: Uint8Array.of(0), at: 0, state: 'running', missingCount: 0 },
  };
  review.getState().setQueue(queue);
  followSharedReview(app);
  return { app, review, calls };
}

describe('a review of a shared queue', () => {
  beforeEach(() => vi.clearAllMocks());

  it('takes the next detections once its verdicts are written, and names who has the rest', async () => {
    const { review, calls } = build();
    review.getState().setPendingWrites(1);
    review.getState().setStateCodes(new Map([[1, 1]]));
    review.getState().haltQueue('finished');
    expect(calls).toEqual([]);
    review.getState().setPendingWrites(0);
    await eventually(() => expect(review.getState().sharedRest).toEqual(rest));
    expect(calls).toEqual([`take ${sharedQueue}`]);
  });

  it('takes nothing while a detection was skipped, and shows why nothing was received', async () => {
    const failure = fail('unreachable', 'The team database cannot be reached.');
    const { app, review, calls } = build(failure);
    review.getState().haltQueue('finished');
    expect(calls).toEqual([]);
    await reviewShared(app, sharedQueue);
    expect(review.getState()).toMatchObject({ startFailure: failure.failure, isStarting: false });
  });

  it('keeps the lease of another shared queue that replaces it', () => {
    const { review, calls } = build();
    const other = '00000000-0000-4000-8000-000000000002';
    const { queue } = review.getState();
    review.getState().setQueue(queue && { ...queue, sharedQueue: other });
    expect(calls).toEqual([]);
    review.getState().setQueue(queue && { ...queue, sharedQueue: undefined });
    expect(calls).toEqual(['leave']);
  });

  it('gives the next detections back when it is discarded while they are requested', async () => {
    const { app, review, calls } = build(succeed({ ...rest, ids: [2] }));
    review.getState().haltQueue('finished');
    const taking = reviewShared(app, sharedQueue);
    review.getState().setQueue(null);
    await taking;
    expect(calls).toEqual([`take ${sharedQueue}`, 'leave', 'leave']);
    expect(review.getState().queue).toBeNull();
  });

  it('ends its lease when it is discarded, but not when another workspace is opened', async () => {
    const opened = build();
    opened.review.getState().clearWorkspaceState();
    expect(opened.calls).toEqual([]);
    const ended = build(undefined, fail('unreachable', 'The team database cannot be reached.'));
    ended.review.getState().setQueue(null);
    await eventually(() => expect(notifyFailure).toHaveBeenCalledOnce());
    expect(ended.calls).toEqual(['leave']);
  });
});
