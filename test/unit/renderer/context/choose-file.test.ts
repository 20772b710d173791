import { afterEach, expect, it, vi } from 'vitest';
import type { Api } from '../../../../renderer/api/client.ts';
import { hostKindQuery } from '../../../../renderer/api/live-queries.ts';
import { createQueryClient } from '../../../../renderer/api/query-client.ts';
import { chooseFile } from '../../../../renderer/context/choose-file.ts';
import * as pickFiles from '../../../../renderer/ui/pick-files.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('ends the upload of a file when the check is cancelled', async () => {
  vi.spyOn(pickFiles, 'pickFiles').mockResolvedValue([new File(['zip'], 'case.gpkg')]);
  const app = { api: {} as Api, queryClient: createQueryClient() };
  app.queryClient.setQueryData(hostKindQuery(app.api).queryKey, 'browser');
  const sent = Promise.withResolvers<RequestInit | undefined>();
  vi.stubGlobal('fetch', async (_address: string, request?: RequestInit) => {
    if (request?.method === 'DELETE') return new Response(null, { status: 204 });
    sent.resolve(request);
    return new Promise((_resolve, reject) => {
      request?.signal?.addEventListener('abort', () => reject(request.signal?.reason));
    });
  });
  const controller = new AbortController();
  const inspect = vi.fn();
  const chosen = chooseFile(app, '.gpkg', inspect, { signal: controller.signal });
  expect((await sent.promise)?.signal).toBe(controller.signal);
  controller.abort();
  expect(await chosen).toMatchObject({ ok: false });
  expect(inspect).not.toHaveBeenCalled();
});
