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
  ['with the inspected detection, and those before it come last', 2, true, true, [2, 3, 1]],
  ['with its first detection when the inspector was closed', 2, false, true, [1, 2, 3]],
  ['with its first detection when the inspected one is not in it', 9, true, true, [1, 2, 3]],
  ['with its first detection when nothing is inspected', null, true, true, [1, 2, 3]],
  ['with its first detection when it visits judged ones, too', 2, true, false, [1, 2, 3]],
])('a review begins %s', async (_case, inspected, isShown, skipsJudged, expected) => {
  const stores = createStores();
  const ids = Uint32Array.of(1, 2, 3);
  vi.stubGlobal('fetch', async () => new Response(ids.buffer.slice(0)));
  if (inspected !== null) stores.results.getState().focus(inspected);
  stores.ui.getState().setPanelOpen('inspector', isShown);
  await startQueue({ stores }, { title: 'Busan', filter: {} }, { order: 'pass', skipsJudged });
  const { queue } = stores.review.getState();
  expect(queue?.at).toBe(0);
  expect([...(queue?.ids ?? [])]).toEqual(expected);
  expect(stores.results.getState().focusedId).toBe(expected[0]);
});
