import type { Position } from 'geojson';
import type { SimpleGeometry } from '../../../../shared/geo/flatten-geometry.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';

/** A geometry as WKT (OGC 06-103r4), with `Z` where its positions have heights. */
export function toWkt(geometry: SimpleGeometry): string {
  const tag = geometry.type.toUpperCase();
  const name = hasHeights(geometry) ? `${tag} Z` : tag;
  switch (geometry.type) {
    case 'Point':
      return `${name} (${position(geometry.coordinates)})`;
    case 'LineString':
      return `${name} ${line(geometry.coordinates)}`;
    case 'MultiPoint':
      return `${name} (${geometry.coordinates.map((member) => `(${position(member)})`).join(', ')})`;
    case 'Polygon':
    case 'MultiLineString':
      return `${name} ${lines(geometry.coordinates)}`;
    case 'MultiPolygon':
      return `${name} (${geometry.coordinates.map(lines).join(', ')})`;
  }
}

/** The outline of a filter as WKT. */
export function outlineText(rings: NonNullable<DetectionFilter['within']>): string {
  const closed = rings.map((ring) => {
    const positions = ring.map((position): Position => [...position]);
    const isClosed = JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1));
    return [isClosed ? positions : [...positions, ...positions.slice(0, 1)]];
  });
  const [only, ...others] = closed;
  return others.length === 0 && only
    ? toWkt({ type: 'Polygon', coordinates: only })
    : toWkt({ type: 'MultiPolygon', coordinates: closed });
}

/** Whether the positions of a geometry of the workspace have a height: all of them have, or none. */
export function hasHeights({ coordinates }: SimpleGeometry): boolean {
  let member: unknown = coordinates;
  while (Array.isArray(member) && Array.isArray(member[0])) member = member[0];
  return Array.isArray(member) && member.length > 2;
}

function position(coordinates: Position): string {
  return coordinates.join(' ');
}

function line(coordinates: readonly Position[]): string {
  return `(${coordinates.map(position).join(', ')})`;
}

function lines(coordinates: readonly Position[][]): string {
  return `(${coordinates.map(line).join(', ')})`;
}
