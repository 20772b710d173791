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
  const command = createSearchCommands(app).find(({ id }) => id === 'results.fetch-selected-records');
  return { run: () => command?.run(), startFetch };
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
