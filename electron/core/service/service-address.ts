import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Profile } from '../../../shared/settings/profile.ts';

/**
 * The address of an endpoint. Each segment is encoded, so that nothing in it can leave its place; a base address
 * keeps its own path. Fails with `unreachable` where the profile has no address, and with `invalid-input` for a
 * segment that no address can carry.
 */
export function serviceUrl(profile: Profile, base: string, segments: readonly string[]): Result<URL> {
  const encoded = segments.map(encodeSegment);
  const impossible = segments.find((_segment, index) => encoded[index] === undefined);
  if (impossible !== undefined) {
    return fail('invalid-input', `“${impossible.toWellFormed()}” cannot be part of an address.`);
  }
  const url = URL.parse(`${base.replace(/\/+$/, '')}/${encoded.join('/')}`);
  if (!url) {
    return fail('unreachable', `The profile “${profile.name}” has no address that can be asked.`);
  }
  return succeed(url);
}

function encodeSegment(segment: string): string | undefined {
  // These stand for this folder and the one above, encoded or not.
  if (segment === '' || segment === '.' || segment === '..') return undefined;
  return segment.isWellFormed() ? encodeURIComponent(segment) : undefined;
}

/** Whether an address has the scheme, host and port of `base`. */
export function hasSameOrigin(url: URL, base: string): boolean {
  const other = URL.parse(base);
  return other !== null && url.protocol === other.protocol && url.host === other.host;
}
