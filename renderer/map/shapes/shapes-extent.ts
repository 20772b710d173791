import type { MultiLineString } from 'geojson';
import { type PackedShapes, shapeWorld } from './packed-shapes.ts';
import { boundsAt } from './shapes-at.ts';

/** The diagonals of the matching shapes' bounding boxes, from which `boundsOf` computes their common one. */
export function shapesExtent(shapes: PackedShapes, matches: (slot: number) => boolean): MultiLineString {
  const coordinates: [number, number][][] = [];
  for (let slot = 0; slot < shapes.count; slot += 1) {
    if (!matches(slot)) continue;
    const [west, north, east, south] = boundsAt(shapes, slot);
    coordinates.push([
      [toLongitude(west), toLatitude(south)],
      [toLongitude(east), toLatitude(north)],
    ]);
  }
  return { type: 'MultiLineString', coordinates };
}

function toLongitude(x: number): number {
  return (x / shapeWorld) * 360 - 180;
}

function toLatitude(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / shapeWorld))) * 180) / Math.PI;
}
