import { describe, expect, test } from 'vitest';
import { type Corner, outlineTest } from '../../../../../renderer/map/detections/detections-queries.ts';
import { sequence } from '../../../../builders/detection-feed.ts';
import { positions } from '../../../../builders/positions.ts';

/** The same rule, edge by edge. */
function isInsideSlowly(corners: readonly Corner[], x: number, y: number): boolean {
  return corners.reduce((inside, [x1, y1], index) => {
    const [x2 = 0, y2 = 0] = corners[(index + 1) % corners.length] ?? [];
    const crosses = y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
    return crosses ? !inside : inside;
  }, false);
}

describe('outlineTest', () => {
  test('agrees with comparing every edge, on outlines that cross themselves, too', () => {
    const next = sequence(3);
    for (const corners of [3, 4, 40, 900]) {
      const outline = Array.from({ length: corners }, (): Corner => [next() * 800 - 400, next() * 600]);
      const isInside = outlineTest(outline);
      for (let point = 0; point < 2000; point++) {
        const [x, y] = [next() * 900 - 450, next() * 700 - 50];
        expect(isInside(x, y)).toBe(isInsideSlowly(outline, x, y));
      }
    }
  });

  test('both loops of a figure of eight are inside, doubly enclosed parts are not', () => {
    const loops = outlineTest(positions('0 0, 10 10, 10 0, 0 10'));
    expect([loops(1, 5), loops(9, 5), loops(5, 1), loops(5, 9)]).toEqual([true, true, false, false]);
  });

  test('nothing is inside of a line', () => {
    expect(outlineTest([[0, 0], [5, 0], [9, 0]])(5, 0)).toBe(false); // biome-ignore format: one line reads better
  });
});
