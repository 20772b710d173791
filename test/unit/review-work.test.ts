import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../renderer/api/client.ts';
import { notifyFailure, notifyInfo } from '../../renderer/app/notify.tsx';
import { goToPlace, type ReviewWork, sayOf, undoSaid } from '../../renderer/commands/review-work.ts';
import { type ReviewQueue, verdictOf } from '../../renderer/stores/review-queue.ts';
import { createStores } from '../../renderer/stores/stores.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { emptyReview, type Review } from '../../shared/review/review.ts';
import type { ReviewBatch, ReviewsChanged, SetReviews } from '../../shared/review/review-change.ts';

vi.mock('../../renderer/app/notify.tsx', () => ({ notifyInfo: vi.fn(), notifyFailure: vi.fn() }));

/** Reviews kept in a map, with a switch that makes every change fail. */
function createFakeReviews() {
  const reviews = new Map<number, Review>();
  const batches: { batch: string; before: Map<number, Review | undefined>; undone: boolean }[] = [];
  const state = { failing: false, calls: [] as string[] };
  const told = (ids: Iterable<number>): ReviewsChanged['reviews'] =>
    [...ids].map((id) => ({ id, review: reviews.get(id) ?? null }));
  const review = {
    set: {
      async mutate({ ids, change }: SetReviews): Promise<Result<ReviewsChanged>> {
        state.calls.push(`set ${ids.join(',')} ${change.verdict}`);
        await Promise.resolve();
        if (state.failing) return fail('disk', 'The disk is full.');
        const batch = `batch ${batches.length + 1}`;
        batches.push({ batch, before: new Map(ids.map((id) => [id, reviews.get(id)])), undone: false });
        for (const id of ids) {
          const defined = Object.fromEntries(
            Object.entries(change).filter(([, value]) => value !== undefined),
          );
          reviews.set(id, { ...(reviews.get(id) ?? emptyReview), ...defined, reviewer: 'anna' });
        }
        return succeed({ batch, changed: ids.length, missing: [], reviews: told(ids) });
      },
    },
    undo: {
      async mutate({ batch }: { batch: string }): Promise<Result<ReviewsChanged>> {
        state.calls.push(`undo ${batch}`);
        const found = batches.find((each) => each.batch === batch);
        if (!found || found.undone) return fail('not-found', 'There is no such change.');
        found.undone = true;
        for (const [id, before] of found.before) {
          if (before) reviews.set(id, before);
          else reviews.delete(id);
        }
        const { size } = found.before;
        return succeed({ batch: 'undo', changed: size, missing: [], reviews: told(found.before.keys()) });
      },
    },
    batches: {
      async query(): Promise<Result<readonly ReviewBatch[]>> {
        return succeed(
          batches.toReversed().map(({ batch, before, undone }) => ({
            batch,
            kind: 'set',
            undoes: null,
            reviewer: 'anna',
            madeAt: '2026-11-20T08:00:00Z',
            changed: before.size,
            undone,
          })),
        );
      },
    },
  };
  return { reviews, state, api: { review } as unknown as Api };
}

function buildQueue(ids: readonly number[]): ReviewQueue {
  return {
    title: 'All detections',
    skipsJudged: true,
    startedAt: '2026-11-20T08:00:00.000Z',
    ids: Uint32Array.from(ids),
    standings: new Uint8Array(ids.length),
    at: 0,
    state: 'running',
    gone: 0,
  };
}

let app: ReviewWork;
let fake: ReturnType<typeof createFakeReviews>;
const queue = () => app.stores.review.getState().queue;
const verdicts = () => [...(queue()?.standings ?? [])].map(verdictOf);
const focused = () => app.stores.results.getState().focusedId;

beforeEach(() => {
  vi.clearAllMocks();
  fake = createFakeReviews();
  app = { api: fake.api, stores: createStores() };
  app.stores.review.setState({ queue: buildQueue([11, 12, 13]) });
  goToPlace(app, 0);
});

describe('a verdict in a queue', () => {
  it('is shown and gone on from before it is written', async () => {
    const written = sayOf(app, [11], { verdict: 'confirmed' });
    expect(verdicts()).toEqual(['confirmed', null, null]);
    expect(focused()).toBe(12);
    expect(fake.reviews.size).toBe(0);
    await written;
    expect(fake.reviews.get(11)?.verdict).toBe('confirmed');
    expect(app.stores.review.getState().writing).toBe(0);
  });

  it('stays where the analyst wants to stay, and at flags and notes in any case', async () => {
    await sayOf(app, [11], { flagged: true });
    expect(focused()).toBe(11);
    app.stores.review.setState({ stays: true });
    await sayOf(app, [11], { verdict: 'unsure' });
    expect(focused()).toBe(11);
    expect(verdicts()).toEqual(['unsure', null, null]);
  });

  it('ends the queue when it was the last that was missing', async () => {
    await Promise.all([
      sayOf(app, [11], { verdict: 'confirmed' }),
      sayOf(app, [12], { verdict: 'rejected' }),
      sayOf(app, [13], { verdict: 'unsure' }),
    ]);
    expect(queue()?.state).toBe('finished');
    expect(fake.state.calls).toEqual(['set 11 confirmed', 'set 12 rejected', 'set 13 unsure']);
  });

  it('does not move the queue when it is of another detection', async () => {
    app.stores.results.getState().focus(77);
    await sayOf(app, [77], { verdict: 'confirmed' });
    expect(queue()?.at).toBe(0);
    expect(focused()).toBe(77);
  });

  it('is put back and told when it cannot be written', async () => {
    fake.state.failing = true;
    await sayOf(app, [11], { verdict: 'confirmed' });
    expect(verdicts()).toEqual([null, null, null]);
    expect(app.stores.review.getState().latest).toBe('unknown');
    expect(notifyFailure).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'The disk is full.' }),
      'What was said of detection 11 was not kept.',
    );
    expect(app.stores.review.getState().said).toEqual([]);
  });
});

describe('undo', () => {
  it('takes the last verdicts back one by one, also one that is still being written', async () => {
    void sayOf(app, [11], { verdict: 'confirmed' });
    void sayOf(app, [12], { verdict: 'rejected' });
    await undoSaid(app);
    expect(focused()).toBe(12);
    expect(verdicts()).toEqual(['confirmed', null, null]);
    await undoSaid(app);
    expect(focused()).toBe(11);
    expect(verdicts()).toEqual([null, null, null]);
    expect(fake.reviews.size).toBe(0);
  });

  it('goes back into a queue that was finished', async () => {
    app.stores.review.setState({ queue: buildQueue([11]) });
    goToPlace(app, 0);
    await sayOf(app, [11], { verdict: 'confirmed' });
    expect(queue()?.state).toBe('finished');
    await undoSaid(app);
    expect(queue()?.state).toBe('running');
  });

  it('knows what was said in a former run', async () => {
    await sayOf(app, [11], { verdict: 'confirmed' });
    app.stores.review.setState({ said: [] });
    await undoSaid(app);
    expect(verdicts()).toEqual([null, null, null]);
    expect(focused()).toBe(11);
    await undoSaid(app);
    expect(notifyInfo).toHaveBeenCalledWith('There is no verdict to take back.');
  });

  it('takes a change of several back at once', async () => {
    await sayOf(app, [11, 12, 13], { verdict: 'rejected' });
    expect(verdicts()).toEqual(['rejected', 'rejected', 'rejected']);
    await undoSaid(app);
    expect(verdicts()).toEqual([null, null, null]);
    expect(notifyInfo).toHaveBeenCalledWith('Taken back for 3 detections.');
  });
});
