import { checkAreaPolygon } from '../geo/check-area-polygon.ts';
import { formatDecimalDegrees } from '../geo/coordinates.ts';
import type { LonLat } from '../geo/geometry.ts';
import type { FieldProblem } from '../result.ts';
import type { AreaShape } from './area.ts';

/**
 * Returns the problems that prevent a shape from being an area of interest. Fields are `shape.polygon`,
 * `shape.center` and `shape.radiusMetres`, as in `newAreaSchema`.
 */
export function checkAreaShape(shape: AreaShape): FieldProblem[] {
  if (shape.kind === 'circle') return circleProblems(shape.center, shape.radiusMetres);
  return checkAreaPolygon(shape.polygon).map(({ message, at }) => ({
    field: 'shape.polygon',
    value: at ? formatDecimalDegrees(at) : `${shape.polygon.coordinates[0]?.length ?? 0} positions`,
    message,
  }));
}

function circleProblems(center: LonLat, radiusMetres: number): FieldProblem[] {
  return [centerProblem(center), radiusProblem(radiusMetres)].filter((problem) => problem !== undefined);
}

function centerProblem([longitude, latitude]: LonLat): FieldProblem | undefined {
  const isOnEarth = Number.isFinite(longitude) && Math.abs(latitude) <= 90;
  if (isOnEarth) return undefined;
  return {
    field: 'shape.center',
    value: `${longitude}, ${latitude}`,
    message:
      'The center is not on the Earth. Give a longitude, and a latitude between −90 and 90, in degrees.',
  };
}

/** From the equator to a pole; a larger circle would hold more than half of the Earth. */
const maxRadiusMetres = 10_000_000;

function radiusProblem(radiusMetres: number): FieldProblem | undefined {
  const isPositive = Number.isFinite(radiusMetres) && radiusMetres > 0;
  if (isPositive && radiusMetres <= maxRadiusMetres) return undefined;
  return {
    field: 'shape.radiusMetres',
    value: String(radiusMetres),
    message: isPositive
      ? 'The circle holds more than half of the Earth. Choose a radius of 10,000 km or less.'
      : 'The radius must be greater than zero. Give it in meters, such as 25000.',
  };
}
