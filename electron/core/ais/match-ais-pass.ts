import type { AisContact } from '../../../shared/ais/contact.ts';
import { matchPass } from '../../../shared/ais/match-pass.ts';
import { unpackReports } from '../../../shared/ais/pack-reports.ts';
import type { PassMatches } from '../../../shared/ais/pass-matches.ts';
import type { AisPassInput } from '../workspace/read/ais/ais-pass-input.ts';
import { type Coast, createCoast } from './coast.ts';

/** Reports further away in time change no match. */
const windowMs = 2 * 60 * 60_000;
/** Nearer to the coast than this a ship may lie in a harbor, where land is not known well enough. */
const coastMeters = 1000;

/** Matches the detections of a pass with the saved contacts around it. */
export async function matchAisPass({ pass, contacts, span }: AisPassInput): Promise<PassMatches> {
  const timeMs = pass.timeMs ?? 0;
  const present: AisContact[] = contacts.map(({ identifier, facts, reports }) => ({
    identifier,
    static: facts,
    positions: unpackReports(identifier, reports, timeMs - windowMs, timeMs + windowMs),
  }));
  const coast = await readCoast();
  return matchPass(
    { ...pass, isWater: (longitude, latitude) => !coast.isNearLand(longitude, latitude, coastMeters) },
    present.filter(({ positions }) => positions.length > 0),
    span,
  );
}

let coast: Coast | undefined;

/** Land is a file of its own, which is read once in a thread. */
async function readCoast(): Promise<Coast> {
  coast ??= createCoast((await import('world-atlas/land-10m.json', { with: { type: 'json' } })).default);
  return coast;
}
