import { normalizeLongitude } from './longitude.ts';

/** A stretch of longitude, west to east in degrees within −180…180. */
export type LongitudeSpan = readonly [west: number, east: number];

/** A stretch of longitudes that are continuous past ±180 as spans: two when it passes the antimeridian. */
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

/** What any of the spans hold, from west to east, without overlaps. */
export function uniteSpans(spans: readonly LongitudeSpan[]): readonly LongitudeSpan[] {
  if (spans.length < 2) return spans;
  const united: [number, number][] = [];
  for (const [west, east] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = united.at(-1);
    if (last && west <= last[1]) last[1] = Math.max(last[1], east);
    else united.push([west, east]);
  }
  return united;
}

/** What both hold; both are sorted and without overlaps, as `uniteSpans` gives them. */
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

/** What the spans hold and the others don't; both are sorted and without overlaps. */
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

/** How many degrees the spans hold in all; they are without overlaps. */
export function widthOf(spans: readonly LongitudeSpan[]): number {
  return spans.reduce((sum, [west, east]) => sum + (east - west), 0);
}
