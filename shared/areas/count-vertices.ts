import type { AreaShape } from './area.ts';

/** Returns the number of vertices of a shape, including those of its holes; 0 for a circle. */
export function countVertices(shape: AreaShape): number {
  if (shape.kind === 'circle') return 0;
  // Each ring repeats its first position at its end.
  return shape.polygon.coordinates.reduce((sum, ring) => sum + ring.length - 1, 0);
}
