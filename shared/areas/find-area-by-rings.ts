import type { Area } from './area.ts';
import { shapeToRings } from './shape-to-rings.ts';

/** The area with the outline of a filter; undefined if there is none, or if the area was changed since. */
export function findAreaByRings(rings: readonly unknown[], areas: readonly Area[]): Area | undefined {
  const text = JSON.stringify(rings);
  return areas.find(({ shape }) => JSON.stringify(shapeToRings(shape)) === text);
}
