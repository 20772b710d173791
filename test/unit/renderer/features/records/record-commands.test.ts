import { expect, it, vi } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import { focusRecord, showRecordsOnMap } from '../../../../../renderer/features/records/record-commands.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { succeed } from '../../../../../shared/result.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';

spyOnNotifications();

/** An app whose lists of footprints come when the test resolves them, in any order. */
function startApp() {
  const stores = createStores();
  const pending: ((name: string) => Promise<void>)[] = [];
  const records = async () => succeed({ rows: [{ recordId: 'a' }], total: 1 });
  const recordFootprints = () =>
    new Promise((resolve) => {
      pending.push(async (name) => {
        resolve(succeed([{ name, geometry: { type: 'Point', coordinates: [0, 0] } }]));
        await new Promise((done) => setTimeout(done));
      });
    });
  const app = {
    api: { results: { records: { query: records }, recordFootprints: { query: recordFootprints } } },
    engine: { zoomToGeometry: vi.fn() },
    stores,
  } as unknown as App;
  const shown = () => stores.results.getState().recordFootprints;
  return { app, pending, shown, results: () => stores.results.getState() };
}

const all = { having: 'any', filter: {} } as const;

it('shows the footprints that were requested last, whichever come first', async () => {
  const { app, pending, shown, results } = startApp();
  const requested = (count: number) => vi.waitFor(() => expect(pending).toHaveLength(count));
  void showRecordsOnMap(app, all);
  await requested(1);
  void showRecordsOnMap(app, all);
  await requested(2);
  await pending[1]?.('newer');
  await pending[0]?.('older');
  expect(shown()).toMatchObject([{ name: 'newer' }]);
  expect(app.engine.zoomToGeometry).toHaveBeenCalledOnce();

  void showRecordsOnMap(app, all);
  await requested(3);
  void focusRecord(app, { recordId: 'a' });
  await requested(4);
  await pending[3]?.('of one record');
  await pending[2]?.('of all');
  expect(shown()).toMatchObject([{ name: 'of one record' }]);

  void showRecordsOnMap(app, all);
  await requested(5);
  results().focus(7);
  await pending[4]?.('beside a detection');
  expect(shown()).toEqual([]);
});
