import { z } from 'zod';

/** `[longitude, latitude]` in degrees, WGS 84. Sightline uses the axis order of RFC 7946 everywhere. */
export type LonLat = readonly [longitude: number, latitude: number];

/** `[west, south, east, north]` in degrees; west > east when the box crosses the antimeridian. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

export const lonLatSchema = z.tuple([z.number(), z.number()]);

export const boundingBoxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** A GeoJSON Polygon: linear rings of `[longitude, latitude]`, each closed by repeating its first position. */
export const polygonSchema = z.object({
  type: z.literal('Polygon'),
  coordinates: z.array(z.array(lonLatSchema).min(4)).min(1),
});
export type PolygonGeometry = z.infer<typeof polygonSchema>;
