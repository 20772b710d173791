import { afterEach, expect, test, vi } from 'vitest';
import { startQueue } from '../../../../../renderer/features/review/start-review.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a review is not started in a workspace that was opened while its detections were sorted', async () => {
  const stores = createStores();
  const { review, session } = stores;
  const sessionIn = (workspacePath: string) => ({ workspacePath }) as unknown as SessionState;
  session.getState().setSession(sessionIn('/a.gpkg'));
  const responses: (() => void)[] = [];
  const ids = Uint32Array.of(1, 2, 3);
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => responses.push(resolve));
    return new Response(ids.buffer.slice(0));
  });
  const source = { title: 'Busan', filter: {} };
  const started = startQueue({ stores }, source, { order: 'pass', skipsJudged: false });
  await vi.waitFor(() => expect(responses).toHaveLength(1));
  session.getState().setSession(sessionIn('/b.gpkg'));
  review.getState().clearWorkspaceState();
  vi.stubGlobal('fetch', async () => new Response(ids.buffer.slice(0)));
  responses[0]?.();
  await started;
  expect(review.getState()).toMatchObject({ queue: null, isStarting: false });

  await startQueue({ stores }, source, { order: 'pass', skipsJudged: false });
  expect(review.getState().queue).toMatchObject({ title: 'Busan', state: 'running' });
});

test.each([
  ['at the inspected detection', 2, true, 1],
  ['at its first detection when the inspected one is not in it', 9, true, 0],
  ['at its first detection when nothing is inspected', null, true, 0],
  ['at its first detection when it visits judged ones, too, and ends at the last', 2, false, 0],
])('a review begins %s', async (_case, inspected, skipsJudged, at) => {
  const stores = createStores();
  const ids = Uint32Array.of(1, 2, 3);
  vi.stubGlobal('fetch', async () => new Response(ids.buffer.slice(0)));
  if (inspected !== null) stores.results.getState().focus(inspected);
  await startQueue({ stores }, { title: 'Busan', filter: {} }, { order: 'pass', skipsJudged });
  expect(stores.review.getState().queue).toMatchObject({ at });
  expect(stores.results.getState().focusedId).toBe(ids[at]);
});
