import { normalizeLongitude } from '../geo/longitude.ts';
import { metersPerDegree } from '../geo/meters-per-degree.ts';
import type { Prediction } from './predict.ts';

/**
 * Whether the reports cover a place and time: `covered` with three and more other contacts within 25 km that reported
 * within 20 minutes, `thin` with fewer, `unknown` with none: there may be no ship, or no receiver.
 */
export type FileCover = 'covered' | 'thin' | 'unknown';

/** The first and last report, epoch milliseconds UTC. */
export type FileSpan = { readonly fromMs: number; readonly toMs: number };

const nearMeters = 25_000;
const recentMs = 20 * 60_000;
const enoughContacts = 3;

/** Returns the cover of positions at a time by the contacts that are expected around them. */
export function createCover(
  predictions: readonly Prediction[],
  timeMs: number,
  span: FileSpan | null,
): (longitude: number, latitude: number) => FileCover {
  const isWithin = span === null || (timeMs >= span.fromMs - recentMs && timeMs <= span.toMs + recentMs);
  const recent = isWithin
    ? predictions
        .filter(({ ageMs }) => ageMs <= recentMs)
        .toSorted((one, other) => one.latitude - other.latitude)
    : [];
  return (longitude, latitude) => {
    const perDegree = metersPerDegree(latitude);
    const south = latitude - nearMeters / perDegree.north;
    let near = 0;
    for (let index = firstFrom(recent, south); index < recent.length; index += 1) {
      const { longitude: east, latitude: north } = recent[index] ?? { longitude: 0, latitude: 91 };
      const up = (north - latitude) * perDegree.north;
      if (up > nearMeters) break;
      if (Math.hypot(normalizeLongitude(east - longitude) * perDegree.east, up) <= nearMeters) near += 1;
      if (near === enoughContacts) return 'covered';
    }
    return near === 0 ? 'unknown' : 'thin';
  };
}

/** The index of the first one that is not south of a latitude; they are sorted by it. */
export function firstFrom(sorted: readonly { readonly latitude: number }[], south: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.latitude ?? 91) < south) low = middle + 1;
    else high = middle;
  }
  return low;
}
