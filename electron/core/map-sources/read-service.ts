import { readWmsCapabilities } from '../../../shared/map-sources/capabilities/read-wms-capabilities.ts';
import { readWmtsCapabilities } from '../../../shared/map-sources/capabilities/read-wmts-capabilities.ts';
import type { ServiceOffer } from '../../../shared/map-sources/capabilities/service-offer.ts';
import { serviceBase, withParameters } from '../../../shared/map-sources/tile-address.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Http, HttpResponse } from '../service/http.ts';

/** Large services list thousands of layers. */
const maxCapabilitiesBytes = 32 * 2 ** 20;

/**
 * Asks for capabilities. A WMTS address that names an XML file is taken as it is; any other address gets the parameters
 * of `GetCapabilities`. A WMS is asked for 1.3.0 and may answer with what it has.
 */
export async function readService(
  http: Http,
  kind: 'wms' | 'wmts',
  address: string,
  signal: AbortSignal | undefined,
): Promise<Result<ServiceOffer>> {
  const base = serviceBase(address);
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
  const text = decode(response);
  if (/^\uFEFF?\s*(?:<!doctype html|<html)/i.test(text)) {
    return fail(
      'bad-response',
      `${url.host} sent a web page instead of capabilities. Check the address; a sign-in page or a proxy may stand in between.`,
    );
  }
  const offer = kind === 'wms' ? readWmsCapabilities(text) : readWmtsCapabilities(text, base);
  if (offer.ok) return succeed(offer.value);
  return fail(offer.failure.code, `${url.host}: ${offer.failure.message}`);
}

function capabilitiesAddress(kind: 'wms' | 'wmts', base: string): string {
  if (kind === 'wms') {
    return withParameters(base, { SERVICE: 'WMS', REQUEST: 'GetCapabilities', VERSION: '1.3.0' });
  }
  if (/\.xml(?:\?|$)/i.test(base)) return base;
  return withParameters(base, { SERVICE: 'WMTS', REQUEST: 'GetCapabilities', VERSION: '1.0.0' });
}

/** In the encoding that the XML declaration names; UTF-8 without one. */
function decode({ body }: HttpResponse): string {
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(
    new TextDecoder('latin1').decode(body.subarray(0, 200)),
  )?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(body);
  } catch {
    // An encoding of which nobody knows: its letters may come out wrong, its tags do not.
    return new TextDecoder('utf-8').decode(body);
  }
}
