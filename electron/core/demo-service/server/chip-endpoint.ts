import { chipAvailability } from '../chips/chip-availability.ts';
import { renderChip } from '../chips/render-chip.ts';
import { createRandom } from '../data/random.ts';
import { demoRegions, regionSegment } from '../data/regions.ts';
import { errorResponse } from './endpoint-response.ts';
import { accountOf, type Handler, unauthorized } from './service-context.ts';

/** The region whose chips anyone may fetch; the others need the token. Neither is documented. */
const openRegion = 'East Asia';

/** Milliseconds from the first request of a late chip until it is available. */
const lateDelay = 10 * 60_000;

/** `GET {image_base_url}/{region}/{sarChipIdentifier}.png` (service.md, Chips). */
export function createChipHandler(): Handler {
  const firstRequestedAt = new Map<string, number>();

  function isLate(identifier: string, now: number): boolean {
    const since = firstRequestedAt.get(identifier) ?? now;
    firstRequestedAt.set(identifier, since);
    return now - since < lateDelay;
  }

  return (context, { request, parameters: [segment, identifier] }) => {
    const region = demoRegions.find((known) => regionSegment(known) === segment);
    if (region === undefined || identifier === undefined)
      return errorResponse(404, 'There is no such region.');
    if (region !== openRegion) {
      const account = accountOf(context, request);
      if (account === undefined) return unauthorized();
      if (!account.regions.includes(region))
        return errorResponse(403, `${region} is not open to this account.`);
    }
    const found = context.catalog.findVessel(identifier);
    if (found === undefined || found.entry.region !== region)
      return errorResponse(404, 'There is no such chip.');
    const availability = chipAvailability(identifier);
    if (availability === 'forbidden') return errorResponse(403, 'This chip is not open to this account.');
    if (availability === 'absent' || (availability === 'late' && isLate(identifier, context.now()))) {
      return errorResponse(404, 'This chip is not there, or not yet.');
    }
    return {
      status: 200,
      headers: { 'Content-Type': 'image/png' },
      body: () => renderChip(found.vessel, found.entry.image, createRandom('chip', identifier)),
    };
  };
}
