import type { LonLat } from '../geo/geometry.ts';
import type { AisStatic } from './contact.ts';
import type { ContactMatch, DetectionMatch } from './pass-matches.ts';

/** How many detections of a pass have which outcome, and how many contacts were not seen. */
export type AisPassCounts = {
  readonly matched: number;
  readonly ambiguous: number;
  readonly noContact: number;
  readonly notComparable: number;
  readonly notSeen: number;
  /** Of the detections: how well the files cover their place and time. */
  readonly covered: number;
  readonly thin: number;
  readonly unknown: number;
};

/** The derived outcome of a pass. */
export type AisPassOutcome = {
  readonly passKey: string;
  readonly timeMs: number;
  /** When it was derived, UTC, ISO 8601. */
  readonly matchedAt: string;
  /** Names of the files that it was derived from. */
  readonly files: readonly string[];
  readonly counts: AisPassCounts;
  readonly contacts: readonly (ContactMatch & { readonly name: string | null })[];
};

/** What is known of a detection by AIS files: derived, and decided by the user. */
export type AisOfDetection = {
  readonly passKey: string;
  readonly match: DetectionMatch;
  readonly matchedAt: string;
  readonly files: readonly string[];
  /** What the candidates state about themselves, by identifier. */
  readonly statics: Readonly<Record<string, AisStatic>>;
  /** Their reports within an hour of the image by identifier, `[longitude, latitude]` in the order of time. */
  readonly tracks: Readonly<Record<string, readonly LonLat[]>>;
  /** Of the detection. */
  readonly position: LonLat;
  /** The latest decision; null without one. */
  readonly decision: {
    readonly decision: string;
    readonly by: string;
    readonly at: string;
  } | null;
};

/** Counts the outcomes of a pass. */
export function countOutcomes(
  detections: readonly DetectionMatch[],
  contacts: readonly ContactMatch[],
): AisPassCounts {
  const of = (state: DetectionMatch['state']) => detections.filter((each) => each.state === state).length;
  const covered = (cover: DetectionMatch['cover']) =>
    detections.filter((each) => each.cover === cover).length;
  return {
    matched: of('matched'),
    ambiguous: of('ambiguous'),
    noContact: of('no-contact'),
    notComparable: of('not-comparable'),
    notSeen: contacts.filter(({ state }) => state === 'not-seen').length,
    covered: covered('covered'),
    thin: covered('thin'),
    unknown: covered('unknown'),
  };
}
