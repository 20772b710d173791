import type { AreaShape } from '../../../shared/areas/area.ts';
import type { DrawingState } from '../map-types.ts';

/** Events of the drawing and editing tools, as documented in `MapEvents`. */
export type ShapeEvents = {
  drawing(state: DrawingState | null): void;
  refused(reason: string): void;
  finished(shape: AreaShape): void;
};
