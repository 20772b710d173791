import type { Position } from 'geojson';

/** Normalizes a longitude to −180…180. One in that range is returned unchanged, also 180 and −180. */
export function normalizeLongitude(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned - 180;
}

/**
 * Makes the longitudes of a line or ring continuous: each differs from the previous one by at most 180°, so a line over
 * the antimeridian continues past ±180 (`179, −179` becomes `179, 181`). The first stays unchanged.
 *
 * A step of exactly a full turn stays unchanged: it closes a band around the whole world.
 */
export function unwrapLongitudes(positions: readonly Position[]): number[] {
  let turns = 0;
  let previous: number | undefined;
  return positions.map(([longitude = Number.NaN]) => {
    turns -= previous === undefined ? 0 : turnsOfStep(longitude - previous);
    previous = longitude;
    return longitude + 360 * turns;
  });
}

function turnsOfStep(step: number): number {
  return Math.abs(step) <= 180 || Math.abs(step) === 360 ? 0 : Math.round(step / 360);
}
