import { normalizeLongitude } from './longitude.ts';

/** A span of longitude, west to east in degrees within −180…180. */
export type LongitudeSpan = readonly [west: number, east: number];

/** Converts a range of continuous longitudes to spans: two when it crosses the antimeridian. */
export function toSpans(west: number, east: number): LongitudeSpan[] {
  if (!(east > west)) return [];
  if (east - west >= 360) return [[-180, 180]];
  const normal = normalizeLongitude(west);
  const start = normal === 180 ? -180 : normal;
  const end = start + (east - west);
  return end <= 180
    ? [[start, end]]
    : [
        [-180, end - 360],
        [start, 180],
      ];
}

/** Returns the union of spans, from west to east, without overlaps. */
export function unionSpans(spans: readonly LongitudeSpan[]): readonly LongitudeSpan[] {
  if (spans.length < 2) return spans;
  const united: [number, number][] = [];
  for (const [west, east] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = united.at(-1);
    if (last && west <= last[1]) last[1] = Math.max(last[1], east);
    else united.push([west, east]);
  }
  return united;
}

/** Returns the intersection; both inputs are sorted and without overlaps, as returned by `unionSpans`. */
export function intersectSpans(
  spans: readonly LongitudeSpan[],
  others: readonly LongitudeSpan[],
): LongitudeSpan[] {
  const common: LongitudeSpan[] = [];
  let index = 0;
  let otherIndex = 0;
  for (;;) {
    const span = spans[index];
    const other = others[otherIndex];
    if (!span || !other) return common;
    const west = Math.max(span[0], other[0]);
    const east = Math.min(span[1], other[1]);
    if (west < east) common.push([west, east]);
    if (span[1] < other[1]) index += 1;
    else otherIndex += 1;
  }
}

/** Returns the difference; both inputs are sorted and without overlaps. */
export function subtractSpans(
  spans: readonly LongitudeSpan[],
  others: readonly LongitudeSpan[],
): LongitudeSpan[] {
  return intersectSpans(spans, complementOf(others));
}

function complementOf(spans: readonly LongitudeSpan[]): LongitudeSpan[] {
  const gaps: LongitudeSpan[] = [];
  let reached = -180;
  for (const [west, east] of spans) {
    if (west > reached) gaps.push([reached, west]);
    reached = east;
  }
  if (reached < 180) gaps.push([reached, 180]);
  return gaps;
}

/** Returns the total width of spans without overlaps, in degrees. */
export function totalWidth(spans: readonly LongitudeSpan[]): number {
  return spans.reduce((sum, [west, east]) => sum + (east - west), 0);
}
