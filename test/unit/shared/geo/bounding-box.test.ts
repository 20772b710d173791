import { expect, test } from 'vitest';
import { boundingBoxSchema } from '../../../../shared/geo/geometry.ts';
import { toSpans } from '../../../../shared/geo/longitude-spans.ts';

test.each([
  [
    [10, 50, 11, 51],
    [10, 50, 11, 51],
  ],
  [
    [170, -10, -170, 10],
    [170, -10, -170, 10],
  ],
  [
    [170, -10, 190, 10],
    [170, -10, -170, 10],
  ],
  [
    [190, -10, 200, 10],
    [-170, -10, -160, 10],
  ],
  [
    [-190, -10, -170, 10],
    [170, -10, -170, 10],
  ],
  [
    [170, -10, 180, 10],
    [170, -10, 180, 10],
  ],
  [
    [180, -10, 190, 10],
    [-180, -10, -170, 10],
  ],
  [
    [-190, -10, -180, 10],
    [170, -10, 180, 10],
  ],
  [
    [0, -10, 360, 10],
    [-180, -10, 180, 10],
  ],
  [
    [-180, -90, 180, 90],
    [-180, -90, 180, 90],
  ],
  [
    [-200, -10, 200, 10],
    [-180, -10, 180, 10],
  ],
  [
    [340, -10, 380, 10],
    [-20, -10, 20, 10],
  ],
])('the box %j is %j', (given, expected) => {
  expect(boundingBoxSchema.parse(given)).toEqual(expected);
});

test('a box from west to east covers the same longitudes when it is parsed, wherever it begins', () => {
  for (let west = -360; west <= 360; west += 15) {
    for (let width = 15; width <= 405; width += 15) {
      const [start, , end] = boundingBoxSchema.parse([west, 0, west + width, 1]);
      const parsed = start <= end ? toSpans(start, end) : toSpans(start, end + 360);
      const total = (spans: readonly (readonly [number, number])[]) =>
        spans.map(([from, to]) => [from === 180 ? -180 : from, to]).filter(([from = 0, to = 0]) => to > from);
      expect(total(parsed), `${west} to ${west + width}`).toEqual(total(toSpans(west, west + width)));
    }
  }
});
