import { renderChip } from '../chips/render-chip.ts';
import { createRandom, hash32 } from '../data/random.ts';
import { demoRegions, regionSegment } from '../data/regions.ts';
import { errorAnswer } from './answer.ts';
import { accountOf, type Handler, unauthorized } from './service-context.ts';

/** The region whose chips anyone may fetch; the others need the token. The document states neither. */
const openRegion = 'East Asia';

/** Milliseconds after which a chip that was late is there. */
const lateness = 10 * 60_000;

/**
 * `GET {image_base_url}/{region}/{sarChipIdentifier}.png` (results document, 4.3).
 *
 * About 3 % of the chips are absent (404); half of those are merely late and are there ten minutes after they were
 * first asked for. A handful is forbidden to everyone (403).
 */
export function createChipHandler(): Handler {
  const firstAsked = new Map<string, number>();

  function isAbsent(identifier: string, now: number): boolean {
    const fate = fateOf(identifier);
    if (fate < 15) return true;
    if (fate >= 30) return false;
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
    if (found === undefined || found.entry.region !== region || isAbsent(identifier, context.now())) {
      return errorAnswer(404, 'There is no such chip, or not yet.');
    }
    if (isForbidden(identifier)) return errorAnswer(403, 'This chip is not open to this account.');
    return {
      status: 200,
      headers: { 'Content-Type': 'image/png' },
      body: () => renderChip(found.vessel, found.entry.image, createRandom('chip', identifier)),
    };
  };
}

function isForbidden(identifier: string): boolean {
  const fate = fateOf(identifier);
  return fate >= 30 && fate < 33;
}

/** 0…999, evenly distributed over the chips. */
function fateOf(identifier: string): number {
  return hash32(`fate of ${identifier}`) % 1000;
}
