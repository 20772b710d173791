import type { LonLat } from '../../../../shared/geo/geometry.ts';

/** Metres in a degree of latitude on the sphere of mean radius 6 371 008.8 m (IUGG 1980). */
const metresPerDegree = (6_371_008.8 * Math.PI) / 180;

const radians = Math.PI / 180;

/** Metres `[east, north]` on the plane that touches at an origin. Good to some parts in a thousand over 100 km. */
export type Metres = readonly [east: number, north: number];

/** The position `east` and `north` metres from `origin`, on the plane that touches there. */
export function moveBy(origin: LonLat, [east, north]: Metres): LonLat {
  return [
    origin[0] + east / (metresPerDegree * Math.cos(origin[1] * radians)),
    origin[1] + north / metresPerDegree,
  ];
}

/** Metres from `origin` to `position`; the inverse of `moveBy`. */
export function metresBetween(origin: LonLat, position: LonLat): Metres {
  return [
    (position[0] - origin[0]) * metresPerDegree * Math.cos(origin[1] * radians),
    (position[1] - origin[1]) * metresPerDegree,
  ];
}

/** The vector that goes `ahead` metres along a heading and `right` metres to its right. Degrees clockwise from North. */
export function alongHeading(headingDegrees: number, ahead: number, right: number): Metres {
  const sine = Math.sin(headingDegrees * radians);
  const cosine = Math.cos(headingDegrees * radians);
  return [ahead * sine + right * cosine, ahead * cosine - right * sine];
}

/** A vector as metres ahead and to the right of a heading; the inverse of `alongHeading`. */
export function offsetAlongHeading(
  headingDegrees: number,
  [east, north]: Metres,
): readonly [ahead: number, right: number] {
  const sine = Math.sin(headingDegrees * radians);
  const cosine = Math.cos(headingDegrees * radians);
  return [east * sine + north * cosine, east * cosine - north * sine];
}

/** Heading from one position to another, degrees clockwise from North, 0 ≤ heading < 360. */
export function headingBetween(from: LonLat, to: LonLat): number {
  const [east, north] = metresBetween(from, to);
  return normalHeading(Math.atan2(east, north) / radians);
}

/** Any angle as 0 ≤ heading < 360. */
export function normalHeading(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** Rounded to a number of decimals, as the service prints it. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** A position rounded to six decimals (0.1 m), as the service prints it. */
export function roundedPosition([longitude, latitude]: LonLat): LonLat {
  return [rounded(longitude, 6), rounded(latitude, 6)];
}
