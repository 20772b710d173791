import type { AreaShape } from './area.ts';

/** The corners of a shape, those of its holes with them. A circle has none. */
export function countVertices(shape: AreaShape): number {
  if (shape.kind === 'circle') return 0;
  // Each ring repeats its first position at its end.
  return shape.polygon.coordinates.reduce((sum, ring) => sum + ring.length - 1, 0);
}
