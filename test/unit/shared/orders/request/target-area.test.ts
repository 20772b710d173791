import { describe, expect, test } from 'vitest';
import { geodesicArea } from '../../../../../shared/geo/geodesic.ts';
import { regionContains, toRegion } from '../../../../../shared/geo/region.ts';
import {
  coveredSquareMetres,
  measureTargetArea,
  measureTogether,
  unionRegion,
} from '../../../../../shared/orders/request/target-area.ts';
import { rectangle } from '../../../../builders/positions.ts';

const target = (...corners: [number, number, number, number]) =>
  measureTargetArea({ name: '', shape: { kind: 'polygon', polygon: rectangle(...corners) } });
const sizeOf = (...corners: [number, number, number, number]) => geodesicArea(rectangle(...corners));

describe('coveredSquareMetres', () => {
  test('counts what two areas of the order share once', () => {
    const covered = coveredSquareMetres(
      [target(0, 0, 2, 1), target(1, 0, 3, 1)],
      [toRegion([rectangle(0, 0, 3, 1)])],
    );
    expect(covered / sizeOf(0, 0, 3, 1)).toBeCloseTo(1, 3);
  });

  test('counts what two others share once, and nothing outside of them', () => {
    const others = [toRegion([rectangle(0, 0, 1, 1)]), toRegion([rectangle(0.5, 0, 1.5, 1)])];
    const covered = coveredSquareMetres([target(0, 0, 4, 1), target(1, 0, 5, 1)], others);
    expect(covered / sizeOf(0, 0, 1.5, 1)).toBeCloseTo(1, 3);
    expect(coveredSquareMetres([target(8, 0, 9, 1)], others)).toBe(0);
  });
});

test('a union of regions contains the positions of each, across 180 degrees', () => {
  const region = unionRegion([toRegion([rectangle(179, 0, 181, 1)]), toRegion([rectangle(10, 10, 11, 11)])]);
  for (const [position, isInside] of [
    [[179.5, 0.5], true],
    [[-179.5, 0.5], true],
    [[10.5, 10.5], true],
    [[10.5, 0.5], false],
  ] as const) {
    expect(regionContains(region, position[0], position[1])).toBe(isInside);
  }
});

describe('measureTogether', () => {
  const area = (...corners: [number, number, number, number]) => ({
    name: '',
    shape: { kind: 'polygon' as const, polygon: rectangle(...corners) },
    squareMetres: sizeOf(...corners),
  });

  test('counts overlaps once', () => {
    const { squareMetres, isSum } = measureTogether([area(0, 0, 2, 1), area(1, 0, 3, 1), area(7, 0, 8, 1)]);
    expect(isSum).toBe(false);
    expect(squareMetres / (sizeOf(0, 0, 3, 1) + sizeOf(7, 0, 8, 1))).toBeCloseTo(1, 3);
  });

  test('measures no union of outlines with so many corners that the page would wait', () => {
    const circle = (longitude: number) => ({
      name: '',
      shape: { kind: 'circle' as const, center: [longitude, 0] as [number, number], radiusMetres: 100_000 },
      squareMetres: 1,
    });
    expect(measureTogether(Array.from({ length: 100 }, (_, at) => circle(at / 1_000)))).toEqual({
      squareMetres: 100,
      isSum: true,
    });
  });

  test('states that it is a sum where too many areas meet', () => {
    const many = Array.from({ length: 150 }, () => area(0, 0, 1, 1));
    expect(measureTogether(many)).toEqual({
      squareMetres: expect.closeTo(150 * sizeOf(0, 0, 1, 1)),
      isSum: true,
    });
  });
});
