import { normalizeLongitude } from '../geo/longitude.ts';
import { metersPerDegree } from '../geo/meters-per-degree.ts';
import { firstFrom } from './file-cover.ts';
import {
  type ImageDetection,
  type PairFit,
  reachMeters,
  type ScoredContact,
  scorePair,
} from './score-pair.ts';

/** A detection and a contact that may be one, by their indexes. */
export type FittingPair = { readonly detection: number; readonly contact: number; readonly fit: PairFit };

/** The share of ships without a transponder among detections. */
const silentShare = 0.3;
/** Detections per square meter: between one in 100 km² and one in a square of 100 m. */
const [thinnest, densest] = [1e-8, 1e-4];
/** The distance to the third neighbor states the density. */
const neighbors = 3;
/** Further neighbors do not matter for it. */
const neighborMeters = 16_000;

/** All pairs that are possible and worth more than `least`. */
export function findPairs(
  detections: readonly ImageDetection[],
  contacts: readonly ScoredContact[],
  least: number,
): readonly FittingPair[] {
  const sorted = detections
    .map((detection, index) => ({ detection, index, latitude: detection.latitude }))
    .toSorted((one, other) => one.latitude - other.latitude);
  const near = (longitude: number, latitude: number, meters: number) =>
    findNear(sorted, longitude, latitude, meters);
  const densities = detections.map(
    ({ longitude, latitude }) => silentShare * densityAt((meters) => near(longitude, latitude, meters)),
  );
  return contacts.flatMap((contact, index) => {
    const { longitude, latitude } = contact.prediction;
    return near(longitude, latitude, reachMeters(contact)).flatMap(({ index: detection }) => {
      const found = detections[detection];
      const fit = found && scorePair(found, contact, densities[detection] ?? thinnest);
      return fit && fit.score > least ? [{ detection, contact: index, fit }] : [];
    });
  });
}

type Indexed = { readonly index: number; readonly latitude: number; readonly detection: ImageDetection };

function findNear(
  sorted: readonly Indexed[],
  longitude: number,
  latitude: number,
  meters: number,
): { readonly index: number; readonly meters: number }[] {
  const perDegree = metersPerDegree(latitude);
  const found: { index: number; meters: number }[] = [];
  for (let at = firstFrom(sorted, latitude - meters / perDegree.north); at < sorted.length; at += 1) {
    const { detection, index } = sorted[at] as Indexed;
    const up = (detection.latitude - latitude) * perDegree.north;
    if (up > meters) break;
    const right = normalizeLongitude(detection.longitude - longitude) * perDegree.east;
    const distance = Math.hypot(right, up);
    if (distance <= meters) found.push({ index, meters: distance });
  }
  return found;
}

/** The density by the third neighbor, which is looked for in circles that grow. */
function densityAt(near: (meters: number) => readonly { readonly meters: number }[]): number {
  for (let reach = 250; reach <= neighborMeters; reach *= 2) {
    const found = near(reach);
    // One of them is the detection itself.
    if (found.length <= neighbors) continue;
    const distances = found.map(({ meters }) => meters).toSorted((one, other) => one - other);
    const radius = distances[neighbors] ?? reach;
    return Math.max(thinnest, Math.min(densest, neighbors / (Math.PI * radius ** 2)));
  }
  return thinnest;
}
