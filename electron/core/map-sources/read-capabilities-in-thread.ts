import { Worker } from 'node:worker_threads';
import type { ServiceCapabilities } from '../../../shared/map-sources/capabilities/service-capabilities.ts';
import { fail, type Result } from '../../../shared/result.ts';
import type { CapabilitiesTask } from './read-capabilities.ts';

/** The largest accepted capabilities, 32 MiB of XML in half a million elements, need about half of this. */
const resourceLimits = { maxOldGenerationSizeMb: 768 };

/** The largest accepted capabilities need a few seconds; only a fault of the parsers takes longer. */
const maxSeconds = 30;

/**
 * Parses capabilities in a worker thread, so that neither the page nor other requests wait for a service that lists
 * too much. The thread ends when it is done, when the signal aborts, or after `maxSeconds`. Never rejects.
 */
export function readCapabilitiesInThread(
  workerUrl: URL,
  task: CapabilitiesTask,
  signal: AbortSignal | undefined,
): Promise<Result<ServiceCapabilities>> {
  if (signal?.aborted) return Promise.resolve(cancelled());
  const worker = new Worker(workerUrl, { workerData: task, resourceLimits });
  let end: Result<ServiceCapabilities> | undefined;
  const endEarly = (result: Result<ServiceCapabilities>) => {
    end ??= result;
    void worker.terminate();
  };
  const timer = setTimeout(
    () => endEarly(fail('timeout', `Reading its capabilities was stopped after ${maxSeconds} seconds.`)),
    maxSeconds * 1000,
  );
  const onAbort = () => endEarly(cancelled());
  signal?.addEventListener('abort', onAbort, { once: true });
  return new Promise((resolve) => {
    worker.once('message', (capabilities: Result<ServiceCapabilities>) => {
      end ??= capabilities;
    });
    worker.once('error', (error) => {
      end ??= fail('bad-response', `Its capabilities could not be read: ${error.message}`);
    });
    worker.once('exit', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(end ?? fail('server-error', `Reading capabilities ended unexpectedly (exit code ${code}).`));
    });
  });
}

function cancelled(): Result<never> {
  return fail('cancelled', 'It was stopped.');
}
