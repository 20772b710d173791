import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { circlePolygon } from '../../../../shared/geo/geodesic.ts';
import { toRegion } from '../../../../shared/geo/region.ts';
import {
  findImagings,
  isImaged,
  type MeasuredArea,
  measureArea,
  shareImaged,
} from '../../../../shared/passes/imaged-area.ts';
import { rectangle } from '../../../builders/order-draft-builder.ts';
import { type SeededRandom, seededRandom } from '../../../builders/seeded-random.ts';

const areaOf = (polygon: Polygon): MeasuredArea => measureArea(toRegion([polygon]));
const imaging = (name: string, polygon: Polygon | null, ...analytics: string[]) => ({
  name,
  analytics,
  footprints: polygon ? [toRegion([polygon])] : [],
});

/** A four-sided ring around a position, turned by an angle; it may cross the antimeridian. */
function tilted(random: SeededRandom, longitude: number, latitude: number, size: number): Polygon {
  const turn = random.next() * Math.PI;
  const [width, height] = [size * (0.3 + random.next()), size * (0.3 + random.next())];
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(
    ([x = 0, y = 0]): Position => [
      longitude + width * x * Math.cos(turn) - height * y * Math.sin(turn),
      latitude + width * x * Math.sin(turn) + height * y * Math.cos(turn),
    ],
  );
  return { type: 'Polygon', coordinates: [corners] };
}

/** Even-odd test of a continuous ring, by a ray to the east; independent of the module. */
function contains({ coordinates: [ring = []] }: Polygon, longitude: number, latitude: number): boolean {
  return [-360, 0, 360].some((turn) => {
    let isInside = false;
    for (let index = 1; index < ring.length; index += 1) {
      const [x1 = 0, y1 = 0] = ring[index - 1] ?? [];
      const [x2 = 0, y2 = 0] = ring[index] ?? [];
      if (y1 > latitude === y2 > latitude) continue;
      if (longitude + turn < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
    }
    return isInside;
  });
}

/** The share of an area that polygons cover, by points that are spread evenly by area (longitude and sine of latitude). */
function sampledShare(random: SeededRandom, area: Polygon, covers: readonly Polygon[]): number {
  const [ring = []] = area.coordinates;
  const longitudes = ring.map(([longitude = 0]) => longitude);
  const sines = ring.map(([, latitude = 0]) => Math.sin((latitude * Math.PI) / 180));
  const between = (values: readonly number[]) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return low + random.next() * (high - low);
  };
  let inside = 0;
  let covered = 0;
  for (let count = 0; count < 12_000; count += 1) {
    const [longitude, latitude] = [between(longitudes), (Math.asin(between(sines)) * 180) / Math.PI];
    if (!contains(area, longitude, latitude)) continue;
    inside += 1;
    if (covers.some((cover) => contains(cover, longitude, latitude))) covered += 1;
  }
  return covered / inside;
}

describe('which images show an area, and how much of it', () => {
  it('agrees with an independent count of points, alone and together', () => {
    const random = seededRandom(13);
    for (let round = 0; round < 60; round += 1) {
      const [longitude, latitude] = [random.pick([0, 121, 179.5, -179.8]), random.between(-60, 70)];
      const outline = tilted(random, longitude, latitude, 2);
      const covers = Array.from({ length: random.between(1, 4) }, () =>
        tilted(random, longitude + random.next() * 4 - 2, latitude + random.next() * 4 - 2, 1.5),
      );
      const area = areaOf(outline);
      const regions = covers.map((cover) => toRegion([cover]));
      expect(shareImaged(area, regions)).toBeCloseTo(sampledShare(random, outline, covers), 1.3);
      for (const region of regions) {
        expect(isImaged(area, [region])).toBe(shareImaged(area, [region]) > 0);
      }
    }
  });

  it('measures rectangles exactly, also over the antimeridian', () => {
    const area = areaOf(rectangle(178, 10, 182, 12));
    const half = toRegion([rectangle(-180, 10, -178, 12)]);
    expect(shareImaged(area, [half])).toBeCloseTo(0.5, 9);
    expect(shareImaged(area, [half, toRegion([rectangle(170, 0, 180, 20)])])).toBeCloseTo(1, 9);
    expect(shareImaged(area, [toRegion([rectangle(182, 10, 190, 12)])])).toBe(0);
    expect(shareImaged(area, [])).toBe(0);
  });

  it('finds an image that is small beside the area', () => {
    const area = areaOf(rectangle(-80, -80, 80, 80));
    const small = toRegion([rectangle(10, 50.111, 10.2, 50.121)]);
    expect(isImaged(area, [small])).toBe(true);
    expect(shareImaged(area, [small])).toBeGreaterThan(0);
  });

  it('gives an outline of many corners the same share as one of few', () => {
    const image = toRegion([rectangle(120, 30, 121, 40)]);
    const [few, many] = [64, 2000].map((corners) => areaOf(circlePolygon([121, 35], 50_000, corners)));
    if (!few || !many) throw new Error('There are two areas.');
    expect(many.strips).not.toBeNull();
    expect(few.strips).toBeNull();
    expect(shareImaged(many, [image])).toBeCloseTo(shareImaged(few, [image]), 2);
    expect(shareImaged(many, [image])).toBeCloseTo(0.5, 2);
  });

  it('counts a look for each analytic that was run, and none without a footprint', () => {
    const area = areaOf(rectangle(0, 0, 2, 2));
    const imagings = [
      imaging('all', rectangle(-1, -1, 3, 3), 'SPEX', 'CarCounting'),
      imaging('half', rectangle(0, 0, 1, 2), 'SPEX'),
      imaging('unknown', null, 'SPEX'),
      imaging('elsewhere', rectangle(5, 5, 6, 6), 'SPEX'),
    ];
    const named = (analytic: string | null) =>
      findImagings(area, imagings, analytic).map(({ imaging: { name }, share }) => [
        name,
        Math.round(100 * share),
      ]);
    expect(named('SPEX')).toEqual([
      ['all', 100],
      ['half', 50],
    ]);
    expect(named('CarCounting')).toEqual([['all', 100]]);
    expect(named('LargeVesselDetection')).toEqual([]);
    expect(named(null)).toEqual(named('SPEX'));
  });
});
