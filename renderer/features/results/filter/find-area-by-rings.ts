import type { Area } from '../../../../shared/areas/area.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { areaRings } from './area-rings.ts';

/** The area whose outline a filter has; undefined when it is another outline, or the area has changed since. */
export function areaOfRings(
  rings: NonNullable<DetectionFilter['within']>,
  areas: readonly Area[],
): Area | undefined {
  const text = JSON.stringify(rings);
  return areas.find(({ shape }) => JSON.stringify(areaRings(shape)) === text);
}
