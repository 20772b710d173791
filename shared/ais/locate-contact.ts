import { metersPerDegree } from '../geo/meters-per-degree.ts';
import { regionContains } from '../geo/region.ts';
import type { AisContact } from './contact.ts';
import { type ContactKind, contactKind, isSmallDevice } from './contact-kind.ts';
import type { AisPass, NotComparable } from './pass-matches.ts';
import { ellipseOf, type Prediction, predict } from './predict.ts';
import { type ShiftBand, shiftBand } from './radar-shift.ts';
import type { ScoredContact } from './score-pair.ts';
import { type Track, toTracks } from './track.ts';

/** A contact at the time of an image. */
export type LocatedContact = {
  readonly identifier: string;
  readonly kind: ContactKind;
  /** Place where it is expected; several where its identifier is used in two places, none without a recent report. */
  readonly places: readonly ScoredContact[];
  /** Its outcome unless it is matched; undefined for a contact outside of the image. */
  readonly unmatched:
    | { readonly state: 'not-seen' }
    | { readonly state: 'not-comparable'; readonly reason: NotComparable }
    | undefined;
};

/** Predicts a contact at the time of a pass, and why it could not be seen, if it could not. */
export function locateContact(contact: AisContact, timeMs: number, pass: AisPass): LocatedContact {
  const { identifier } = contact;
  const kind = contactKind(identifier, contact.static);
  const { lengthMeters } = contact.static;
  const tracks = toTracks(contact.positions);
  const predictions = tracks.flatMap((track) => predict(track, timeMs, lengthMeters) ?? []);
  const doubt = predictions.length > 1 ? 'two-places' : kind === 'virtual-aid' ? 'virtual' : null;
  const places = predictions.map(
    (prediction): ScoredContact => ({
      identifier,
      kind,
      lengthMeters,
      prediction,
      band: shiftBand(prediction.velocity, pass),
      doubt: doubt && { reason: doubt },
    }),
  );
  const base = { identifier, kind, places };
  const [place, second] = places;
  if (!place) return { ...base, unmatched: isNear(tracks, timeMs, pass) ? apart('too-old') : undefined };
  if (second) {
    const isInside = predictions.some(({ longitude, latitude }) => isShown(pass, longitude, latitude));
    return { ...base, unmatched: isInside ? apart('two-places') : undefined };
  }
  return { ...base, unmatched: describeUnmatched(place, pass) };
}

function apart(reason: NotComparable) {
  return { state: 'not-comparable', reason } as const;
}

function isShown({ footprint }: AisPass, longitude: number, latitude: number): boolean {
  return footprint === null || regionContains(footprint, longitude, latitude);
}

/** Whether the report nearest in time is inside of the image. */
function isNear(tracks: readonly Track[], timeMs: number, pass: AisPass): boolean {
  const nearest = tracks
    .flat()
    .reduce<Track[number] | undefined>(
      (best, report) =>
        best && Math.abs(best.timeMs - timeMs) <= Math.abs(report.timeMs - timeMs) ? best : report,
      undefined,
    );
  return nearest !== undefined && isShown(pass, nearest.longitude, nearest.latitude);
}

function describeUnmatched(
  { kind, lengthMeters, prediction, band }: ScoredContact,
  pass: AisPass,
): LocatedContact['unmatched'] {
  const places = possiblePlaces(prediction, band);
  const shown = places.filter(([longitude, latitude]) => isShown(pass, longitude, latitude));
  if (shown.length === 0) return undefined;
  if (kind === 'virtual-aid') return apart('virtual');
  if (isSmallDevice(kind)) return apart('no-ship');
  if (pass.footprint === null) return apart('footprint-unknown');
  if (shown.length < places.length) return apart('at-the-edge');
  if (pass.isWater && !places.every(([longitude, latitude]) => pass.isWater?.(longitude, latitude)))
    return apart('on-land');
  if (lengthMeters === null) return apart('length-unknown');
  if (pass.shortestMeters === null) return apart('limits-unknown');
  if (lengthMeters < pass.shortestMeters) return apart('too-short');
  if (pass.longestMeters !== null && lengthMeters > pass.longestMeters) return apart('too-long');
  return { state: 'not-seen' };
}

/**
 * Area where the contact may be in the image: the expected position, two standard deviations, and the ends of its
 * shift.
 */
function possiblePlaces(prediction: Prediction, band: ShiftBand): (readonly [number, number])[] {
  const { longitude, latitude, covariance } = prediction;
  const { majorMeters, minorMeters, azimuthDegrees } = ellipseOf(covariance);
  const azimuth = (azimuthDegrees * Math.PI) / 180;
  const long = [2 * majorMeters * Math.sin(azimuth), 2 * majorMeters * Math.cos(azimuth)] as const;
  const wide = [2 * minorMeters * Math.cos(azimuth), -2 * minorMeters * Math.sin(azimuth)] as const;
  const shift = band.direction.map((part) => part * band.limitMeters) as [number, number];
  const perDegree = metersPerDegree(latitude);
  return [[0, 0] as const, long, wide, shift].flatMap(([east, north]) =>
    [-1, 1].map(
      (sense) =>
        [longitude + (sense * east) / perDegree.east, latitude + (sense * north) / perDegree.north] as const,
    ),
  );
}
