import { parseWebAddress } from '../../../../../shared/map-sources/web-address.ts';

/** Shorter words are parts of names, such as `Level9`. */
const minSecretLength = 16;
/** Letters only, written as words are: `GoogleMapsCompatible`. */
const namePattern = /^[A-Z]?[a-z]{2,14}(?:[A-Z][a-z]{2,14})*$/;

/**
 * Whether an address of tiles contains nothing that may be a secret: no user, no parameters, in which keys are usually
 * given, and no part that looks like a key or token.
 */
export function isShareableAddress(address: string): boolean {
  const url = parseWebAddress(address);
  if (!url || url.user !== undefined || url.query.length > 0) return false;
  const isUuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i.test(address);
  const words = url.base.split(/[^\p{L}\p{N}]+/u);
  return !isUuid && !words.some((word) => word.length >= minSecretLength && !namePattern.test(word));
}
