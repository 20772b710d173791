import { afterEach, expect, test, vi } from 'vitest';
import { createAppHandler } from '../../../electron/app-handler.ts';
import { createChipPrefetch } from '../../../electron/core/chips/create-chip-prefetch.ts';
import type { Core } from '../../../electron/core/core.ts';
import { createCases } from '../../../electron/core/exchange/case/create-cases.ts';
import { createApi, createQueryClient } from '../../../renderer/api/client.ts';
import { exportOptionsSchema } from '../../../shared/exchange/export-request.ts';
import { beginExports } from '../../builders/export-builder.ts';
import { buildRecord } from '../../builders/record-builder.ts';
import { stubCore, stubHost } from '../../builders/stub-core.ts';
import { fillWorkspace, openTestWorkspace } from '../../builders/workspace-builder.ts';

afterEach(() => vi.unstubAllGlobals());

/** Parts that a refused request must not come to: whatever is taken of them throws. */
function untouchable<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get: (_target, member) => {
      throw new Error(`${name}.${String(member)} was taken.`);
    },
  });
}

/** The core's parts that take the scope of a filter, over a workspace with a detection. */
async function openParts(): Promise<Pick<Core, 'exports' | 'cases' | 'chipPrefetch'>> {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [buildRecord()]);
  const open = () => workspace;
  const jobs = untouchable<never>('jobs');
  return {
    exports: beginExports(workspace).exports,
    cases: createCases({
      workspace: open,
      jobs,
      events: untouchable('events'),
      session: untouchable('session'),
      openNew: untouchable('openNew'),
      planCase: untouchable('planCase'),
      writeCase: () => {
        throw new Error('A case was written.');
      },
      readCase: () => {
        throw new Error('A case was read.');
      },
      cache: untouchable('cache'),
      mergeReviews: untouchable('mergeReviews'),
      receiveLayers: untouchable('receiveLayers'),
      adoptWatch: untouchable('adoptWatch'),
      cacheFolder: '/nowhere',
    }),
    chipPrefetch: createChipPrefetch({
      workspace: open,
      jobs,
      chips: untouchable('chips'),
      cache: untouchable('cache'),
      access: untouchable('access'),
    }),
  };
}

const scope = { kind: 'filter', filter: { expression: 'length_m >' } } as const;
const options = exportOptionsSchema.parse({ format: 'csv' });
const refusal = {
  ok: false,
  failure: {
    code: 'invalid-input',
    message: expect.stringMatching(/^The filter expression cannot be read\. .+\(at character 11\)$/),
    problems: [{ field: 'expression', value: 'length_m >' }],
  },
};

test('no save dialog opens before the expression was parsed', async () => {
  const handler = createAppHandler({
    core: stubCore(await openParts()),
    host: {
      ...stubHost,
      chooseSaveTarget: () => {
        throw new Error('A place was asked for.');
      },
    },
    rendererDir: '/nowhere',
    onProblem: (error) => {
      throw error;
    },
  });
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const { signal: _, ...rest } = init ?? {};
    return handler(new Request(new URL(address, 'http://127.0.0.1:1'), rest));
  });
  const api = createApi(createQueryClient()).api;
  expect(await api.exchange.export.mutate({ scope, options })).toMatchObject(refusal);
  const request = { scope, scopeWords: '', withChips: false, withLayers: false, withRules: false };
  expect(await api.workspace.writeCase.mutate(request)).toMatchObject(refusal);
  expect(await api.chips.planPrefetch.mutate(scope)).toMatchObject(refusal);
  expect(await api.chips.startPrefetch.mutate(scope)).toMatchObject(refusal);
});
