import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Profile } from '../../../shared/settings/profile.ts';

/**
 * The URL of an endpoint. Each segment is encoded, so that it cannot change the path; the path of the base address is
 * preserved. Fails with `unreachable` when the profile has no address, and with `invalid-input` for a segment that
 * cannot be part of a URL.
 */
export function serviceUrl(profile: Profile, base: string, segments: readonly string[]): Result<URL> {
  const encoded = segments.map(encodeSegment);
  const impossible = segments.find((_segment, index) => encoded[index] === undefined);
  if (impossible !== undefined) {
    return fail('invalid-input', `“${impossible.toWellFormed()}” cannot be part of an address.`);
  }
  const url = URL.parse(`${base.replace(/\/+$/, '')}/${encoded.join('/')}`);
  if (!url) {
    return fail('unreachable', `The profile “${profile.name}” has no valid address.`);
  }
  return succeed(url);
}

/** The service in messages: its host and port, except for the demo service, which has another port at each start. */
export function serviceName({ kind, name }: Profile, { host }: URL): string {
  return kind === 'demo' ? name : host;
}

/** The failure of a request without a token. */
export function signInFirst(profile: Profile) {
  return fail('signed-out', `Sign in to ${profile.name} first.`);
}

function encodeSegment(segment: string): string | undefined {
  // Dot segments mean this folder and its parent, even when encoded.
  if (segment === '' || segment === '.' || segment === '..') return undefined;
  return segment.isWellFormed() ? encodeURIComponent(segment) : undefined;
}

/** Whether an address has the scheme, host and port of `base`. */
export function hasSameOrigin(url: URL, base: string): boolean {
  const other = URL.parse(base);
  return other !== null && url.protocol === other.protocol && url.host === other.host;
}
