import type { Area, AreaShape } from '../../areas/area.ts';
import { areaRegion } from '../../areas/area-region.ts';
import { measureArea } from '../../areas/measure-area.ts';
import { unionSpans } from '../../geo/longitude-spans.ts';
import { boundsIntersect, type Region } from '../../geo/region.ts';
import { coveredShare } from '../../geo/region-area.ts';
import { memoizeByObject } from '../../memoize-by-object.ts';

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

/** The region of a shape that is compared again and again. */
const preparedRegion: (shape: AreaShape) => Region = memoizeByObject(areaRegion);

/** Returns the region that regions cover together. */
export function unionRegion(regions: readonly Region[]): Region {
  return {
    polygons: regions.flatMap(({ polygons }) => polygons),
    south: regions.reduce((min, { south }) => Math.min(min, south), Number.POSITIVE_INFINITY),
    north: regions.reduce((max, { north }) => Math.max(max, north), Number.NEGATIVE_INFINITY),
    longitudeSpans: unionSpans(regions.flatMap(({ longitudeSpans }) => longitudeSpans)),
  };
}

/** Returns the square metres that the areas cover together, with overlaps counted once. */
export function unionSquareMetres(areas: readonly TargetArea[]): number {
  return squareMetresOnce(areas, (region, earlier) =>
    earlier.length === 0 ? 1 : 1 - coveredShare(region, earlier),
  );
}

/** Returns the square metres of the areas that `covers` cover; overlaps of either are counted once. */
export function coveredSquareMetres(areas: readonly TargetArea[], covers: readonly Region[]): number {
  return squareMetresOnce(areas, (region, earlier) => {
    const near = covers.filter((cover) => boundsIntersect(region, cover));
    if (near.length === 0) return 0;
    // What `near` or an earlier area covers, less what an earlier area covers.
    return coveredShare(region, [...near, ...earlier]) - coveredShare(region, earlier);
  });
}

/** Sums the square metres of areas times the share that `shareOf` returns, given the region and those counted before. */
function squareMetresOnce(
  areas: readonly TargetArea[],
  shareOf: (region: Region, earlier: readonly Region[]) => number,
): number {
  return areas.reduce((sum, { region, squareMetres }, index) => {
    const earlier = areas
      .slice(0, index)
      .map((area) => area.region)
      .filter((other) => boundsIntersect(region, other));
    return sum + squareMetres * shareOf(region, earlier);
  }, 0);
}

/** Corners of areas whose bounds meet, pair by pair, above which measuring their union would delay the page. */
const maxMeetingCorners = 100_000;
/** Above this number of areas, preparing them for comparison would. */
const maxAreas = 500;

/**
 * Returns the square meters that areas cover together, with overlaps counted once. Where too many of them meet, it is
 * the sum of all.
 */
export function measureTogether(areas: readonly Pick<Area, 'name' | 'shape' | 'squareMetres'>[]): {
  readonly squareMetres: number;
  readonly isSum: boolean;
} {
  const sum = areas.reduce((total, { squareMetres }) => total + squareMetres, 0);
  if (areas.length > maxAreas) return { squareMetres: sum, isSum: true };
  const measured = areas.map(({ name, shape, squareMetres }) => ({
    name,
    squareMetres,
    region: preparedRegion(shape),
  }));
  let corners = 0;
  for (const [index, { region }] of measured.entries()) {
    for (let other = 0; other < index && corners <= maxMeetingCorners; other += 1) {
      const { region: earlier } = measured[other] as TargetArea;
      if (boundsIntersect(region, earlier)) corners += countCorners(region) + countCorners(earlier);
    }
  }
  const isSum = corners > maxMeetingCorners;
  return {
    squareMetres: isSum ? sum : unionSquareMetres(measured),
    isSum,
  };
}

function countCorners({ polygons }: Region): number {
  return polygons.reduce(
    (sum, { outline, holes }) =>
      sum + outline.longitudes.length + holes.reduce((all, { longitudes }) => all + longitudes.length, 0),
    0,
  );
}
