import type { Region } from '../geo/region.ts';
import type { ContactKind } from './contact-kind.ts';
import type { FileCover } from './file-cover.ts';
import type { ErrorEllipse, Prediction } from './predict.ts';
import type { ImageGeometry } from './radar-shift.ts';
import type { ImageDetection, PairFit } from './score-pair.ts';

/** An image and what was found in it. */
export type AisPass = ImageGeometry & {
  /** When it was taken, epoch milliseconds UTC; null when unknown. */
  readonly timeMs: number | null;
  /** Length that it shows; null when unknown. */
  readonly footprint: Region | null;
  /** Lengths that its analytics can find, in meters; null when not stated. */
  readonly shortestMeters: number | null;
  readonly longestMeters: number | null;
  /** Whether a position is on water; null when that is not known for any. */
  readonly isWater: ((longitude: number, latitude: number) => boolean) | null;
  readonly detections: readonly ImageDetection[];
};

/**
 * The shift of a contact by a radar, to both sides along its flight; null for not at all, or in an unknown direction.
 */
export type DirectedBand = { readonly azimuthDegrees: number; readonly limitMeters: number };

/** A contact that a detection may be. */
export type MatchCandidate = Omit<PairFit, 'score'> & {
  readonly identifier: string;
  readonly kind: ContactKind;
  readonly ageMs: number;
  readonly basis: Prediction['basis'];
  /** Place where the contact is expected, `[longitude, latitude]`. */
  readonly expected: readonly [number, number];
  /** Ellipse of one standard deviation around it; the azimuth is that of the longer half axis. */
  readonly ellipse: ErrorEllipse;
  readonly band: DirectedBand | null;
  /** Loss of likelihood of the whole pass with this pair, as a natural logarithm; 0 for the best. */
  readonly loss: number;
};

/** Reason why a detection or contact was not compared. */
export type NotComparable =
  | 'no-time'
  | 'no-position'
  | 'too-old'
  | 'two-places'
  | 'virtual'
  | 'at-the-edge'
  | 'on-land'
  | 'length-unknown'
  | 'limits-unknown'
  | 'too-short'
  | 'too-long'
  | 'no-ship'
  | 'footprint-unknown'
  | 'too-many-contacts';

/** The outcome for a detection. */
export type DetectionMatch = { readonly id: string; readonly cover: FileCover } & (
  | {
      readonly state: 'matched';
      readonly candidate: MatchCandidate;
      /** Loss of likelihood of the next best assignment of the pass, as a natural logarithm. */
      readonly margin: number;
    }
  | { readonly state: 'ambiguous'; readonly candidates: readonly MatchCandidate[] }
  | { readonly state: 'no-contact' }
  | { readonly state: 'not-comparable'; readonly reason: NotComparable }
);

/** The outcome for a contact. Those outside of the image have none. */
export type ContactMatch = {
  readonly identifier: string;
  readonly kind: ContactKind;
  readonly expected: readonly [number, number] | null;
  readonly ageMs: number | null;
  readonly band: DirectedBand | null;
} & (
  | { readonly state: 'matched'; readonly detectionId: string }
  | { readonly state: 'ambiguous'; readonly detectionIds: readonly string[] }
  | { readonly state: 'not-seen' }
  | { readonly state: 'not-comparable'; readonly reason: NotComparable }
);

export type PassMatches = {
  readonly detections: readonly DetectionMatch[];
  readonly contacts: readonly ContactMatch[];
};
