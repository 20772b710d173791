import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { circlePolygon } from '../../../../shared/geo/geodesic.ts';
import { toRegion } from '../../../../shared/geo/region.ts';
import {
  isImaged,
  type MeasuredArea,
  shareImaged,
  toMeasuredArea,
} from '../../../../shared/imaging/imaged-area.ts';
import { rectangle } from '../../../builders/positions.ts';
import { type SeededRandom, seededRandom } from '../../../builders/seeded-random.ts';
import { containsByRay, tiltedPolygon } from '../../../builders/tilted-polygon.ts';

const areaOf = (polygon: Polygon): MeasuredArea => toMeasuredArea(toRegion([polygon]));
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
    if (!containsByRay(area, longitude, latitude)) continue;
    inside += 1;
    if (covers.some((cover) => containsByRay(cover, longitude, latitude))) covered += 1;
  }
  return covered / inside;
}

describe('which images show an area, and how much of it', () => {
  it('agrees with an independent count of points, alone and together', () => {
    const random = seededRandom(13);
    for (let round = 0; round < 60; round += 1) {
      const [longitude, latitude] = [random.pick([0, 121, 179.5, -179.8]), random.between(-60, 70)];
      const outline = tiltedPolygon(random, longitude, latitude, 2);
      const covers = Array.from({ length: random.between(1, 4) }, () =>
        tiltedPolygon(random, longitude + random.next() * 4 - 2, latitude + random.next() * 4 - 2, 1.5),
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

  it('finds an image that is small next to the area', () => {
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
});
