import type { AreaShape } from '../../../shared/areas/area.ts';

/** What the drawing and editing tools tell; see `MapEvents`. */
export type ShapeEvents = {
  drawing(state: { readonly squareMetres: number | null; readonly vertices: number } | null): void;
  refused(reason: string): void;
  finished(shape: AreaShape): void;
};
