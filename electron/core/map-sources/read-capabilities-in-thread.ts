import type { ServiceCapabilities } from '../../../shared/map-sources/capabilities/service-capabilities.ts';
import { fail, failBecause, type Result } from '../../../shared/result.ts';
import { runInThread, ThreadEnded, ThreadUnresponsive } from '../base/start-thread.ts';
import { CallStopped } from '../base/thread-protocol.ts';
import type { CapabilitiesTask, CapabilitiesThreadMethods } from './read-capabilities.ts';

/** The largest accepted capabilities, 32 MiB of XML in half a million elements, need about half of this. */
const resourceLimits = { maxOldGenerationSizeMb: 768 };

/** The largest accepted capabilities need a few seconds; only a fault of the parsers takes longer. */
const maxSeconds = 30;

/**
 * Parses capabilities in a worker thread, so that nothing else waits for a service that lists too much. The thread ends
 * when it is done, when the signal aborts, or after `maxSeconds`. Never rejects.
 */
export async function readCapabilitiesInThread(
  workerUrl: URL,
  task: CapabilitiesTask,
  signal: AbortSignal | undefined,
): Promise<Result<ServiceCapabilities>> {
  try {
    return await runInThread<CapabilitiesThreadMethods, 'parse'>(workerUrl, 'parse', [task], {
      name: 'Reading capabilities',
      resourceLimits,
      signal,
      isTerminatedBySignal: true,
      responseTimeoutMs: maxSeconds * 1000,
    });
  } catch (error) {
    return describeFailure(error);
  }
}

function describeFailure(error: unknown): Result<never> {
  if (error instanceof CallStopped) return fail('cancelled', 'It was stopped.');
  if (error instanceof ThreadUnresponsive) {
    return fail('timeout', `Reading its capabilities was stopped after ${maxSeconds} seconds.`);
  }
  if (error instanceof ThreadEnded && error.cause === undefined) return fail('server-error', error.message);
  const reason = error instanceof ThreadEnded ? error.cause : error;
  return failBecause('bad-response', 'Its capabilities could not be read.', reason);
}
