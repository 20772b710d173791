import { expect, test, vi } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import { createSearchCommands } from '../../../../../renderer/features/search/search-commands.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { succeed } from '../../../../../shared/result.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { pageApi } from '../../../../builders/page-api.ts';

const { notifyInfo } = spyOnNotifications();

/** An app with two selected detections, of which the workspace has these. */
function buildApp(rows: readonly { readonly recordId: string }[]) {
  const stores = createStores();
  stores.results.getState().setSelected([7, 8]);
  const startFetch = vi.fn(async () => succeed({ id: 'job-1', kind: 'fetch' }));
  const procedures = {
    results: { detections: { query: async () => succeed(rows) }, startFetch: { mutate: startFetch } },
  };
  const app = { ...pageApi(procedures), stores } as unknown as App;
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
  notifyInfo.mockClear();
  const { runCommand, stores } = buildApp([]);
  stores.search.getState().change({ regions: ['East Asia'] });
  await runCommand('results.fetch');
  expect(notifyInfo).not.toHaveBeenCalled();
  expect(stores.workspace.getState().jobs.map(({ id }) => id)).toEqual(['job-1']);
  // The main process returns the running job of the same query.
  await runCommand('results.fetch');
  expect(notifyInfo).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('running already'));
  expect(stores.workspace.getState().jobs).toHaveLength(1);
  expect(stores.ui.getState().panel).toBe('results');
});

test('the key questions a fetch of everything once, and then does it', async () => {
  const { runCommand, startFetch, stores } = buildApp([]);
  await runCommand('results.fetch');
  expect(startFetch).not.toHaveBeenCalled();
  expect(stores.search.getState().failure?.message).toContain('every record of the service');
  await runCommand('results.fetch');
  expect(startFetch).toHaveBeenCalledOnce();
});

test('a name that is not known is questioned once at its field, and then requested', async () => {
  const { runCommand, startFetch, stores } = buildApp([]);
  const { change } = stores.search.getState();
  change({ regions: ['East Asia', 'East'] });
  await runCommand('results.fetch');
  expect(startFetch).not.toHaveBeenCalled();
  expect(stores.search.getState().failure?.problems).toEqual([
    {
      field: 'regions',
      value: 'East',
      message:
        '“East” is not among the 2 regions that the service documents or has returned (East Asia, Eastern Europe). Correct it, or fetch again to request it all the same.',
    },
  ]);
  await runCommand('results.fetch');
  expect(startFetch).toHaveBeenCalledOnce();
  // Another one is questioned anew.
  change({ regions: ['West'] });
  await runCommand('results.fetch');
  expect(startFetch).toHaveBeenCalledOnce();
});
