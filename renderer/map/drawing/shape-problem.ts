import type { AreaShape } from '../../../shared/areas/area.ts';
import { areaShapeProblems } from '../../../shared/areas/area-shape-problems.ts';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import { destination } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { maxMapLatitude } from '../map-projection.ts';

/** Why a shape cannot be drawn as an area, with the remedy, or null when it can. */
export function refusalOf(shape: AreaShape): string | null {
  return areaShapeProblems(shape)[0]?.message ?? refusalOfReach(shape);
}

/** Why a position cannot belong to an area, or null when it can. */
export function refusalOfPosition([, latitude]: LonLat): string | null {
  if (Math.abs(latitude) <= maxMapLatitude) return null;
  return `Areas end at ${maxMapLatitude}° North and South, where the map ends. Place the point nearer to the equator.`;
}

/** What is said of a line that crosses itself while it is drawn. */
export function crossingText(at: LonLat): string {
  return `The outline would cross or touch itself at ${formatDecimalDegrees(at)}. Place the corner elsewhere.`;
}

function refusalOfReach(shape: AreaShape): string | null {
  if (shape.kind === 'polygon') {
    const refusals = shape.polygon.coordinates.flat().map(refusalOfPosition);
    return refusals.find((refusal) => refusal !== null) ?? null;
  }
  const { center, radiusMetres } = shape;
  const isPastEnd = [0, 180].some(
    (azimuth) => Math.abs(destination(center, azimuth, radiusMetres)[1]) > maxMapLatitude,
  );
  return isPastEnd
    ? `The circle reaches past ${maxMapLatitude}° North or South, where the map ends. Choose a smaller radius.`
    : null;
}
