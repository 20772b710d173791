import geographicLib from 'geographiclib-geodesic';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { LonLat, PolygonGeometry } from './geometry.ts';

const { WGS84, STANDARD, LONG_UNROLL } = geographicLib.Geodesic;

/**
 * The area of a polygon on the WGS 84 ellipsoid in square metres, its holes taken out.
 *
 * Edges are geodesics, as in PostGIS geography and QGIS. Longitudes may run past ±180; the order of positions and the
 * winding do not matter. A ring is taken for the smaller of the two parts into which it divides the Earth.
 * Algorithm: C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013), by GeographicLib.
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

function ringArea(ring: readonly Position[]): number {
  const polygon = WGS84.Polygon(false);
  for (const [longitude = Number.NaN, latitude = Number.NaN] of ring.slice(0, -1)) {
    polygon.AddPoint(latitude, longitude);
  }
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/** The length of the geodesic between two positions on WGS 84, in metres. */
export function distanceMetres(from: LonLat, to: LonLat): number {
  const { s12 } = WGS84.Inverse(from[1], from[0], to[1], to[0]);
  if (s12 === undefined) throw new Error('GeographicLib gave no distance.');
  return s12;
}

/** The direction in which the geodesic from one position sets off to another, 0…360 degrees clockwise from true North. */
export function azimuthDegrees(from: LonLat, to: LonLat): number {
  const { azi1 } = WGS84.Inverse(from[1], from[0], to[1], to[0]);
  if (azi1 === undefined) throw new Error('GeographicLib gave no azimuth.');
  return (azi1 + 360) % 360;
}

/**
 * The geodesic between two positions as a line that can be drawn: `to` and positions before it, at most
 * `stepMetres` apart, so without `from`. Longitudes are continuous with that of `from`.
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
 * Where a geodesic on WGS 84 ends that leaves `from` at `azimuthDegrees`, clockwise from true North, after `metres`.
 * The longitude is continuous with that of `from`, so it may lie past ±180.
 */
export function destination(from: LonLat, azimuthDegrees: number, metres: number): LonLat {
  const { lat2, lon2 } = WGS84.Direct(from[1], from[0], azimuthDegrees, metres, STANDARD | LONG_UNROLL);
  if (lat2 === undefined || lon2 === undefined) throw new Error('GeographicLib gave no position.');
  return [lon2, lat2];
}

/**
 * A circle on WGS 84 as a closed ring of `vertices` positions at exactly `radiusMetres` from `center`, anticlockwise.
 * Longitudes are continuous with that of the centre. It is no useful polygon when the circle holds a pole.
 */
export function circlePolygon(center: LonLat, radiusMetres: number, vertices = 72): PolygonGeometry {
  const ring = Array.from({ length: vertices }, (_, index): [number, number] => {
    const [longitude, latitude] = destination(center, -(index * 360) / vertices, radiusMetres);
    return [longitude, latitude];
  });
  const [first] = ring;
  return { type: 'Polygon', coordinates: [first ? [...ring, first] : ring] };
}
