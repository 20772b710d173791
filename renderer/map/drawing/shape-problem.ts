import type { AreaShape } from '../../../shared/areas/area.ts';
import { checkAreaShape } from '../../../shared/areas/check-area-shape.ts';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { maxMapLatitude } from '../map-projection.ts';

/** Reason why a shape cannot be drawn as an area, with the remedy, or null when it can. */
export function shapeProblem(shape: AreaShape): string | null {
  return checkAreaShape(shape)[0]?.message ?? extentProblem(shape);
}

/** Reason why a position cannot belong to an area, or null when it can. */
export function positionProblem([, latitude]: LonLat): string | null {
  if (Math.abs(latitude) <= maxMapLatitude) return null;
  return `Areas end at ${maxMapLatitude}° North and South, where the map ends. Place the point nearer to the equator.`;
}

/** The message about a line that crosses itself while it is drawn. */
export function crossingText(at: LonLat): string {
  return `The outline would cross or touch itself at ${formatDecimalDegrees(at)}. Place the corner elsewhere.`;
}

/** A circle may reach past the end of the map, since it is ordered by its center and radius. */
function extentProblem(shape: AreaShape): string | null {
  if (shape.kind === 'circle') return null;
  const refusals = shape.polygon.coordinates.flat().map(positionProblem);
  return refusals.find((refusal) => refusal !== null) ?? null;
}
