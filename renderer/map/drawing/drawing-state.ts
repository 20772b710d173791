import type { AreaShape } from '../../../shared/areas/area.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import type { DrawingState } from '../map-types.ts';
import { refusalOf } from './shape-refusal.ts';

/**
 * The read-out of a shape under work. One that could not be taken has no area worth telling: that of a bow-tie would
 * be the difference of its wings.
 */
export function drawingState(shape: AreaShape | null, vertices: number): DrawingState {
  const isSound = shape !== null && refusalOf(shape) === null;
  return {
    squareMetres: isSound ? measureArea(shape) : null,
    vertices,
    ...(shape?.kind === 'circle' ? { radiusMetres: shape.radiusMetres } : {}),
  };
}
