import type { ServiceCapabilities } from '../../../shared/map-sources/capabilities/service-capabilities.ts';
import { removeServiceParameters, withParameters } from '../../../shared/map-sources/tile-address.ts';
import { fail, failBecause, type Result, succeed } from '../../../shared/result.ts';
import { runInThread, ThreadEnded, ThreadUnresponsive } from '../base/start-thread.ts';
import { CallStopped } from '../base/thread-protocol.ts';
import type { Http } from '../service/http.ts';
import type { CapabilitiesTask, CapabilitiesThreadMethods } from './read-capabilities.ts';

/** Large services list thousands of layers. */
const maxCapabilitiesBytes = 32 * 2 ** 20;

/**
 * Requests capabilities. The address of an XML file is used unchanged; any other address gets the parameters of
 * `GetCapabilities`. WMS 1.3.0 is requested; other versions in the response are accepted.
 * `workerUrl` is the entry of the thread that parses them.
 */
export async function readService(
  http: Http,
  workerUrl: URL,
  kind: 'wms' | 'wmts',
  address: string,
  signal: AbortSignal | undefined,
): Promise<Result<ServiceCapabilities>> {
  const base = removeServiceParameters(address);
  const url = URL.parse(capabilitiesAddress(kind, base));
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return fail(
      'invalid-input',
      `“${address}” is no address. Enter one that begins with https:// or http://.`,
    );
  }
  const outcome = await http({
    method: 'GET',
    url,
    headers: { Accept: 'application/xml,text/xml,*/*;q=0.5' },
    maxBytes: maxCapabilitiesBytes,
    connection: 'reused',
    signal,
  });
  if (!outcome.ok) return outcome;
  const { response } = outcome;
  if (response.status !== 200) {
    return fail('refused', `${url.host} answered with status ${response.status}. Check the address.`, {
      status: response.status,
    });
  }
  const capabilities = await readCapabilitiesInThread(
    workerUrl,
    { kind, address: base, body: response.body },
    signal,
  );
  if (capabilities.ok) return succeed(capabilities.value);
  const { code, message, details } = capabilities.failure;
  return fail(code, `${url.host}: ${message}`, { details });
}

function capabilitiesAddress(kind: 'wms' | 'wmts', base: string): string {
  if (/\.xml(?:\?|$)/i.test(base)) return base;
  if (kind === 'wms') {
    return withParameters(base, { SERVICE: 'WMS', REQUEST: 'GetCapabilities', VERSION: '1.3.0' });
  }
  return withParameters(base, { SERVICE: 'WMTS', REQUEST: 'GetCapabilities', VERSION: '1.0.0' });
}

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
    return fail('timeout', `Reading its capabilities was stopped after ${maxSeconds} s.`);
  }
  if (error instanceof ThreadEnded && error.cause === undefined) return fail('server-error', error.message);
  const reason = error instanceof ThreadEnded ? error.cause : error;
  return failBecause('bad-response', 'Its capabilities could not be read.', reason);
}
