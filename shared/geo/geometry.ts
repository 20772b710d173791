import { z } from 'zod';
import { normalizeLongitude } from './longitude.ts';

/** `[longitude, latitude]` in degrees, WGS 84. Sightline uses the axis order of RFC 7946 everywhere. */
export type LonLat = readonly [longitude: number, latitude: number];

/** `[west, south, east, north]` in degrees; west > east when the box crosses the antimeridian. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

export const lonLatSchema = z.tuple([z.number(), z.number()]);

/**
 * A box as others write it: from west to east beyond ±180, or with a west that is greater than its east because it
 * crosses the antimeridian (RFC 7946, 5.2). Parsed, its longitudes are within −180…180.
 */
export const boundingBoxSchema = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .transform(normalizeBox);

function normalizeBox([west, south, east, north]: [number, number, number, number]): [
  west: number,
  south: number,
  east: number,
  north: number,
] {
  if (Math.abs(west) <= 180 && Math.abs(east) <= 180) return [west, south, east, north];
  if (east - west >= 360) return [-180, south, 180, north];
  const start = normalizeLongitude(west);
  const end = normalizeLongitude(east);
  // A meridian is the end of what is west of it, and the start of what is east of it.
  return [start === 180 ? -180 : start, south, end === -180 ? 180 : end, north];
}

/** A GeoJSON Polygon: linear rings of `[longitude, latitude]`, each closed by repeating its first position. */
export const polygonSchema = z.object({
  type: z.literal('Polygon'),
  coordinates: z.array(z.array(lonLatSchema).min(4)).min(1),
});
export type PolygonGeometry = z.infer<typeof polygonSchema>;
