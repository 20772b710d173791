import { describe, expect, test } from 'vitest';
import { chipExtent, unscaledChipPixels } from '../../../../../renderer/map/chip-layer.ts';
import { handlesOf, moveHandle, removeVertex } from '../../../../../renderer/map/drawing/edit-tool.ts';
import { normalizeShape, shapeNear } from '../../../../../renderer/map/drawing/normalize-shape.ts';
import { shapeProblem } from '../../../../../renderer/map/drawing/shape-problem.ts';
import { lineToSensor } from '../../../../../renderer/map/focused-footprint-layer.ts';
import { scaleDenominator } from '../../../../../renderer/map/scale-denominator.ts';
import type { AreaShape } from '../../../../../shared/areas/area.ts';
import { distanceMetres } from '../../../../../shared/geo/geodesic.ts';
import { positions } from '../../../../builders/positions.ts';

function polygon(...corners: [number, number][]): AreaShape {
  const [first = [0, 0]] = corners;
  return { kind: 'polygon', polygon: { type: 'Polygon', coordinates: [[...corners, first]] } };
}

const square = polygon([0, 0], [10, 0], [10, 10], [0, 10]);
const circle: AreaShape = { kind: 'circle', center: [20, 30], radiusMetres: 50_000 };

function outline(shape: AreaShape | null): readonly (readonly number[])[] {
  return shape?.kind === 'polygon' ? (shape.polygon.coordinates[0] ?? []) : [];
}

describe('handles', () => {
  test('a polygon has its corners and the middles of its sides', () => {
    const handles = handlesOf(square);
    expect(handles.filter(({ handle }) => handle.kind === 'vertex')).toHaveLength(4);
    const middles = handles.filter(({ handle }) => handle.kind === 'midpoint');
    expect(middles.map(({ position }) => position)).toEqual(positions('5 0, 10 5, 5 10, 0 5'));
  });

  test('moving the first corner keeps the ring closed', () => {
    const { shape } = moveHandle(square, { kind: 'vertex', ring: 0, index: 0 }, [-1, -2]);
    expect(outline(shape)[0]).toEqual([-1, -2]);
    expect(outline(shape).at(-1)).toEqual([-1, -2]);
    expect(outline(shape)).toHaveLength(5);
  });

  test('a moved middle becomes a corner that can be moved on', () => {
    const last = { kind: 'midpoint', ring: 0, index: 3 } as const;
    const { shape, handle } = moveHandle(square, last, [-3, 5]);
    expect(outline(shape)).toEqual(positions('0 0, 10 0, 10 10, 0 10, -3 5, 0 0'));
    expect(handle).toEqual({ kind: 'vertex', ring: 0, index: 4 });
  });

  test('a corner can be removed while three are left', () => {
    const triangle = removeVertex(square, { kind: 'vertex', ring: 0, index: 0 });
    expect(outline(triangle)).toEqual(positions('10 0, 10 10, 0 10, 10 0'));
    expect(triangle && removeVertex(triangle, { kind: 'vertex', ring: 0, index: 0 })).toBeNull();
    expect(removeVertex(circle, { kind: 'rim' })).toBeNull();
  });

  test('a circle is moved by its center and resized by its rim', () => {
    const [center, rim] = handlesOf(circle);
    expect(center?.position).toEqual([20, 30]);
    expect(rim && distanceMetres([20, 30], rim.position)).toBeCloseTo(50_000, 3);
    const moved = moveHandle(circle, { kind: 'center' }, [21, 31]).shape;
    expect(moved).toEqual({ kind: 'circle', center: [21, 31], radiusMetres: 50_000 });
    const resized = moveHandle(circle, { kind: 'rim' }, [20, 31]).shape;
    expect(resized.kind === 'circle' && resized.radiusMetres).toBeCloseTo(
      distanceMetres([20, 30], [20, 31]),
      6,
    );
  });
});

describe('refusalOf', () => {
  test('accepts valid shapes', () => {
    expect(shapeProblem(square)).toBeNull();
    expect(shapeProblem(circle)).toBeNull();
    expect(shapeProblem(polygon([170, 0], [190, 0], [190, 10], [170, 10]))).toBeNull();
  });

  test('refuses a bow-tie and too high latitudes, but no circle that reaches them', () => {
    expect(shapeProblem(polygon([0, 0], [10, 10], [10, 0], [0, 10]))).toMatch(/cross/);
    expect(shapeProblem(polygon([0, 80], [10, 80], [10, 86], [0, 86]))).toMatch(/85°/);
    expect(shapeProblem({ kind: 'circle', center: [0, 84], radiusMetres: 200_000 })).toBeNull();
    expect(shapeProblem({ kind: 'circle', center: [0, 84], radiusMetres: 3_000_000 })).toBeNull();
    expect(shapeProblem({ kind: 'circle', center: [0, -84], radiusMetres: 50_000 })).toBeNull();
  });
});

describe('copies of the world', () => {
  test('a shape is stored with its western end within ±180', () => {
    const onNextCopy = polygon([530, 0], [550, 0], [550, 10], [530, 10]);
    expect(normalizeShape(onNextCopy)).toEqual(polygon([170, 0], [190, 0], [190, 10], [170, 10]));
    const onPreviousCopy = polygon([-190, 0], [-170, 0], [-170, 10], [-190, 10]);
    expect(normalizeShape(onPreviousCopy)).toEqual(polygon([170, 0], [190, 0], [190, 10], [170, 10]));
    expect(normalizeShape({ ...circle, center: [380, 30] })).toEqual(circle);
  });

  test('a clockwise outline is turned', () => {
    expect(outline(normalizeShape(polygon([0, 0], [0, 10], [10, 10], [10, 0])))[1]).toEqual([10, 0]);
  });

  test('a shape is edited on the copy in view', () => {
    const across = polygon([170, 0], [190, 0], [190, 10], [170, 10]);
    expect(outline(shapeNear(across, -175))[0]).toEqual([-190, 0]);
    expect(shapeNear(across, 175)).toBe(across);
    expect(shapeNear(circle, 365)).toEqual({ ...circle, center: [380, 30] });
  });
});

test('a calibrated chip has its size on the ground at any latitude', () => {
  const size = { width: 500, height: 250 };
  const [minX, minY, maxX, maxY] = chipExtent({ center: [0, 60], metersPerPixel: 2 }, size, 1);
  // cos 60° = 1/2: 1000 m on the ground are 2000 m in Web Mercator.
  expect(maxX - minX).toBeCloseTo(2000, 6);
  expect(maxY - minY).toBeCloseTo(1000, 6);
});

test('a chip without a scale has the same size on the screen at any zoom and latitude', () => {
  for (const [latitude, resolution] of [
    [0, 1],
    [60, 400],
  ] as const) {
    const size = { width: 128, height: 64 };
    const chip = { center: [0, latitude] as const, metersPerPixel: null };
    const [minX, minY, maxX, maxY] = chipExtent(chip, size, resolution);
    expect((maxX - minX) / resolution).toBeCloseTo(unscaledChipPixels, 6);
    expect((maxY - minY) / resolution).toBeCloseTo(unscaledChipPixels / 2, 6);
  }
});

test('the line towards the sensor leaves the reference along the azimuth', () => {
  const footprint = {
    geometry: { type: 'Point' as const, coordinates: [0, 0] },
    reference: [0, 0] as const,
    azimuthAngle: 90,
    squareMetres: 4e8,
  };
  const line = lineToSensor(footprint);
  expect(line?.[0]).toEqual([0, 0]);
  const [longitude = 0, latitude = 1] = line?.at(-1) ?? [];
  expect(latitude).toBeCloseTo(0, 9);
  expect(distanceMetres([0, 0], [longitude, latitude])).toBeCloseTo(10_000, 3);
  expect(lineToSensor({ ...footprint, azimuthAngle: null })).toBeNull();
});

test('the scale is true at the latitude', () => {
  // One metre a pixel at the equator: 96 / 0.0254 pixels a metre.
  expect(scaleDenominator(1, 0)).toBeCloseTo(3779.53, 2);
  expect(scaleDenominator(1, 60)).toBeCloseTo(3779.53 / 2, 2);
});
