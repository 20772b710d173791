import { normalizeLongitude } from '../../geo/longitude.ts';
import type { Region } from '../../geo/region.ts';

/** Around which time and place reports matter for a pass. */
export type PassReach = { readonly timeMs: number; readonly footprint: Region };
export type ReachedPass = PassReach & { readonly key: string };

/** The cover of a place and the reports around an hour old ones need this much; a ship makes 30 kn. */
const reachMs = 2 * 60 * 60_000;
const reachMeters = 60_000;
const metersPerDegreeOfLatitude = 110_574;

/** The times and the box around a pass in which reports are within its reach; spans may be beyond ±180. */
export function reachOf({ timeMs, footprint: { south, north, longitudeSpans } }: PassReach) {
  const up = reachMeters / metersPerDegreeOfLatitude;
  const farthest = Math.min(89.9, Math.max(Math.abs(south), Math.abs(north)) + up);
  const out = up / Math.cos((farthest * Math.PI) / 180);
  const spans = longitudeSpans.map(([west, east]) => ({ west: west - out, east: east + out }));
  return { fromMs: timeMs - reachMs, toMs: timeMs + reachMs, south: south - up, north: north + up, spans };
}

/**
 * Returns whether a report is within reach of any pass: two hours, and 60 km around the box of its footprint. Everything
 * else can change no match.
 */
export function createReach(
  passes: readonly PassReach[],
): (timeMs: number, longitude: number, latitude: number) => boolean {
  const boxes = passes
    .map((pass) => {
      const { fromMs, toMs, spans, ...box } = reachOf(pass);
      const middles = spans.map(({ west, east }) => ({ middle: (west + east) / 2, half: (east - west) / 2 }));
      return { from: fromMs, to: toMs, spans: middles, ...box };
    })
    .toSorted((one, other) => one.from - other.from);
  // Windows all have one length, so those that hold a time are next to each other.
  const starts = boxes.map(({ from }) => from);
  return (timeMs, longitude, latitude) => {
    for (let at = firstWithin(starts, timeMs - 2 * reachMs); at < boxes.length; at += 1) {
      const box = boxes[at];
      if (!box || box.from > timeMs) return false;
      if (latitude < box.south || latitude > box.north || timeMs > box.to) continue;
      if (box.spans.some(({ middle, half }) => Math.abs(normalizeLongitude(longitude - middle)) <= half))
        return true;
    }
    return false;
  };
}

function firstWithin(starts: readonly number[], least: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
