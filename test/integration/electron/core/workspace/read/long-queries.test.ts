import { afterEach, expect, test, vi } from 'vitest';
import { createAppHandler } from '../../../../../../electron/app-handler.ts';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import { createApi, createQueryClient } from '../../../../../../renderer/api/client.ts';
import type { DetectionFilter } from '../../../../../../shared/results/detection.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { stubCore, stubHost } from '../../../../../builders/stub-core.ts';
import { fillStore, openTestStore } from '../../../../../builders/workspace-builder.ts';

afterEach(() => vi.unstubAllGlobals());

/** The page's client, whose requests go to the handler over a store; what was queried is retained. */
function openApi() {
  const store = openTestStore();
  const inside = buildFeature({ geometry: { type: 'Point', coordinates: [10, 10] } });
  const outside = buildFeature({ geometry: { type: 'Point', coordinates: [30, 10] } });
  fillStore(store, [buildRecord({ features: [inside, outside] })]);
  const requests: { readonly method: string; readonly length: number }[] = [];
  const handler = createAppHandler({
    core: stubCore({ workspace: () => store as unknown as Workspace }),
    host: stubHost,
    rendererDir: '/nowhere',
    onProblem: (error) => {
      throw error;
    },
  });
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const { signal: _, ...rest } = init ?? {};
    requests.push({ method: init?.method ?? 'GET', length: address.length });
    return handler(new Request(new URL(address, 'http://127.0.0.1:1'), rest));
  });
  return { api: createApi(createQueryClient()).api, requests };
}

test('an outline of thousands of corners is sent in a body, not in the URL', async () => {
  const { api, requests } = openApi();
  const corners = 5_000;
  const circle = Array.from({ length: corners }, (_, index): [number, number] => {
    const angle = (index / corners) * 2 * Math.PI;
    return [10 + 5 * Math.cos(angle), 10 + 5 * Math.sin(angle)];
  });
  const filter: DetectionFilter = { within: [circle] };
  const counts = await api.results.counts.query(filter);
  expect(counts).toMatchObject({ ok: true, value: { detections: 1 } });
  expect(requests).toEqual([{ method: 'POST', length: expect.any(Number) }]);
  expect(requests[0]?.length).toBeLessThan(200);
});

test('a short query is sent in the URL, can be aborted and times out', async () => {
  const { api, requests } = openApi();
  const counts = await api.results.counts.query({ minConfidence: 0.1 });
  expect(counts).toMatchObject({ ok: true, value: { detections: 2 } });
  expect(requests[0]?.method).toBe('GET');
});

test('an expression that cannot be read is refused, and lets nothing through', async () => {
  const { api } = openApi();
  for (const ask of [
    () => api.results.counts.query({ expression: 'length_m >' }),
    () => api.results.groupCounts.query({ filter: { expression: 'length_m >' }, by: 'analytic' }),
    () =>
      api.results.rowIndex.query({
        filter: { expression: 'length_m >' },
        sort: { field: 'id', order: 'ASC' },
        id: 1,
      }),
  ]) {
    expect(await ask()).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  }
});
