import type { AreaShape } from '../../../../shared/areas/area.ts';
import type { SimplifiedPolygon } from '../../../../shared/areas/simplify-polygon.ts';
import type { PolygonGeometry } from '../../../../shared/geo/geometry.ts';
import type { Result } from '../../../../shared/result.ts';
import { runInWorker } from '../../../ui/workers/run-in-worker.ts';
import { texts } from '../texts.ts';
import type { ShapeRequest } from './shape-worker.ts';

const timeoutSeconds = 30;

/** Merges shapes into one in a worker; see `mergedShape` and `runInWorker`. */
export async function mergeShapesInWorker(shapes: readonly AreaShape[]): Promise<Result<AreaShape>> {
  const response = await runShapeWorker<Result<AreaShape>>(
    { kind: 'merge', shapes },
    new AbortController().signal,
  );
  return response.ok ? response.value : response;
}

/** Simplifies a polygon in a worker; see `simplifiedPolygon` and `runInWorker`. */
export function simplifyPolygonInWorker(
  polygon: PolygonGeometry,
  vertices: number,
  signal: AbortSignal,
): Promise<Result<SimplifiedPolygon>> {
  return runShapeWorker<SimplifiedPolygon>({ kind: 'simplify', polygon, vertices }, signal);
}

function runShapeWorker<Answer>(request: ShapeRequest, signal: AbortSignal): Promise<Result<Answer>> {
  return runInWorker<Answer>({
    startWorker: () => new Worker(new URL('./shape-worker.ts', import.meta.url), { type: 'module' }),
    request,
    signal,
    timeoutSeconds,
    timeoutMessage: texts.shapes.timeout(timeoutSeconds),
  });
}
