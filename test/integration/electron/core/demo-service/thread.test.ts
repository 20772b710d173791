import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DemoServiceThreadOptions,
  startDemoServiceThread,
} from '../../../../../electron/core/demo-service/demo-service-thread.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { queryRecords, signIn } from '../../../../builders/demo-service.ts';

const workerUrl = coreWorkers.demoService;
const crashingWorker = new URL('../../../../builders/crashing-demo-service-worker.ts', import.meta.url);
let folder: string;

/** Starts a service that is not expected to crash. */
const start = (worker: URL, options: DemoServiceThreadOptions) =>
  startDemoServiceThread(worker, options, (error) => {
    throw error;
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-service-thread-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the demo service in its own thread', () => {
  it('responds, ends when it is closed, and frees its port', async () => {
    const service = await start(workerUrl, {
      brand: 'acme',
      stateFile: join(folder, 'state.json'),
    });
    const headers = await signIn(service);
    const body = 'acme_udp_analyticgeojsonrecord(limit: 2) { assignedId }';
    expect((await queryRecords(service, headers, body)).paginationInfo.nextOffset).toBe(2);
    await service.close();
    await expect(fetch(`${service.baseUrl}/ios/order`)).rejects.toThrow();

    const port = Number(new URL(service.baseUrl).port);
    const again = await start(workerUrl, {
      brand: 'acme',
      port,
      stateFile: join(folder, 'state.json'),
    });
    expect(again.baseUrl).toBe(service.baseUrl);
    expect((await fetch(`${again.baseUrl}/ios/order`, { headers })).status).toBe(200);
    await again.close();
  });

  it('rejects with the reason when it cannot start', async () => {
    const first = await start(workerUrl, {});
    const port = Number(new URL(first.baseUrl).port);
    await expect(start(workerUrl, { port })).rejects.toThrow(/EADDRINUSE/);
    await first.close();
    await expect(start(new URL('no-such-worker.ts', workerUrl), {})).rejects.toThrow();
  });

  it('reports an error that ends it later, and can still be closed', async () => {
    const crash = Promise.withResolvers<unknown>();
    const service = await startDemoServiceThread(crashingWorker, {}, crash.resolve);
    expect(await crash.promise).toMatchObject({ name: 'ThreadEnded', cause: { message: 'out of order' } });
    await service.close();
  });
});
