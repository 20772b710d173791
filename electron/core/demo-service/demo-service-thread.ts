import { startThread, type ThreadEnded } from '../base/start-thread.ts';
import type { DemoService, DemoServiceOptions } from './demo-service.ts';

export type { DemoService };

/** Options that can be sent to another thread; a clock function cannot. */
export type DemoServiceThreadOptions = Omit<DemoServiceOptions, 'now'>;

/** The method of the demo service's thread, which is called once. */
export type DemoServiceThreadMethods = {
  start: {
    readonly args: readonly [options: DemoServiceThreadOptions];
    readonly result: Pick<DemoService, 'baseUrl' | 'imageBaseUrl'>;
  };
};

/** Milliseconds that the thread has to close before it is terminated. */
const closeTimeout = 2000;

/**
 * Starts the demo service in a worker thread, so that it never delays the app. `workerUrl` is the file built from
 * `demo-service-worker.ts`. Rejects with the service's error when it cannot start. When the thread ends later without
 * having been closed, `onCrash` is called, and the service is unreachable from then on.
 */
export async function startDemoServiceThread(
  workerUrl: URL,
  options: DemoServiceThreadOptions,
  onCrash: (error: ThreadEnded) => void,
): Promise<DemoService> {
  const crash = Promise.withResolvers<ThreadEnded>();
  const thread = startThread<DemoServiceThreadMethods>(workerUrl, {
    name: 'The demo service',
    onUnexpectedEnd: crash.resolve,
  });
  try {
    const addresses = await thread.call('start', [options]);
    void crash.promise.then(onCrash);
    return { ...addresses, close };
  } catch (error) {
    await thread.close();
    throw error;
  }

  async function close(): Promise<void> {
    const timer = setTimeout(
      () => thread.terminate(new Error('The demo service was terminated, as it did not close.')),
      closeTimeout,
    );
    await thread.close();
    clearTimeout(timer);
  }
}
