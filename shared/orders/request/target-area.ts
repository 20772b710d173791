import type { AreaShape } from '../areas/area.ts';
import { measureArea } from '../areas/measure-area.ts';
import { circlePolygon } from '../geo/geodesic.ts';
import { mayMeet, type Region, toRegion } from '../geo/region.ts';
import { coveredShare } from '../geo/region-area.ts';

/** An area as an order names it, ready to be compared with others. */
export type TargetArea = {
  readonly name: string;
  /** Geodesic, of this area alone. */
  readonly squareMetres: number;
  readonly region: Region;
};

/** An area as an order names it. */
export type UnmeasuredArea = { readonly name: string; readonly shape: AreaShape };

/** Measures an area and prepares it for comparison. */
export function measureTargetArea({ name, shape }: UnmeasuredArea): TargetArea {
  return { name, squareMetres: measureArea(shape), region: areaRegion(shape) };
}

/** With so many corners a circle's polygon is short of it by 0.005 % in area. */
const circleCorners = 360;

/** A shape as a region. */
export function areaRegion(shape: AreaShape): Region {
  return toRegion([
    shape.kind === 'polygon' ? shape.polygon : circlePolygon(shape.center, shape.radiusMetres, circleCorners),
  ]);
}

/** How many square metres the areas cover together, what several cover counted once. */
export function squareMetresOnce(areas: readonly TargetArea[]): number {
  return areas.reduce((sum, { region, squareMetres }, index) => {
    const earlier = areas
      .slice(0, index)
      .map((area) => area.region)
      .filter((other) => mayMeet(region, other));
    return sum + squareMetres * (earlier.length === 0 ? 1 : 1 - coveredShare(region, earlier));
  }, 0);
}

/** How many square metres of the areas others cover; where the areas overlap one another, each is counted. */
export function squareMetresCovered(areas: readonly TargetArea[], covers: readonly Region[]): number {
  return areas.reduce((sum, { region, squareMetres }) => {
    const near = covers.filter((cover) => mayMeet(region, cover));
    return sum + (near.length === 0 ? 0 : squareMetres * coveredShare(region, near));
  }, 0);
}
