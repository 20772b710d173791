import type { Geometry, GeometryCollection } from 'geojson';

/** A geometry that is no collection. */
export type SimpleGeometry = Exclude<Geometry, GeometryCollection>;

/** The geometries within a geometry, in order, collections opened without recursion: nesting costs no stack. */
export function simpleGeometries(geometry: Geometry): SimpleGeometry[] {
  const simple: SimpleGeometry[] = [];
  const waiting: Geometry[] = [geometry];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === 'GeometryCollection') waiting.push(...next.geometries.toReversed());
    else simple.push(next);
  }
  return simple;
}
