import { chipFate } from '../chips/chip-fate.ts';
import { renderChip } from '../chips/render-chip.ts';
import { createRandom } from '../data/random.ts';
import { demoRegions, regionSegment } from '../data/regions.ts';
import { errorAnswer } from './answer.ts';
import { accountOf, type Handler, unauthorized } from './service-context.ts';

/** The region whose chips anyone may fetch; the others need the token. The document states neither. */
const openRegion = 'East Asia';

/** Milliseconds from the first time that a late chip is asked for until it is there. */
const lateness = 10 * 60_000;

/** `GET {image_base_url}/{region}/{sarChipIdentifier}.png` (results document, 4.3). */
export function createChipHandler(): Handler {
  const firstAsked = new Map<string, number>();

  function isLate(identifier: string, now: number): boolean {
    const since = firstAsked.get(identifier) ?? now;
    firstAsked.set(identifier, since);
    return now - since < lateness;
  }

  return (context, { request, parameters: [segment, identifier] }) => {
    const region = demoRegions.find((known) => regionSegment(known) === segment);
    if (region === undefined || identifier === undefined) return errorAnswer(404, 'There is no such region.');
    if (region !== openRegion) {
      const account = accountOf(context, request);
      if (account === undefined) return unauthorized();
      if (!account.regions.includes(region))
        return errorAnswer(403, `${region} is not open to this account.`);
    }
    const found = context.catalog.findVessel(identifier);
    if (found === undefined || found.entry.region !== region)
      return errorAnswer(404, 'There is no such chip.');
    const fate = chipFate(identifier);
    if (fate === 'forbidden') return errorAnswer(403, 'This chip is not open to this account.');
    if (fate === 'absent' || (fate === 'late' && isLate(identifier, context.now()))) {
      return errorAnswer(404, 'This chip is not there, or not yet.');
    }
    return {
      status: 200,
      headers: { 'Content-Type': 'image/png' },
      body: () => renderChip(found.vessel, found.entry.image, createRandom('chip', identifier)),
    };
  };
}
