import type { Geometry, GeometryCollection } from 'geojson';

/** A geometry other than a collection. */
export type SimpleGeometry = Exclude<Geometry, GeometryCollection>;

/**
 * Returns the simple geometries of a geometry, in order. Collections are flattened without recursion, so nesting uses
 * no stack.
 */
export function flattenGeometry(geometry: Geometry): SimpleGeometry[] {
  const simple: SimpleGeometry[] = [];
  const pending: Geometry[] = [geometry];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.type === 'GeometryCollection') pending.push(...next.geometries.toReversed());
    else simple.push(next);
  }
  return simple;
}
