import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidateQueries, setNewerData } from '../../../../renderer/api/invalidate-queries.ts';
import { inProject } from '../../../../scripts/lib/paths.mjs';
import { eventually } from '../../../builders/eventually.ts';

/** A query in use whose requests get their response from the test. */
function observeQuery() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const requests: { readonly signal: AbortSignal; response(value: string): void }[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['results', 'sorted'],
    queryFn: ({ signal }) => new Promise<string>((response) => requests.push({ signal, response })),
  });
  observer.subscribe(() => {});
  const data = () => observer.getCurrentResult().data;
  return { client, requests, data };
}

it('lets a slow query end while results keep changing, and requests it once more after that', async () => {
  const { client, requests, data } = observeQuery();
  requests[0]?.response('before');
  await eventually(() => expect(data()).toBe('before'));

  for (let page = 0; page < 3; page += 1) {
    void invalidateQueries(client, { queryKey: ['results'] }, { keepRunning: true });
    await Promise.resolve();
  }
  await eventually(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.signal.aborted).toBe(false);
  requests[1]?.response('page 1');
  await eventually(() => expect(requests).toHaveLength(3));
  expect(data()).toBe('page 1');
  requests[2]?.response('page 3');
  await eventually(() => expect(data()).toBe('page 3'));
  expect(requests).toHaveLength(3);
});

it('cancels a running request whose response would be outdated', async () => {
  const { client, requests, data } = observeQuery();
  requests[0]?.response('before');
  await eventually(() => expect(data()).toBe('before'));
  void invalidateQueries(client, { queryKey: ['results'] });
  await eventually(() => expect(requests).toHaveLength(2));
  void invalidateQueries(client, { queryKey: ['results'] });
  await eventually(() => expect(requests).toHaveLength(3));
  expect(requests[1]?.signal.aborted).toBe(true);
});

it('keeps newer data when the response of a request that was running comes after it', async () => {
  const { client, requests, data } = observeQuery();
  setNewerData(client, ['results', 'sorted'], 'changed');
  requests[0]?.response('before');
  await eventually(() => expect(requests).toHaveLength(2));
  expect(data()).toBe('changed');
  requests[1]?.response('changed, as stored');
  await eventually(() => expect(data()).toBe('changed, as stored'));
});

it('is the only caller of what TanStack Query has for it, which leaves an outdated first load alone', () => {
  const callers = readdirSync(inProject('renderer'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) =>
      /\.(invalidate|refetch)Queries\(/.test(readFileSync(inProject('renderer', name), 'utf8')),
    );
  expect(callers.map((name) => path.basename(name))).toEqual(['invalidate-queries.ts']);
});
