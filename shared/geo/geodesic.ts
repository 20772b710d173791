import geographicLib from 'geographiclib-geodesic';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { closeOverPole, isPole } from './close-over-pole.ts';
import type { LonLat, PolygonGeometry } from './geometry.ts';
import { longitudeSpansAt, toRegion } from './region.ts';
import { latitudeStrips, stripArea } from './region-area.ts';

const { WGS84, STANDARD, LONG_UNROLL, DISTANCE, AZIMUTH } = geographicLib.Geodesic;

/**
 * Returns the area of a polygon on the WGS 84 ellipsoid in square metres, without its holes.
 *
 * Edges are geodesics, as in PostGIS geography and QGIS; of a ring with a side once around the Earth they are straight in
 * degrees. Longitudes may continue past ±180; the winding does not
 * matter. A ring encloses the smaller of the two parts into which it divides the Earth. Algorithm: C. F. F. Karney,
 * Algorithms for geodesics, J. Geodesy 87 (2013), by
 * GeographicLib (decision 3).
 */
export function geodesicArea(geometry: Polygon | MultiPolygon): number {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.reduce((sum, rings) => sum + polygonArea(rings), 0);
}

function polygonArea(rings: readonly Position[][]): number {
  const [outline, ...holes] = rings;
  if (!outline) return 0;
  return holes.reduce((area, hole) => area - ringArea(hole), ringArea(outline));
}

function ringArea(ring: Position[]): number {
  if (hasParallelAsSide(ring)) {
    const region = toRegion([{ type: 'Polygon', coordinates: [ring] }]);
    return stripArea(latitudeStrips(region), (latitude) => longitudeSpansAt(region, latitude));
  }
  const polygon = WGS84.Polygon(false);
  for (const [longitude = Number.NaN, latitude = Number.NaN] of ring.slice(0, -1)) {
    polygon.AddPoint(latitude, longitude);
  }
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/** Whether an edge goes once around the Earth, which no geodesic does; one alone at a pole has no length. */
function hasParallelAsSide(ring: readonly Position[]): boolean {
  const [around, ...others] = ring.filter(
    ([longitude = Number.NaN], index) => Math.abs(longitude - (ring[index - 1]?.[0] ?? Number.NaN)) === 360,
  );
  return around !== undefined && (others.length > 0 || !isPole(around));
}

/** Returns the length of the geodesic between two positions on WGS 84, in metres. */
export function distanceMetres(from: LonLat, to: LonLat): number {
  const { s12 } = WGS84.Inverse(from[1], from[0], to[1], to[0]);
  if (s12 === undefined) throw new Error('GeographicLib gave no distance.');
  return s12;
}

/**
 * Returns the length in meters of the geodesic between two positions on WGS 84, and its azimuth at `to`, in degrees
 * clockwise from true north.
 */
export function geodesicBetween(
  from: LonLat,
  to: LonLat,
): { readonly meters: number; readonly finalAzimuthDegrees: number } {
  const { s12, azi2 } = WGS84.Inverse(from[1], from[0], to[1], to[0], DISTANCE | AZIMUTH);
  if (s12 === undefined || azi2 === undefined) throw new Error('GeographicLib gave no distance.');
  return { meters: s12, finalAzimuthDegrees: azi2 };
}

/**
 * Returns the initial azimuth of the geodesic from one position to another, 0…360 degrees clockwise from true north.
 */
export function azimuthDegrees(from: LonLat, to: LonLat): number {
  const { azi1 } = WGS84.Inverse(from[1], from[0], to[1], to[0]);
  if (azi1 === undefined) throw new Error('GeographicLib gave no azimuth.');
  return (azi1 + 360) % 360;
}

/**
 * Returns the geodesic between two positions as a line to draw: positions at most `stepMetres` apart, including `to`
 * and excluding `from`. Longitudes are continuous with that of `from`.
 */
export function geodesicPath(from: LonLat, to: LonLat, stepMetres = 50_000): LonLat[] {
  const metres = distanceMetres(from, to);
  const azimuth = azimuthDegrees(from, to);
  const steps = Math.max(1, Math.ceil(metres / stepMetres));
  return Array.from({ length: steps }, (_, index) =>
    destination(from, azimuth, (metres * (index + 1)) / steps),
  );
}

/**
 * Returns the end of a geodesic on WGS 84 that starts at `from` with `azimuthDegrees`, clockwise from true north, after
 * `metres`. The longitude is continuous with that of `from`, so it may be past ±180.
 */
export function destination(from: LonLat, azimuthDegrees: number, metres: number): LonLat {
  const { lat2, lon2 } = WGS84.Direct(from[1], from[0], azimuthDegrees, metres, STANDARD | LONG_UNROLL);
  if (lat2 === undefined || lon2 === undefined) throw new Error('GeographicLib gave no position.');
  return [lon2, lat2];
}

/**
 * Returns a circle on WGS 84 as a closed ring of `vertices` positions at exactly `radiusMetres` from `center`,
 * anticlockwise. Longitudes are continuous with that of the center. A circle around a pole is closed over it
 * (`closeOverPole`).
 */
export function circlePolygon(center: LonLat, radiusMetres: number, vertices = 72): PolygonGeometry {
  const ring = Array.from({ length: vertices }, (_, index): [number, number] => {
    const [longitude, latitude] = destination(center, -(index * 360) / vertices, radiusMetres);
    return [longitude, latitude];
  });
  const [first] = ring;
  const closed = first ? [...ring, first] : ring;
  return {
    type: 'Polygon',
    coordinates: [closeOverPole(closed)?.map(([x = 0, y = 0]): [number, number] => [x, y]) ?? closed],
  };
}
