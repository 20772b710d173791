import { afterEach, expect, it, vi } from 'vitest';
import { chooseFile } from '../../../../renderer/context/choose-file.ts';
import * as pickFiles from '../../../../renderer/ui/pick-files.ts';
import { pageApi } from '../../../builders/page-api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('ends the upload of a file when the check is cancelled', async () => {
  vi.spyOn(pickFiles, 'pickFiles').mockResolvedValue([new File(['zip'], 'case.gpkg')]);
  const app = pageApi();
  app.queryClient.setQueryData(app.queries.host.queryKey(), { kind: 'browser' });
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
