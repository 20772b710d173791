import type { AreaShape } from '../../../shared/areas/area.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import type { DrawingState } from '../map-types.ts';
import { shapeProblem } from './shape-problem.ts';

/**
 * The read-out of a drawn shape. An invalid one has no meaningful area: that of a self-crossing outline would be the
 * difference of its parts.
 */
export function drawingState(shape: AreaShape | null, vertices: number): DrawingState {
  const isSound = shape !== null && shapeProblem(shape) === null;
  return {
    squareMetres: isSound ? measureArea(shape) : null,
    vertices,
    ...(shape?.kind === 'circle' ? { radiusMetres: shape.radiusMetres } : {}),
  };
}
