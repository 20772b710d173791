import { transform } from 'ol/proj.js';
import type { LonLat } from '../../shared/geo/geometry.ts';
import { normalizeLongitude } from '../../shared/geo/longitude.ts';

/** Width of the world in EPSG:3857, metres. */
export const worldWidth = 2 * Math.PI * 6_378_137;

/** The northern- and southernmost latitude that the map shows and areas may reach. */
export const maxMapLatitude = 85;

/**
 * `[longitude, latitude]` in EPSG:3857. Longitudes past ±180 give a position on the next copy of the world; latitudes past
 * the end of the map, at 85.06°, give its edge.
 */
export function toMapCoordinate([longitude, latitude]: LonLat): [number, number] {
  const [x = 0, y = 0] = transform([longitude, latitude], 'EPSG:4326', 'EPSG:3857');
  return [x, Math.min(worldWidth / 2, Math.max(-worldWidth / 2, y))];
}

/** A coordinate in EPSG:3857 as `[longitude, latitude]`, past ±180 on copies of the world. */
export function toContinuousLonLat(coordinate: readonly number[]): LonLat {
  const [longitude = 0, latitude = 0] = transform([...coordinate], 'EPSG:3857', 'EPSG:4326');
  return [longitude, latitude];
}

/** A coordinate in EPSG:3857 as `[longitude, latitude]` within −180…180. */
export function toLonLat(coordinate: readonly number[]): LonLat {
  const [longitude, latitude] = toContinuousLonLat(coordinate);
  return [normalizeLongitude(longitude), latitude];
}
