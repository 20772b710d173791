import type { FileCover } from './file-cover.ts';
import type { DetectionMatch } from './pass-matches.ts';

/**
 * Outcome of AIS files and the user's decisions for a detection, as fields and exports state it. `unknown`: no contact
 * is in reach, and the files do not cover its place and time, or none was read for its image.
 */
export const aisOutcomes = [
  'matched',
  'ambiguous',
  'no contact in reach',
  'unknown',
  'not comparable',
  'decided',
  'none of them',
] as const;
export type AisOutcome = (typeof aisOutcomes)[number];

/** The coverage of a place and time by the files, in words. */
export const coverageNames: Readonly<Record<FileCover, string>> = {
  covered: 'yes',
  thin: 'thin',
  unknown: 'unknown',
};

/** The outcome of a match with the user's decision: an identifier, `none` of the candidates, or null for no decision. */
export function outcomeOf(
  { state, cover }: Pick<DetectionMatch, 'state' | 'cover'>,
  decision: string | null,
): AisOutcome {
  if (decision !== null) return decision === 'none' ? 'none of them' : 'decided';
  switch (state) {
    case 'matched':
    case 'ambiguous':
      return state;
    case 'no-contact':
      return cover === 'unknown' ? 'unknown' : 'no contact in reach';
    case 'not-comparable':
      return 'not comparable';
  }
}
