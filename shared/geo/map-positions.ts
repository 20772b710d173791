import type { Position } from 'geojson';
import type { SimpleGeometry } from './flatten-geometry.ts';

/** A geometry of the same form with other positions. */
export function mapPositions(
  geometry: SimpleGeometry,
  change: (position: Position) => Position,
): SimpleGeometry {
  const line = (positions: readonly Position[]) => positions.map(change);
  const lines = (members: readonly Position[][]) => members.map(line);
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: change(geometry.coordinates) };
    case 'MultiPoint':
      return { type: 'MultiPoint', coordinates: line(geometry.coordinates) };
    case 'LineString':
      return { type: 'LineString', coordinates: line(geometry.coordinates) };
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: lines(geometry.coordinates) };
    case 'Polygon':
      return { type: 'Polygon', coordinates: lines(geometry.coordinates) };
    case 'MultiPolygon':
      return { type: 'MultiPolygon', coordinates: geometry.coordinates.map(lines) };
  }
}
