import { expect, test, vi } from 'vitest';
import { toFailure } from '../../../../renderer/ui/failure-error.ts';
import { fail, succeed } from '../../../../shared/result.ts';
import { eventually } from '../../../builders/eventually.ts';
import { pageApi } from '../../../builders/page-api.ts';

const refusal = fail('disk', 'The disk is full.');

test('a call resolves to a result, also when the procedure returns none or its response is lost', async () => {
  const { api } = pageApi({
    jobs: { list: { query: async () => [] } },
    chips: {
      stats: { query: () => Promise.reject(new TypeError('Failed to fetch')) },
      clear: { mutate: async () => refusal },
    },
    watch: { remove: { mutate: async () => succeed(null) } },
  });
  expect(await api.jobs.list.query()).toEqual(succeed([]));
  expect(await api.watch.remove.mutate('a')).toEqual(succeed(null));
  expect(await api.chips.clear.mutate()).toEqual(refusal);
  expect(await api.chips.stats.query()).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
});

test('a query has the value; a refusal is its error, and is not repeated', async () => {
  const list = vi.fn(async () => refusal);
  const { queries, queryClient } = pageApi({
    watch: { list: { query: list } },
    bookmarks: { list: { query: async () => succeed(['a']) } },
    team: { state: { query: async () => 'on' } },
  });
  expect(await queryClient.fetchQuery(queries.bookmarks.list.queryOptions())).toEqual(['a']);
  expect(await queryClient.fetchQuery(queries.team.state.queryOptions())).toBe('on');
  const error = await queryClient.fetchQuery(queries.watch.list.queryOptions()).catch((thrown) => thrown);
  expect(toFailure(error)).toEqual(refusal.failure);
  expect(list).toHaveBeenCalledOnce();
});

test('a query that is cancelled aborts its request', async () => {
  const signals: AbortSignal[] = [];
  const { queries, queryClient } = pageApi({
    watch: {
      list: { query: (_input: unknown, signal: AbortSignal) => new Promise(() => signals.push(signal)) },
    },
  });
  const options = queries.watch.list.queryOptions();
  const fetched = queryClient.fetchQuery(options).catch(() => 'cancelled');
  await eventually(() => expect(signals).toHaveLength(1));
  await queryClient.cancelQueries(options);
  expect(await fetched).toBe('cancelled');
  expect(signals[0]?.aborted).toBe(true);
});
