import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import { redoLastEdit, undoLastEdit } from '../../../../../renderer/context/edit-history.ts';
import {
  pendingReviewsOf,
  type ReviewContext,
} from '../../../../../renderer/features/review/pending-reviews.ts';
import {
  createReviewCommands,
  goToQueuePosition,
  reviewDetections,
  toggleFlag,
} from '../../../../../renderer/features/review/review-commands.ts';
import { recordEarlierReviews } from '../../../../../renderer/features/review/review-edits.ts';
import { type ReviewQueue, verdictOf } from '../../../../../renderer/stores/review-queue.ts';
import { withUnsavedChanges } from '../../../../../renderer/stores/review-store.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { type FailureCode, fail, type Result, succeed } from '../../../../../shared/result.ts';
import { emptyReview, type Review } from '../../../../../shared/review/review.ts';
import type {
  ReviewBatches,
  ReviewBatchKind,
  SetReviewsRequest,
  SetReviewsResult,
} from '../../../../../shared/review/review-change.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { pageApi } from '../../../../builders/page-api.ts';

const { notifyEdit, notifyFailure, notifyInfo } = spyOnNotifications();

/** Reviews kept in a map, with a switch that makes every change fail. */
function createFakeReviews() {
  const reviews = new Map<number, Review>();
  const batches: {
    batch: string;
    requested?: string | undefined;
    kind: ReviewBatchKind;
    before: Map<number, Review | undefined>;
    undone: boolean;
  }[] = [];
  const state = {
    failing: null as FailureCode | null,
    losesResponses: false,
    calls: [] as string[],
    workspace: 'file-1 /a.gpkg',
  };
  const reviewsOf = (ids: Iterable<number>): SetReviewsResult['reviews'] =>
    [...ids].map((id) => ({ id, review: reviews.get(id) ?? null }));
  const review = {
    set: {
      async mutate({
        ids,
        change,
        batch: requested,
        workspace,
      }: SetReviewsRequest & { workspace: string }): Promise<Result<SetReviewsResult>> {
        state.calls.push(`set ${ids.join(',')} ${change.verdict}`);
        await Promise.resolve();
        if (state.failing) return fail(state.failing, 'The disk is full.');
        if (workspace !== state.workspace) return fail('conflict', 'Another workspace was opened.');
        const written = batches.find((each) => each.requested === requested);
        if (written) {
          return succeed({ batch: written.batch, changed: ids.length, missing: [], reviews: reviewsOf(ids) });
        }
        const batch = `batch ${batches.length + 1}`;
        batches.push({
          batch,
          requested,
          kind: 'set',
          before: new Map(ids.map((id) => [id, reviews.get(id)])),
          undone: false,
        });
        for (const id of ids) {
          const defined = Object.fromEntries(
            Object.entries(change).filter(([, value]) => value !== undefined),
          );
          reviews.set(id, { ...(reviews.get(id) ?? emptyReview), ...defined, reviewer: 'anna' });
        }
        if (state.losesResponses) return fail('unreachable', 'The link is lost.');
        return succeed({ batch, changed: ids.length, missing: [], reviews: reviewsOf(ids) });
      },
    },
    undo: {
      async mutate({ batch }: { batch: string }): Promise<Result<SetReviewsResult>> {
        state.calls.push(`undo ${batch}`);
        if (state.failing) return fail(state.failing, 'The link is lost.');
        const found = batches.find((each) => each.batch === batch || each.requested === batch);
        if (!found || found.undone) return fail('not-found', 'There is no such change.');
        found.undone = true;
        const undo = `batch ${batches.length + 1}`;
        const now = [...found.before.keys()].map((id) => [id, reviews.get(id)] as const);
        batches.push({ batch: undo, kind: 'undo', before: new Map(now), undone: false });
        for (const [id, before] of found.before) {
          if (before) reviews.set(id, before);
          else reviews.delete(id);
        }
        if (state.losesResponses) return fail('unreachable', 'The link is lost.');
        const { size } = found.before;
        return succeed({ batch: undo, changed: size, missing: [], reviews: reviewsOf(found.before.keys()) });
      },
    },
    batches: {
      async query(): Promise<Result<ReviewBatches>> {
        return succeed({
          unknownKinds: 0,
          batches: batches.toReversed().map(({ batch, kind, before, undone }) => ({
            batch,
            kind,
            undoes: null,
            reviewer: 'anna',
            madeAt: '2026-11-20T08:00:00Z',
            changed: before.size,
            undone,
          })),
        });
      },
    },
  };
  return {
    reviews,
    state,
    procedures: { reviews: review },
  };
}

function buildQueue(ids: readonly number[]): ReviewQueue {
  return {
    title: 'All detections',
    skipsJudged: true,
    startedAt: '2026-11-20T08:00:00.000Z',
    ids: Uint32Array.from(ids),
    stateCodes: new Uint8Array(ids.length),
    at: 0,
    state: 'running',
    missingCount: 0,
  };
}

let app: ReviewContext;
let fake: ReturnType<typeof createFakeReviews>;
const queue = () => app.stores.review.getState().queue;
const verdicts = () => [...(queue()?.stateCodes ?? [])].map(verdictOf);
const focused = () => app.stores.results.getState().focusedId;

beforeEach(() => {
  vi.clearAllMocks();
  fake = createFakeReviews();
  app = { ...pageApi(fake.procedures), stores: createStores() };
  app.stores.session
    .getState()
    .setSession({ workspacePath: '/a.gpkg', workspaceFileId: 'file-1' } as unknown as SessionState);
  app.stores.review.getState().setQueue(buildQueue([11, 12, 13]));
  goToQueuePosition(app, 0);
});

describe('a verdict in a queue', () => {
  it('is shown and advances before it is written', async () => {
    const written = reviewDetections(app, [11], { verdict: 'confirmed' });
    expect(verdicts()).toEqual(['confirmed', null, null]);
    expect(focused()).toBe(12);
    expect(fake.reviews.size).toBe(0);
    await written;
    expect(fake.reviews.get(11)?.verdict).toBe('confirmed');
    expect(app.stores.review.getState().pendingWrites).toBe(0);
  });

  it('stays where the analyst chose to stay, and after flags and notes in any case', async () => {
    await reviewDetections(app, [11], { flagged: true });
    expect(focused()).toBe(11);
    app.stores.review.getState().setStaysAfterVerdict(true);
    await reviewDetections(app, [11], { verdict: 'unsure' });
    expect(focused()).toBe(11);
    expect(verdicts()).toEqual(['unsure', null, null]);
  });

  it('ends the queue when it was the last that was missing', async () => {
    await Promise.all([
      reviewDetections(app, [11], { verdict: 'confirmed' }),
      reviewDetections(app, [12], { verdict: 'rejected' }),
      reviewDetections(app, [13], { verdict: 'unsure' }),
    ]);
    expect(queue()?.state).toBe('finished');
    expect(fake.state.calls).toEqual(['set 11 confirmed', 'set 12 rejected', 'set 13 unsure']);
  });

  it('does not move the queue when it is of another detection', async () => {
    app.stores.results.getState().focus(77);
    await reviewDetections(app, [77], { verdict: 'confirmed' });
    expect(queue()?.at).toBe(0);
    expect(focused()).toBe(77);
  });

  it('is reverted and reported when it can never be written', async () => {
    fake.state.failing = 'read-only';
    const rows = app.queries.results.detections.queryKey([11]);
    app.queryClient.setQueryData(rows, []);
    await reviewDetections(app, [11], { verdict: 'confirmed' });
    expect(verdicts()).toEqual([null, null, null]);
    expect(app.queryClient.getQueryState(rows)?.isInvalidated).toBe(true);
    expect(notifyFailure).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'The disk is full.' }),
      'Review not saved: detection 11.',
    );
    expect(app.stores.history.getState().done).toEqual([]);
  });
});

describe('a verdict whose write fails', () => {
  const unsaved = () => app.stores.review.getState().unsaved;
  const unsavedIds = () => [...(unsaved()?.changes.keys() ?? [])];
  it('is named as not saved, with the reason, and retried until it is saved', async () => {
    fake.state.failing = 'disk';
    const written = reviewDetections(app, [11], { verdict: 'confirmed' });
    await eventually(() => expect(unsaved()?.failure.message).toBe('The disk is full.'));
    expect(unsavedIds()).toEqual([11]);
    expect(app.stores.review.getState().pendingWrites).toBe(1);
    expect(notifyFailure).not.toHaveBeenCalled();
    pendingReviewsOf(app).retry();
    await eventually(() => expect(fake.state.calls.length).toBeGreaterThan(1));
    expect(unsavedIds()).toEqual([11]);
    fake.state.failing = null;
    pendingReviewsOf(app).retry();
    await written;
    expect(unsaved()).toBeNull();
    expect(fake.reviews.get(11)?.verdict).toBe('confirmed');
    await undoLastEdit(app);
    expect(fake.reviews.size).toBe(0);
  });

  it('of more detections than are shown at once is inverted by a change of a flag', async () => {
    fake.state.failing = 'disk';
    const ids = [11, ...Array.from({ length: 1_000 }, (_, index) => index + 100)];
    const all = [reviewDetections(app, ids, { flagged: true })];
    await eventually(() => expect(unsaved()).not.toBeNull());
    all.push(toggleFlag(app, 11));
    fake.state.failing = null;
    pendingReviewsOf(app).retry();
    await Promise.all(all);
    expect(fake.reviews.get(11)?.flagged).toBe(false);
    expect(fake.reviews.get(100)?.flagged).toBe(true);
  });

  it('is saved by itself once the cause is removed', async () => {
    fake.state.failing = 'unreachable';
    const written = reviewDetections(app, [11], { verdict: 'confirmed' });
    await eventually(() => expect(unsaved()).not.toBeNull());
    fake.state.failing = null;
    await written;
    expect(fake.reviews.get(11)?.verdict).toBe('confirmed');
  });

  it('keeps those that follow, in order', async () => {
    fake.state.failing = 'disk';
    const all = [
      reviewDetections(app, [11], { verdict: 'confirmed' }),
      reviewDetections(app, [11], { verdict: 'rejected', flagged: true }),
      reviewDetections(app, [12], { verdict: 'unsure' }),
    ];
    await eventually(() => expect(unsavedIds()).toEqual([11, 12]));
    const changes = unsaved()?.changes.get(11);
    expect(withUnsavedChanges(null, changes)).toMatchObject({ verdict: 'rejected', flagged: true });
    fake.state.failing = null;
    pendingReviewsOf(app).retry();
    await Promise.all(all);
    expect(fake.reviews.get(11)).toMatchObject({ verdict: 'rejected', flagged: true });
    expect(fake.reviews.get(12)?.verdict).toBe('unsure');
  });

  it('is taken back by undo without being written', async () => {
    fake.state.failing = 'disk';
    const written = reviewDetections(app, [11], { verdict: 'confirmed' });
    await eventually(() => expect(unsaved()).not.toBeNull());
    await undoLastEdit(app);
    fake.state.failing = null;
    await written;
    expect(verdicts()).toEqual([null, null, null]);
    expect(focused()).toBe(11);
    expect(unsaved()).toBeNull();
    expect(fake.reviews.size).toBe(0);
  });

  it('is written after all when it is redone, and can be undone again', async () => {
    fake.state.failing = 'disk';
    const written = reviewDetections(app, [11], { verdict: 'confirmed' });
    await eventually(() => expect(unsaved()).not.toBeNull());
    await undoLastEdit(app);
    await redoLastEdit(app);
    expect(verdicts()).toEqual(['confirmed', null, null]);
    fake.state.failing = null;
    pendingReviewsOf(app).retry();
    await written;
    await eventually(() => expect(fake.reviews.get(11)?.verdict).toBe('confirmed'));
    await undoLastEdit(app);
    expect(fake.reviews.size).toBe(0);
  });

  it.each(['file-2 /b.gpkg', 'file-2 /a.gpkg'])(
    'is not written when %s was opened before the page was notified',
    async (workspace) => {
      fake.state.workspace = workspace;
      await reviewDetections(app, [11], { verdict: 'confirmed' });
      expect(fake.reviews.size).toBe(0);
      expect(verdicts()).toEqual([null, null, null]);
      expect(app.stores.history.getState().done).toEqual([]);
    },
  );

  it('whose response was lost is undone once there is a link again', async () => {
    await reviewDetections(app, [12], { verdict: 'unsure' });
    fake.state.losesResponses = true;
    void reviewDetections(app, [11], { verdict: 'confirmed' });
    await eventually(() => expect(unsaved()).not.toBeNull());
    expect(fake.reviews.get(11)?.verdict).toBe('confirmed');
    const undone = undoLastEdit(app);
    fake.state.losesResponses = false;
    pendingReviewsOf(app).retry();
    await undone;
    expect([...fake.reviews.keys()]).toEqual([12]);
    expect(notifyEdit).toHaveBeenCalledOnce();
  });

  it('whose response was lost is reverted when it is discarded', async () => {
    fake.state.losesResponses = true;
    const written = reviewDetections(app, [11], { verdict: 'confirmed' });
    await eventually(() => expect(unsaved()).not.toBeNull());
    pendingReviewsOf(app).discard('you chose to discard them');
    await written;
    expect(fake.reviews.size).toBe(0);
  });

  it.each([
    ['without a link', 'unreachable'],
    ['during a compaction', 'frozen'],
  ] as const)('whose response was lost is reverted after it was discarded %s', async (_when, code) => {
    fake.state.losesResponses = true;
    const written = reviewDetections(app, [11], { verdict: 'confirmed' });
    await eventually(() => expect(unsaved()).not.toBeNull());
    fake.state.failing = code;
    pendingReviewsOf(app).discard('you chose to discard them');
    await eventually(() => expect(fake.state.calls.at(-1)).toMatch(/^undo/));
    expect(fake.reviews.get(11)?.verdict).toBe('confirmed');
    fake.state.failing = null;
    pendingReviewsOf(app).retry();
    await written;
    expect(fake.reviews.size).toBe(0);
  });

  it.each(['frozen', 'no-workspace'] as const)(
    'because the workspace is being compacted (%s) is saved after it',
    async (code) => {
      fake.state.failing = code;
      const written = reviewDetections(app, [11], { verdict: 'confirmed' });
      await eventually(() => expect(unsavedIds()).toEqual([11]));
      fake.state.failing = null;
      pendingReviewsOf(app).retry();
      await written;
      expect(fake.reviews.get(11)?.verdict).toBe('confirmed');
      expect(unsaved()).toBeNull();
    },
  );

  it('whose response was lost can be undone when its retry is refused', async () => {
    fake.state.losesResponses = true;
    const written = reviewDetections(app, [11], { verdict: 'confirmed' });
    await eventually(() => expect(unsaved()).not.toBeNull());
    fake.state.failing = 'read-only';
    pendingReviewsOf(app).retry();
    await written;
    fake.state.failing = null;
    fake.state.losesResponses = false;
    await undoLastEdit(app);
    expect(fake.reviews.size).toBe(0);
  });

  it('is discarded with a notice', async () => {
    fake.state.failing = 'disk';
    const written = reviewDetections(app, [11], { verdict: 'confirmed' });
    const next = reviewDetections(app, [12], { verdict: 'confirmed' });
    await eventually(() => expect(unsavedIds()).toEqual([11, 12]));
    pendingReviewsOf(app).discard('you chose to discard them');
    fake.state.failing = null;
    await Promise.all([written, next]);
    expect(verdicts()).toEqual([null, null, null]);
    expect(fake.reviews.size).toBe(0);
    expect(notifyFailure).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'They were discarded because you chose to discard them.' }),
      '2 review changes were not saved.',
    );
    expect(app.stores.history.getState().done).toEqual([]);
  });

  it('is never written into another workspace', async () => {
    fake.state.failing = 'unreachable';
    const written = reviewDetections(app, [11], { verdict: 'confirmed' });
    await eventually(() => expect(unsaved()).not.toBeNull());
    fake.state.failing = null;
    fake.state.workspace = 'file-2 /b.gpkg';
    pendingReviewsOf(app).retry();
    await written;
    expect(fake.reviews.size).toBe(0);
    expect(notifyFailure).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringContaining('another workspace') }),
      '1 review change was not saved.',
    );
  });
});

describe('undo', () => {
  it('undoes the last verdicts one by one, also one that is still being written', async () => {
    void reviewDetections(app, [11], { verdict: 'confirmed' });
    void reviewDetections(app, [12], { verdict: 'rejected' });
    await undoLastEdit(app);
    expect(focused()).toBe(12);
    expect(verdicts()).toEqual(['confirmed', null, null]);
    await undoLastEdit(app);
    expect(focused()).toBe(11);
    expect(verdicts()).toEqual([null, null, null]);
    expect(fake.reviews.size).toBe(0);
  });

  it('redoes what was undone, in the same order, until something else is done', async () => {
    await reviewDetections(app, [11], { verdict: 'confirmed' });
    await reviewDetections(app, [12], { verdict: 'rejected' });
    await undoLastEdit(app);
    await undoLastEdit(app);
    await redoLastEdit(app);
    expect(verdicts()).toEqual(['confirmed', null, null]);
    await redoLastEdit(app);
    expect(verdicts()).toEqual(['confirmed', 'rejected', null]);
    await undoLastEdit(app);
    await reviewDetections(app, [13], { verdict: 'unsure' });
    await redoLastEdit(app);
    expect(notifyInfo).toHaveBeenCalledWith('There is nothing to redo.');
    expect(verdicts()).toEqual(['confirmed', null, 'unsure']);
  });

  it('is known to be of one detection, so that only its review offers Undo', async () => {
    await reviewDetections(app, [11], { verdict: 'confirmed' });
    await reviewDetections(app, [12, 13], { verdict: 'unsure' });
    expect(app.stores.history.getState().done.map(({ reviewedId }) => reviewedId)).toEqual([11, undefined]);
  });

  it('changes nothing, and reports it, when another window has undone it', async () => {
    await reviewDetections(app, [11], { verdict: 'confirmed' });
    await app.api.reviews.undo.mutate({ batch: 'batch 1' });
    await undoLastEdit(app);
    expect(notifyFailure).toHaveBeenCalledWith(
      expect.objectContaining({ code: 'not-found' }),
      'Not undone: confirming detection 11.',
    );
    expect(app.stores.history.getState().done).toEqual([]);
  });

  it('returns to a queue that was finished', async () => {
    app.stores.review.getState().setQueue(buildQueue([11]));
    goToQueuePosition(app, 0);
    await reviewDetections(app, [11], { verdict: 'confirmed' });
    expect(queue()?.state).toBe('finished');
    await undoLastEdit(app);
    expect(queue()?.state).toBe('running');
  });

  it('finds changes of a former run', async () => {
    await reviewDetections(app, [11], { verdict: 'confirmed' });
    app.stores.history.getState().clear();
    await recordEarlierReviews(app);
    await undoLastEdit(app);
    expect(verdicts()).toEqual([null, null, null]);
    await undoLastEdit(app);
    expect(notifyInfo).toHaveBeenCalledWith('There is nothing to undo.');
    await redoLastEdit(app);
    expect(verdicts()).toEqual(['confirmed', null, null]);
  });

  it('undoes a change of several at once', async () => {
    await reviewDetections(app, [11, 12, 13], { verdict: 'rejected' });
    expect(verdicts()).toEqual(['rejected', 'rejected', 'rejected']);
    await undoLastEdit(app);
    expect(verdicts()).toEqual([null, null, null]);
    expect(notifyEdit).toHaveBeenLastCalledWith(
      'Undone: rejecting 3 detections.',
      expect.objectContaining({ label: 'Redo' }),
    );
  });
});

it.each(['review.note', 'review.confirmed'])(
  'refuses %s while a pinned inspector shows another item',
  (id) => {
    const stores = createStores();
    stores.session.getState().setSession({ workspace: 'open' } as unknown as SessionState);
    const command = createReviewCommands({ stores } as unknown as App).find((each) => each.id === id);
    stores.results.getState().focus(7);
    stores.inspector.getState().setPinned(true);
    expect(command?.enabled?.()).toBe(true);
    stores.results.getState().focus(8);
    expect(command?.enabled?.()).toBe('The inspector is pinned to another item. Unpin it first.');
  },
);
