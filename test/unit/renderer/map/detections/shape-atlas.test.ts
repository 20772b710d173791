import { expect, test } from 'vitest';
import {
  atlasCell,
  atlasReach,
  createShapeAtlas,
} from '../../../../../renderer/map/detections/shape-atlas.ts';
import { type ShapeName, shapeNames, shapeReach } from '../../../../../shared/results/symbol-shapes.ts';

const atlas = createShapeAtlas();

/** Whether a place, in CSS pixels from the middle of a shape, is inside of it. */
function isInside(name: ShapeName, x: number, y: number): boolean {
  const texel = (pixels: number) => Math.floor(((pixels + atlasReach) / (2 * atlasReach)) * atlasCell);
  const column = shapeNames.indexOf(name) * atlasCell + texel(x);
  return (atlas[texel(y) * atlasCell * shapeNames.length + column] as number) > 127;
}

test('a hull is pointed in front, a hollow one has a hole, a barred triangle a gap', () => {
  expect(isInside('hull', 0, 0)).toBe(true);
  expect(isInside('hull', 0, -7.5)).toBe(true);
  expect(isInside('hull', 2.8, -7.5)).toBe(false);
  expect(isInside('hull', 2.8, 7.3)).toBe(true);
  expect(isInside('hollow-hull', 0, 1)).toBe(false);
  expect(isInside('hollow-hull', 2.8, 1)).toBe(true);
  expect(isInside('barred-triangle', 0, -5.5)).toBe(true);
  expect(isInside('barred-triangle', 0, -3.8)).toBe(false);
  expect(isInside('barred-triangle', 0, 0)).toBe(true);
});

test('every shape fits into its cell with its casing', () => {
  for (const name of shapeNames) expect(shapeReach(name)).toBeLessThan(atlasReach - 1.2);
});
