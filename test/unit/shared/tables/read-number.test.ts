import { expect, test } from 'vitest';
import { readNumber } from '../../../../shared/tables/read-number.ts';

test.each([
  ['12.5', false, 12.5],
  ['-0.5', false, -0.5],
  ['−12', false, -12],
  ['1e3', false, 1000],
  ['12,5', true, 12.5],
  ['12,5', false, Number.NaN],
  ['1,234,567', false, 1234567],
  ['1,234.5', false, 1234.5],
  ['1.234,5', true, 1234.5],
  ['1 234,5', true, 1234.5],
  ["1'234.5", false, 1234.5],
  // One comma or point with three digits may be a decimal one, or of thousands.
  ['1,234', false, Number.NaN],
  ['1.234', true, 1.234],
  ['', false, Number.NaN],
  ['12 kn', false, Number.NaN],
])('%s, with decimal commas %s, is %d', (text, isDecimalComma, expected) => {
  expect(readNumber(text, isDecimalComma)).toBe(expected);
});
