import { expect, expectTypeOf, test, vi } from 'vitest';
import { z } from 'zod';
import { mutation, query, serve, workspaceQuery } from '../../../../electron/api/serve.ts';
import { router } from '../../../../electron/api/trpc.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
import { succeed } from '../../../../shared/result.ts';
import { stubCore, stubHost } from '../../../builders/stub-core.ts';

test('a row calls the method of its name with the checked input, and returns what it returns', async () => {
  const cancel = vi.fn(() => succeed(null));
  const core = stubCore({ jobs: { list: () => [], cancel } as never });
  const { createCaller } = router(serve('jobs', { list: query(), cancel: mutation(z.uuid().toLowerCase()) }));
  const api = createCaller({ core, host: stubHost });
  const listed = await api.list();
  expectTypeOf(listed).toEqualTypeOf<readonly Job[]>();
  expect(listed).toEqual([]);
  const id = '5B0E7F6E-35B2-4DF8-9B0C-4C3F8A3F0D11';
  expect(await api.cancel(id)).toEqual(succeed(null));
  expect(cancel.mock.lastCall?.[0 as never]).toBe(id.toLowerCase());
  expect(await api.cancel('the last')).toMatchObject({ failure: { code: 'invalid-input' } });
  expect(cancel).toHaveBeenCalledOnce();
});

test('a query of the workspace gives null for what is not there, and fails without one', async () => {
  const detectionDetail = async (id: number) => (id === 7 ? { id } : undefined);
  let workspace = { detectionDetail } as never;
  const core = stubCore({ workspace: () => workspace });
  const { createCaller } = router({ detail: workspaceQuery('detectionDetail', z.int()) });
  const api = createCaller({ core, host: stubHost });
  expect(await api.detail(7)).toEqual(succeed({ id: 7 }));
  expect(await api.detail(8)).toEqual(succeed(null));
  workspace = undefined as never;
  expect(await api.detail(7)).toMatchObject({ failure: { code: 'no-workspace' } });
});

test('a row without such a method, or with another input, is refused by its type', () => {
  // @ts-expect-error There is no such method.
  serve('jobs', { remove: mutation(z.uuid()) });
  // @ts-expect-error It takes a text.
  serve('jobs', { cancel: mutation(z.number()) });
  // @ts-expect-error It takes two arguments.
  serve('watch', { silence: mutation(z.uuid()) });
  // @ts-expect-error It writes.
  workspaceQuery('deleteArea', z.uuid());
});
