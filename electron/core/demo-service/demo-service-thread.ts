import { Worker } from 'node:worker_threads';
import type { DemoService, DemoServiceOptions } from './demo-service.ts';

export type { DemoService };

/** Options that can be sent to another thread; a clock function cannot. */
export type DemoServiceThreadOptions = Omit<DemoServiceOptions, 'now'>;

/** Milliseconds that the worker has to close before it is terminated. */
const closeTimeout = 2000;

/**
 * Starts the demo service in a worker thread, so that it never delays the app. `workerUrl` is the file built from
 * `demo-service-worker.ts`. Rejects with the worker's error when it cannot start; an error that terminates it later is
 * passed to `onCrash`, and its addresses are unreachable from then on.
 */
export async function startDemoServiceThread(
  workerUrl: URL,
  options: DemoServiceThreadOptions,
  onCrash: (error: unknown) => void,
): Promise<DemoService> {
  const worker = new Worker(workerUrl, { workerData: options, name: 'demo-service' });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const addresses = await firstMessage(worker);
  worker.on('error', onCrash);

  return {
    ...addresses,
    async close() {
      worker.postMessage('close');
      const timer = setTimeout(() => void worker.terminate(), closeTimeout);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The worker's first message; rejects when it fails or ends before. */
function firstMessage(worker: Worker): Promise<Pick<DemoService, 'baseUrl' | 'imageBaseUrl'>> {
  return new Promise((resolve, reject) => {
    const onMessage = (addresses: Pick<DemoService, 'baseUrl' | 'imageBaseUrl'>) =>
      settle(() => resolve(addresses));
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = (code: number) =>
      settle(() => reject(new Error(`The demo service ended before it had started (exit code ${code}).`)));
    function settle(act: () => void): void {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
