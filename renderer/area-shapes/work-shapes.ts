import type { AreaShape } from '../../shared/areas/area.ts';
import type { SimplifiedPolygon } from '../../shared/areas/simplified-polygon.ts';
import type { PolygonGeometry } from '../../shared/geo/geometry.ts';
import type { Result } from '../../shared/result.ts';
import { workOnce } from '../workers/work-once.ts';
import type { ShapeRequest } from './shape-worker.ts';

const longestSeconds = 30;

/** Makes one shape of several in a worker; see `mergedShape` and `workOnce`. */
export async function mergeShapes(shapes: readonly AreaShape[]): Promise<Result<AreaShape>> {
  const answer = await work<Result<AreaShape>>({ kind: 'merge', shapes }, new AbortController().signal);
  return answer.ok ? answer.value : answer;
}

/** Makes a polygon simpler in a worker; see `simplifiedPolygon` and `workOnce`. */
export function simplifyPolygon(
  polygon: PolygonGeometry,
  vertices: number,
  signal: AbortSignal,
): Promise<Result<SimplifiedPolygon>> {
  return work<SimplifiedPolygon>({ kind: 'simplify', polygon, vertices }, signal);
}

function work<Answer>(request: ShapeRequest, signal: AbortSignal): Promise<Result<Answer>> {
  return workOnce<Answer>({
    start: () => new Worker(new URL('./shape-worker.ts', import.meta.url), { type: 'module' }),
    request,
    signal,
    longestSeconds,
    tooLong: `It was stopped after ${longestSeconds} seconds: the areas have too many vertices for it.`,
  });
}
