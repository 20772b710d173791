import { describe, expect, test } from 'vitest';
import { isInBox } from '../../../../../renderer/map/detections/detection-filter.ts';
import { unitsToClip } from '../../../../../renderer/map/detections/detection-uniforms.ts';
import { fromFeedPosition, toFeedPosition } from '../../../../../renderer/map/detections/paint-view.ts';
import {
  boxAround,
  pixelOffset,
  positionAtOffset,
  worldCopiesInView,
} from '../../../../../renderer/map/detections/view-box.ts';
import { packX, packY } from '../../../../../shared/results/detection-feed.ts';
import { sequence } from '../../../../builders/detection-feed.ts';

const world = 2 ** 32;
const view = {
  width: 800,
  height: 600,
  pixelRatio: 1,
  centerX: packX(120),
  centerY: packY(30),
  unitsPerPixel: world / 256 / 2 ** 5,
  rotation: 0,
  sizeRadii: [2, 8] as const,
  showsShapes: false,
  radius: 4,
};

describe('pixelOffset', () => {
  test('uses the copy of the world nearest to the center', () => {
    const atEdge = { ...view, centerX: packX(179.9) };
    const [right] = pixelOffset(atEdge, packX(-179.9), view.centerY);
    expect(right).toBeCloseTo(((0.2 / 360) * world) / view.unitsPerPixel, 3);
    const onNextCopy = { ...view, centerX: packX(-179.9) + world };
    expect(pixelOffset(onNextCopy, packX(179.9), view.centerY)[0]).toBeCloseTo(-right, 3);
  });

  test('rotates clockwise with the view', () => {
    const turned = { ...view, rotation: Math.PI / 2 };
    const [right, down] = pixelOffset(turned, view.centerX + 10 * view.unitsPerPixel, view.centerY);
    expect(right).toBeCloseTo(0);
    expect(down).toBeCloseTo(10);
  });

  test('agrees with the matrix of the shader and with its inverse', () => {
    const next = sequence(3);
    for (let round = 0; round < 50; round++) {
      const any = { ...view, rotation: next() * 7 - 3.5 };
      const dx = (next() - 0.5) * 700 * view.unitsPerPixel;
      const dy = (next() - 0.5) * 500 * view.unitsPerPixel;
      const [right, down] = pixelOffset(any, view.centerX + dx, view.centerY + dy);
      const [a = 0, b = 0, c = 0, d = 0] = unitsToClip(any);
      expect(((a * dx + c * dy) * any.width) / 2).toBeCloseTo(right, 2);
      expect((-(b * dx + d * dy) * any.height) / 2).toBeCloseTo(down, 2);
      const [x, y] = positionAtOffset(any, right, down);
      expect(x).toBeCloseTo(view.centerX + dx, 2);
      expect(y).toBeCloseTo(view.centerY + dy, 2);
    }
  });
});

describe('worldParts', () => {
  test('one copy in a narrow view, whose box crosses the antimeridian with it', () => {
    const [part, ...others] = worldCopiesInView({ ...view, centerX: packX(179.9) }, 0);
    expect(others).toEqual([]);
    expect(part?.offset).toBeCloseTo(0);
    expect(part && part.box.west > part.box.east).toBe(true);
    expect(part && isInBox(part.box, packX(-179), view.centerY)).toBe(true);
    expect(part && isInBox(part.box, packX(0), view.centerY)).toBe(false);
  });

  test('three copies when the view is wider than the world, the middle one whole', () => {
    const parts = worldCopiesInView({ ...view, unitsPerPixel: world / 512 }, 0);
    expect(parts.map(({ offset }) => offset)).toEqual([-world, 0, world]);
    expect(parts[1]?.box).toMatchObject({ west: 0, east: world - 1 });
    const seen = parts[2]?.box;
    expect(seen && isInBox(seen, packX(-60 + 5), view.centerY)).toBe(true);
    expect(seen && isInBox(seen, packX(120), view.centerY)).toBe(false);
  });

  test('every point of a rotated view is in the box', () => {
    const turned = { ...view, rotation: 0.6 };
    const [part] = worldCopiesInView(turned, 0);
    for (const [right, down] of [
      [-400, -300],
      [400, -300],
      [400, 300],
      [-400, 300],
    ] as const) {
      const [x, y] = positionAtOffset(turned, right, down);
      expect(part && isInBox(part.box, Math.round(x), Math.round(y))).toBe(true);
    }
  });

  test('nothing beyond the poles', () => {
    expect(worldCopiesInView({ ...view, centerY: -world }, 0)).toEqual([]);
    expect(boxAround(0, -10, 5)).toBeNull();
  });
});

test('boxAround wraps at the antimeridian', () => {
  expect(boxAround(2, 100, 5)).toEqual({ west: world - 3, east: 7, north: 95, south: 105 });
});

test('feed positions are EPSG:3857 in other units', () => {
  expect(toFeedPosition([0, 0])[0]).toBeCloseTo(world / 2, 4);
  expect(toFeedPosition([0, 0])[1]).toBeCloseTo(world / 2, 4);
  const [x, y] = fromFeedPosition(...toFeedPosition([13_880_000.25, -4_200_000.5]));
  expect(x).toBeCloseTo(13_880_000.25, 4);
  expect(y).toBeCloseTo(-4_200_000.5, 4);
});
