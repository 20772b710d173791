import { expect, test, vi } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import { createSearchCommands } from '../../../../../renderer/features/search/search-commands.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { notifyInfo } from '../../../../../renderer/ui/notify.tsx';
import { succeed } from '../../../../../shared/result.ts';

vi.mock('../../../../../renderer/ui/notify.tsx', () => ({ notifyFailure: vi.fn(), notifyInfo: vi.fn() }));

/** An app with two selected detections, of which the workspace has these. */
function buildApp(rows: readonly { readonly recordId: string }[]) {
  const stores = createStores();
  stores.results.getState().setSelected([7, 8]);
  const startFetch = vi.fn(async () => succeed({ id: 'job-1', kind: 'fetch' }));
  const api = {
    results: { detections: { query: async () => succeed(rows) }, startFetch: { mutate: startFetch } },
  };
  const app = { api, stores } as unknown as App;
  const runCommand = (id: string) =>
    createSearchCommands(app)
      .find((each) => each.id === id)
      ?.run();
  return { run: () => runCommand('results.fetch-selected-records'), runCommand, startFetch, stores };
}

test('the records of selected detections are requested once each', async () => {
  const { run, startFetch } = buildApp([{ recordId: 'a' }, { recordId: 'a' }]);
  await run();
  expect(startFetch).toHaveBeenCalledExactlyOnceWith({ regions: [], analytics: [], recordIds: ['a'] });
});

test('nothing is requested when the selected detections are gone', async () => {
  const { run, startFetch } = buildApp([]);
  await run();
  expect(startFetch).not.toHaveBeenCalled();
  expect(notifyInfo).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('no longer in the workspace'));
});

test('a query whose job is known already is reported as running, and a new one is not', async () => {
  vi.mocked(notifyInfo).mockClear();
  const { runCommand, stores } = buildApp([]);
  await runCommand('results.fetch');
  expect(notifyInfo).not.toHaveBeenCalled();
  expect(stores.workspace.getState().jobs.map(({ id }) => id)).toEqual(['job-1']);
  // The main process returns the running job of the same query.
  await runCommand('results.fetch');
  expect(notifyInfo).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('running already'));
  expect(stores.workspace.getState().jobs).toHaveLength(1);
  expect(stores.ui.getState().panel).toBe('results');
});
