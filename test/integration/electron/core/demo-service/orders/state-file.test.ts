import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderResponse } from '../../../../../../electron/core/demo-service/orders/stored-order.ts';
import {
  fullOrderRequest,
  postOrder,
  signIn,
  startTestDemoService,
} from '../../../../../builders/demo-service.ts';

let folder: string;
let stateFile: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-service-'));
  stateFile = join(folder, 'inner', 'state.json');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the state file of the demo service', () => {
  it('saves orders, their requests and tokens over a restart', async () => {
    const { headers, order, list } = await useService(async (service) => {
      const signedIn = await signIn(service);
      const placed = (await (await postOrder(service, signedIn, fullOrderRequest())).json()) as OrderResponse;
      return { headers: signedIn, order: placed, list: await readList(service.baseUrl, signedIn) };
    });
    await useService(async (service) => {
      expect(await readList(service.baseUrl, headers)).toEqual(list);
      const stored = await fetch(`${service.baseUrl}/ios/order/request/${order.request}`, { headers });
      expect(await stored.json()).toEqual(fullOrderRequest());
    });
    expect(await readdir(join(folder, 'inner'))).toEqual(['state.json']);
  });

  it('makes no token of another service hold', async () => {
    const headers = await useService((service) => signIn(service));
    await rm(stateFile);
    await useService(async (service) => {
      expect((await fetch(`${service.baseUrl}/ios/order`, { headers })).status).toBe(401);
    });
  });

  it.each([
    ['no JSON', '{ "version": 1, "secret"'],
    ['nothing', ''],
    ['of another shape', '{"version":1,"secret":"c2hvcnQ=","orders":[]}'],
    ['of a later version', '{"version":2}'],
  ])('is set aside, not lost, when it is %s', async (_what, text) => {
    await useService(async () => undefined);
    await writeFile(stateFile, text);
    await useService(async (service) => {
      expect(await readList(service.baseUrl, await signIn(service))).toHaveLength(8);
    });
    const names = (await readdir(join(folder, 'inner'))).sort();
    expect(names).toEqual(['state.json', expect.stringMatching(/^state\.json\.unreadable-\d+$/)]);
    expect(await readFile(join(folder, 'inner', names[1] ?? ''), 'utf8')).toBe(text);
  });

  it('that cannot be written makes the start fail', async () => {
    await writeFile(join(folder, 'inner'), 'a file where the folder should be');
    await expect(startTestDemoService({ stateFile })).rejects.toThrow();
  });
});

async function useService<T>(
  use: (service: Awaited<ReturnType<typeof startTestDemoService>>) => Promise<T>,
): Promise<T> {
  await using service = await startTestDemoService({ stateFile });
  return await use(service);
}

async function readList(baseUrl: string, headers: { Authorization: string }): Promise<unknown> {
  return (await fetch(`${baseUrl}/ios/order`, { headers })).json();
}
