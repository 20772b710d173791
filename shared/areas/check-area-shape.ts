import { checkAreaPolygon } from '../geo/check-area-polygon.ts';
import { formatDecimalDegrees } from '../geo/coordinates.ts';
import { distanceMetres } from '../geo/geodesic.ts';
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
  const problems = [centerProblem(center), radiusProblem(radiusMetres)].filter(
    (problem) => problem !== undefined,
  );
  if (problems.length > 0) return problems;
  const pole: LonLat = [center[0], center[1] < 0 ? -90 : 90];
  const metresToPole = distanceMetres(center, pole);
  if (radiusMetres < metresToPole) return [];
  return [
    {
      field: 'shape.radiusMetres',
      value: String(radiusMetres),
      message: `The circle holds or touches the ${pole[1] > 0 ? 'North' : 'South'} Pole, which an area cannot. Choose a radius below ${Math.floor(metresToPole / 1000)} km.`,
    },
  ];
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

function radiusProblem(radiusMetres: number): FieldProblem | undefined {
  if (Number.isFinite(radiusMetres) && radiusMetres > 0) return undefined;
  return {
    field: 'shape.radiusMetres',
    value: String(radiusMetres),
    message: 'The radius must be greater than zero. Give it in meters, such as 25000.',
  };
}
