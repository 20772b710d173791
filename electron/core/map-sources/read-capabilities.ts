import { readWmsCapabilities } from '../../../shared/map-sources/capabilities/read-wms-capabilities.ts';
import { readWmtsCapabilities } from '../../../shared/map-sources/capabilities/read-wmts-capabilities.ts';
import type { ServiceCapabilities } from '../../../shared/map-sources/capabilities/service-capabilities.ts';
import { fail, type Result } from '../../../shared/result.ts';

/** The body of a capabilities response, and its address without parameters. */
export type CapabilitiesTask = {
  readonly kind: 'wms' | 'wmts';
  readonly address: string;
  readonly body: Uint8Array;
};

/** The method of the thread that parses capabilities. */
export type CapabilitiesThreadMethods = {
  parse: { readonly args: readonly [task: CapabilitiesTask]; readonly result: Result<ServiceCapabilities> };
};

/** Parses capabilities. Fails with `bad-response`. */
export function readCapabilities({ kind, address, body }: CapabilitiesTask): Result<ServiceCapabilities> {
  const text = decode(body);
  if (/^\uFEFF?\s*(?:<!doctype html|<html)/i.test(text)) {
    return fail(
      'bad-response',
      'It sent a web page instead of capabilities. Check the address; a sign-in page or a proxy may stand in between.',
    );
  }
  return kind === 'wms' ? readWmsCapabilities(text) : readWmtsCapabilities(text, address);
}

/** In the encoding that the XML declaration names; UTF-8 without one. */
function decode(body: Uint8Array): string {
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(
    new TextDecoder('latin1').decode(body.subarray(0, 200)),
  )?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(body);
  } catch {
    // Unknown encoding: with UTF-8 some letters may be wrong, but the tags are readable.
    return new TextDecoder('utf-8').decode(body);
  }
}
