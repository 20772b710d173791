import type { LonLat } from './geometry.ts';
import { normalizeLongitude } from './longitude.ts';
import { projectTransverseMercator, unprojectTransverseMercator } from './transverse-mercator.ts';

/** A position in the Universal Transverse Mercator grid, in metres. */
export type UtmPosition = {
  /** 1…60 */
  readonly zone: number;
  readonly hemisphere: 'N' | 'S';
  readonly easting: number;
  /** In the southern hemisphere measured from 10,000 km south of the equator. */
  readonly northing: number;
};

const falseEasting = 500_000;
const falseNorthing = 10_000_000;
const southernmost = -80;
const northernmost = 84;

/** Returns the zone of a position, with the exceptions for Norway (32V) and Svalbard (31X, 33X, 35X, 37X). */
export function utmZone([longitude, latitude]: LonLat): number {
  const east = normalizeLongitude(longitude);
  // 180° is the western edge of the first zone.
  const zone = (Math.floor((east + 180) / 6) % 60) + 1;
  if (latitude >= 56 && latitude < 64 && east >= 3 && east < 12) return 32;
  if (latitude < 72 || east < 0 || east >= 42) return zone;
  return [9, 21, 33].reduce((svalbard, edge) => svalbard + (east >= edge ? 2 : 0), 31);
}

/** Converts a position to UTM, or null beyond 80° S and 84° N, where the polar grid (UPS) starts. */
export function toUtm([longitude, latitude]: LonLat): UtmPosition | null {
  if (!(latitude >= southernmost && latitude <= northernmost) || !Number.isFinite(longitude)) return null;
  const zone = utmZone([longitude, latitude]);
  return projectUtm([longitude, latitude], { zone, hemisphere: latitude < 0 ? 'S' : 'N' });
}

/** Projects a position with the grid of a zone and hemisphere, also where it lies outside of them. */
export function projectUtm(position: LonLat, grid: Pick<UtmPosition, 'zone' | 'hemisphere'>): UtmPosition {
  const { easting, northing } = projectTransverseMercator(position, centralMeridian(grid.zone));
  return {
    ...grid,
    easting: easting + falseEasting,
    northing: northing + (grid.hemisphere === 'S' ? falseNorthing : 0),
  };
}

/** The inverse of `projectUtm`. The longitude is continuous with the zone, so past ±180° at zones 1 and 60. */
export function unprojectUtm({ zone, hemisphere, easting, northing }: UtmPosition): LonLat {
  const metres = {
    easting: easting - falseEasting,
    northing: northing - (hemisphere === 'S' ? falseNorthing : 0),
  };
  return unprojectTransverseMercator(metres, centralMeridian(zone));
}

/**
 * Converts UTM coordinates to a position, or null for invalid ones: a zone beyond 60, an easting outside of 100 to 900
 * km, a northing outside of the hemisphere or beyond 80° S or 84° N. Coordinates may extend into neighboring zones.
 */
export function fromUtm({ zone, hemisphere, easting, northing }: UtmPosition): LonLat | null {
  if (!Number.isInteger(zone) || zone < 1 || zone > 60) return null;
  if (!(easting >= 100_000 && easting < 900_000)) return null;
  if (!(northing >= 0 && northing <= falseNorthing)) return null;
  const [longitude, latitude] = unprojectUtm({ zone, hemisphere, easting, northing });
  // A coordinate of the edge itself is rounded to whole metres when it is written.
  const rounding = 1e-5;
  if (latitude < southernmost - rounding || latitude > northernmost + rounding) return null;
  return [normalizeLongitude(longitude), latitude];
}

/** Formats a position as `51N 645399 3978627`: zone, hemisphere, whole metres. Null outside of 80° S to 84° N. */
export function formatUtm(position: LonLat): string | null {
  const utm = toUtm(position);
  if (!utm) return null;
  return `${utm.zone}${utm.hemisphere} ${Math.round(utm.easting)} ${Math.round(utm.northing)}`;
}

function centralMeridian(zone: number): number {
  return zone * 6 - 183;
}
