import type { Area } from '../../../../shared/areas/area.ts';
import { shapeToRings } from '../../../../shared/areas/shape-to-rings.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';

/** The area with the outline of a filter; undefined if there is none, or if the area was changed since. */
export function findAreaByRings(
  rings: NonNullable<DetectionFilter['within']>,
  areas: readonly Area[],
): Area | undefined {
  const text = JSON.stringify(rings);
  return areas.find(({ shape }) => JSON.stringify(shapeToRings(shape)) === text);
}
