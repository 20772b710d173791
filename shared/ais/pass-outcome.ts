import type { LonLat } from '../geo/geometry.ts';
import type { AisFigures } from './ais-figures.ts';
import type { AisStatic } from './contact.ts';
import type { ContactMatch, DetectionMatch, MatchCandidate } from './pass-matches.ts';

/** The derived outcome of a pass. */
export type AisPassOutcome = {
  readonly passKey: string;
  readonly timeMs: number;
  /** When it was derived, UTC, ISO 8601. */
  readonly matchedAt: string;
  /** Names of the files that it was derived from. */
  readonly files: readonly string[];
  /**
   * Number of contacts that were not seen; null where no report of a contact is within an hour and inside of the image.
   */
  readonly notSeen: number | null;
};

/** A contact in the image of a pass. */
export type PassContact = ContactMatch & {
  readonly name: string | null;
  readonly lengthMeters: number | null;
};

/** A detection that a contact is or may be. */
export type ContactLink = {
  readonly detectionId: number;
  readonly position: LonLat;
  /** From where the contact was expected, without any shift. */
  readonly distanceMeters: number;
  /** Whether they were matched, or the user has decided so; else it is a candidate. */
  readonly isCertain: boolean;
};

/** The contacts in the image of a pass as the map shows them. */
export type AisPassContacts = {
  readonly contacts: readonly (PassContact & {
    /** Reports within an hour of the image, `[longitude, latitude]` in the order of time. */
    readonly track: readonly LonLat[];
    readonly links: readonly ContactLink[];
  })[];
};

/**
 * A pass with a file of its time: `due`: it is about to be matched again; `unread`: it was fetched after all files of
 * its time were read, of which it has no reports, and which have no index.
 */
export type AisPassSummary = {
  readonly passKey: string;
  readonly timeMs: number;
  readonly sensorName: string | null;
  readonly state: 'matched' | 'due' | 'unread';
  /** With the user's decisions. */
  readonly figures: AisFigures;
  readonly notSeen: number | null;
  /** Names of the files that it was matched with. */
  readonly files: readonly string[];
  readonly matchedAt: string | null;
  /** Ids of files of its time without an index that were read before it was fetched. */
  readonly unreadFiles: readonly string[];
};

/** All passes with a file of their time, the earliest first, and how many others there are. */
export type AisOverview = {
  readonly passes: readonly AisPassSummary[];
  /** No file has their time. */
  readonly withoutFile: number;
  /** Their time or footprint is not known. */
  readonly notComparable: number;
};

/** Known facts of a detection by AIS files: derived, and decided by the user. */
export type AisOfDetection = {
  readonly passKey: string;
  readonly match: DetectionMatch;
  readonly matchedAt: string;
  readonly files: readonly string[];
  /** Statements of the candidates about themselves, by identifier. */
  readonly statics: Readonly<Record<string, AisStatic>>;
  /** Their reports within an hour of the image by identifier, `[longitude, latitude]` in the order of time. */
  readonly tracks: Readonly<Record<string, readonly LonLat[]>>;
  /** Position of the detection. */
  readonly position: LonLat;
  /** The latest decision; null without one. */
  readonly decision: {
    readonly decision: string;
    readonly by: string;
    readonly at: string;
  } | null;
  /** All decisions, the earliest first; null where one was withdrawn. */
  readonly history: readonly {
    readonly decision: string | null;
    readonly by: string;
    readonly at: string;
  }[];
};

/** The contacts that a detection may be. */
export function candidatesOf(match: DetectionMatch): readonly MatchCandidate[] {
  if (match.state === 'matched') return [match.candidate];
  return match.state === 'ambiguous' ? match.candidates : [];
}

/** Whether a pass may have reports: not one that is only in the time of a file, of which that states nothing. */
export function hasReportsNear({ state, notSeen }: Pick<AisPassSummary, 'state' | 'notSeen'>): boolean {
  return state !== 'matched' || notSeen !== null;
}

/** The contacts of a pass that no detection is: those that were not seen, and others, which could not be compared. */
export function splitUnmatched<Contact extends PassContact>(contacts: readonly Contact[]) {
  return {
    notSeen: contacts.filter(({ state }) => state === 'not-seen'),
    others: contacts.flatMap((contact) =>
      contact.state === 'not-comparable' ? [{ ...contact, reason: contact.reason }] : [],
    ),
  };
}

/** The number of contacts that were not seen; null where nothing shows that the files cover the pass. */
export function countNotSeen(
  detections: readonly DetectionMatch[],
  contacts: readonly ContactMatch[],
): number | null {
  const isCovered =
    contacts.some(({ ageMs }) => ageMs !== null) || detections.some(({ cover }) => cover !== 'unknown');
  return isCovered ? contacts.filter(({ state }) => state === 'not-seen').length : null;
}
