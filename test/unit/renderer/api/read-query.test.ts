import { expect, test, vi } from 'vitest';
import { workspaceCountsQuery } from '../../../../renderer/api/live-queries.ts';
import { readQuery, watchQuery } from '../../../../renderer/api/read-query.ts';
import { succeed } from '../../../../shared/result.ts';
import { pageApi } from '../../../builders/page-api.ts';

function start() {
  const query = vi.fn(async () => succeed({ detections: 7 }));
  return { ...pageApi({ results: { counts: { query } } }), query };
}

test('a watched query is loaded, and its data is passed on whenever it changes', async () => {
  const app = start();
  const apply = vi.fn();
  const stop = watchQuery(app, workspaceCountsQuery, apply);
  expect(apply.mock.calls).toEqual([[undefined]]);
  // Joins the running request.
  await app.queryClient.fetchQuery(workspaceCountsQuery(app.queries));
  expect(readQuery(app, workspaceCountsQuery)).toEqual({ detections: 7 });
  expect(apply.mock.lastCall).toEqual([{ detections: 7 }]);
  const calls = apply.mock.calls.length;
  await app.queryClient.invalidateQueries();
  expect(app.query).toHaveBeenCalledTimes(2);
  expect(apply).toHaveBeenCalledTimes(calls);
  app.queryClient.setQueryData(workspaceCountsQuery(app.queries).queryKey, null);
  // In the same task.
  expect(apply.mock.lastCall).toEqual([null]);
  stop();
});

test('reading a query requests nothing', () => {
  const app = start();
  expect(readQuery(app, workspaceCountsQuery)).toBeUndefined();
  expect(app.query).not.toHaveBeenCalled();
});
