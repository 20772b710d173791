import { expect, test } from 'vitest';
import { formatAreaIn, formatLength } from '../../../../renderer/ui/length-unit.ts';

test('lengths and areas are shown in the unit that is chosen', () => {
  expect(formatLength(1852, 'nm')).toBe('1.00 nm');
  expect(formatLength(1852, 'km')).toBe('1.85 km');
  expect(formatLength(500, 'km')).toBe('500 m');
  expect(formatLength(500, 'nm')).toBe('0.270 nm');
  expect(formatLength(1_609_344, 'mi')).toBe('1,000 mi');
  expect(formatLength(250_000, 'mi')).toBe('155.3 mi');
  expect(formatAreaIn(1852 ** 2 * 12, 'nm')).toBe('12.0 nm²');
  expect(formatAreaIn(2.5e6, 'km')).toBe('2.50 km²');
  expect(formatAreaIn(2_589_988.110336, 'mi')).toBe('1.00 mi²');
});
