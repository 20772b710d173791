import type { AreaShape } from '../../areas/area.ts';
import { measureArea } from '../../areas/measure-area.ts';
import { circlePolygon } from '../../geo/geodesic.ts';
import { boundsIntersect, type Region, toRegion } from '../../geo/region.ts';
import { coveredShare } from '../../geo/region-area.ts';

/** A measured area of an order, ready for comparison. */
export type TargetArea = {
  readonly name: string;
  /** Geodesic area of this area alone. */
  readonly squareMetres: number;
  readonly region: Region;
};

/** An area of an order before it is measured. */
export type UnmeasuredArea = { readonly name: string; readonly shape: AreaShape };

/** Measures an area and prepares it for comparison. */
export function measureTargetArea({ name, shape }: UnmeasuredArea): TargetArea {
  return { name, squareMetres: measureArea(shape), region: areaRegion(shape) };
}

/** With this number of corners a circle's polygon is 0.005 % smaller than the circle. */
const circleCorners = 360;

/** Converts a shape to a region. */
export function areaRegion(shape: AreaShape): Region {
  return toRegion([
    shape.kind === 'polygon' ? shape.polygon : circlePolygon(shape.center, shape.radiusMetres, circleCorners),
  ]);
}

/** Returns the square metres that the areas cover together, with overlaps counted once. */
export function unionSquareMetres(areas: readonly TargetArea[]): number {
  return areas.reduce((sum, { region, squareMetres }, index) => {
    const earlier = areas
      .slice(0, index)
      .map((area) => area.region)
      .filter((other) => boundsIntersect(region, other));
    return sum + squareMetres * (earlier.length === 0 ? 1 : 1 - coveredShare(region, earlier));
  }, 0);
}

/** Returns the square metres of the areas that `covers` cover; overlaps between the areas count more than once. */
export function coveredSquareMetres(areas: readonly TargetArea[], covers: readonly Region[]): number {
  return areas.reduce((sum, { region, squareMetres }) => {
    const near = covers.filter((cover) => boundsIntersect(region, cover));
    return sum + (near.length === 0 ? 0 : squareMetres * coveredShare(region, near));
  }, 0);
}
