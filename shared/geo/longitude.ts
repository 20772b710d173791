import type { Position } from 'geojson';

/** A longitude brought into −180…180. One that lies there already comes back unchanged, 180 and −180 alike. */
export function normalizeLongitude(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned - 180;
}

/**
 * The longitudes of a line or ring made continuous: each differs from the one before by at most 180°, so a line over
 * the antimeridian runs on past ±180 (`179, −179` becomes `179, 181`). The first stays as it is.
 *
 * A step of exactly a full turn is left alone: it is how a band around the whole world is written.
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
