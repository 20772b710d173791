import { afterEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import { reviewDetections } from '../../../../../renderer/features/review/review-commands.ts';
import { startChipRequests } from '../../../../../renderer/features/review/start-chip-requests.ts';
import { startReviewSync } from '../../../../../renderer/features/review/start-review-sync.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { DecodedChipCache } from '../../../../../renderer/ui/chip/chip-cache.ts';
import { fail, succeed } from '../../../../../shared/result.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { pageApi } from '../../../../builders/page-api.ts';

const { notifyFailure } = spyOnNotifications();

afterEach(() => {
  vi.unstubAllGlobals();
});

const sessionIn = (workspacePath: string) => ({ workspacePath }) as SessionState;

/** An app in whose workspace nothing can be saved, and whose chips never come. */
function buildApp() {
  vi.stubGlobal('window', new EventTarget());
  const stores = createStores();
  stores.session.getState().setSession(sessionIn('/a.gpkg'));
  const fetchChip = vi.fn((_id: number, _signal: AbortSignal) => new Promise<never>(() => {}));
  const chips = new DecodedChipCache({
    decode: () => Promise.reject(new Error('There is no chip.')),
    maxIdleBytes: 0,
    fetch: fetchChip,
  });
  const procedures = {
    reviews: {
      set: { mutate: async () => fail('disk', 'The disk is full.') },
      batches: { query: async () => succeed({ batches: [], unknownKinds: 0 }) },
    },
    reviewQueue: { saved: { query: async () => succeed(null) } },
    session: { state: { query: async () => stores.session.getState().session } },
  };
  const app = { ...pageApi(procedures), stores, chips } as unknown as App;
  return { app, stores, chips, fetchChip };
}

test('reviews and chips of the open workspace stay when the sync starts, and go with the workspace', async () => {
  const { app, stores, chips, fetchChip } = buildApp();
  const isLoading = () => chips.get(7, 'small')?.kind === 'loading';
  const unsaved = () => stores.review.getState().unsaved?.changes.get(7);
  void reviewDetections(app, [7], { verdict: 'confirmed' });
  chips.setRequested('grid', { size: 'small', seen: [7] });
  await eventually(() => expect(unsaved()).toEqual([{ verdict: 'confirmed' }]));

  const { stop } = startReviewSync(app);
  const requests = startChipRequests(app);
  await eventually(() => expect(stores.review.getState().loadState).toBe('ready'));
  expect(unsaved()).toEqual([{ verdict: 'confirmed' }]);
  expect(stores.review.getState().pendingWrites).toBe(1);
  expect(isLoading()).toBe(true);
  expect(notifyFailure).not.toHaveBeenCalled();

  stores.session.getState().setSession(sessionIn('/b.gpkg'));
  expect(unsaved()).toBeUndefined();
  // The grid still shows this id, which is another detection now.
  expect(fetchChip.mock.calls.map(([id, signal]) => [id, signal.aborted])).toEqual([
    [7, true],
    [7, false],
  ]);
  expect(notifyFailure).toHaveBeenCalledOnce();
  stop();
  requests.stop();
});
