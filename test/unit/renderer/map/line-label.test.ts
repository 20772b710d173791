import { expect, it } from 'vitest';
import { lineLabelOffset } from '../../../../renderer/map/line-label.ts';

/** Metres of EPSG:3857 per degree of longitude. */
const metresPerDegree = (Math.PI * 6_378_137) / 180;

it.each([
  ['a long line to the east', [10, 50], [11, 50], metresPerDegree / 100, 6],
  ['a long line to the west', [11, 50], [10, 50], metresPerDegree / 100, -6],
  ['a line of 4 pixels', [10, 50], [11, 50], metresPerDegree / 4, 12],
  ['a line of 4 pixels to the west', [11, 50], [10, 50], metresPerDegree / 4, -12],
  ['a line that ends where it starts', [10, 50], [10, 51], metresPerDegree / 100, 16],
])('the label of %s is next to the ring at its start', (_, start, end, resolution, offset) => {
  expect(lineLabelOffset(start, end, resolution, 16)).toBeCloseTo(offset, 6);
});
