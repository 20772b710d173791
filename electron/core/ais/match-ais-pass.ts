import type { AisContact } from '../../../shared/ais/contact.ts';
import { matchPass } from '../../../shared/ais/match-pass.ts';
import { unpackReports } from '../../../shared/ais/pack-reports.ts';
import type { PassMatches } from '../../../shared/ais/pass-matches.ts';
import type { AisPassInput } from '../workspace/read/ais/ais-queries.ts';

/** Reports further away in time change no match. */
const windowMs = 2 * 60 * 60_000;

/** Matches the detections of a pass with the saved contacts around it. */
export function matchAisPass({ pass, contacts, span }: AisPassInput): PassMatches {
  const timeMs = pass.timeMs ?? 0;
  const present: AisContact[] = contacts.map(({ identifier, facts, reports }) => ({
    identifier,
    static: facts,
    positions: unpackReports(identifier, reports, timeMs - windowMs, timeMs + windowMs),
  }));
  return matchPass(
    { ...pass, isWater: null },
    present.filter(({ positions }) => positions.length > 0),
    span,
  );
}
