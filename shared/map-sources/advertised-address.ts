import { removeServiceParameters } from './tile-address.ts';
import { formatWebAddress, parseWebAddress } from './web-address.ts';

/**
 * Address of requests: to the address that a service advertises for them, else to that of its capabilities. On the same
 * host the parameters of the latter, such as a key, are added; no other host receives them.
 */
export function advertisedAddress(advertised: string | null, capabilitiesAddress: string): string {
  const typed = removeServiceParameters(capabilitiesAddress);
  const [there, here] = [parseWebAddress(removeServiceParameters(advertised ?? '')), parseWebAddress(typed)];
  if (!there || !/^https?$/.test(there.scheme)) return typed;
  if (there.host !== here?.host) return formatWebAddress(there.base, there.query);
  const names = new Set(there.query.map(([name]) => name.toLowerCase()));
  const added = here.query.filter(([name]) => !names.has(name.toLowerCase()));
  return formatWebAddress(there.base, [...there.query, ...added]);
}
