import type { ServiceCapabilities } from '../../../shared/map-sources/capabilities/service-capabilities.ts';
import { removeServiceParameters, withParameters } from '../../../shared/map-sources/tile-address.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Http } from '../service/http.ts';
import { readCapabilitiesInThread } from './read-capabilities-in-thread.ts';

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
