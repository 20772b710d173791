import { expect, test } from 'vitest';
import { numberRangeOf, withNumberRange } from '../../../../shared/results/filter-by-value.ts';

test('bounds are conditions of the expression, also those that were typed', () => {
  const typed = { expression: 'length >= 200 and sensor = "X36" and length <= 300' };
  expect(numberRangeOf(typed, 'length')).toEqual({ min: 200, max: 300 });
  expect(numberRangeOf(typed, 'width')).toEqual({ min: undefined, max: undefined });
  expect(withNumberRange(typed, 'length', { min: 250, max: undefined })).toEqual({
    expression: 'sensor = "X36" and length >= 250',
  });
  expect(withNumberRange({ analytics: ['A'] }, 'property:Depth (m)', { min: undefined, max: 4 })).toEqual({
    analytics: ['A'],
    expression: '`Depth (m)` <= 4',
  });
  expect(
    withNumberRange({ expression: 'length >= 200' }, 'length', { min: undefined, max: undefined }),
  ).toEqual({});
});

test('a condition in an alternative bounds nothing, and stays', () => {
  const typed = { expression: 'length >= 200 or width >= 30' };
  expect(numberRangeOf(typed, 'length')).toEqual({ min: undefined, max: undefined });
  expect(withNumberRange(typed, 'length', { min: 100, max: undefined })).toEqual({
    expression: '(length >= 200 or width >= 30) and length >= 100',
  });
});
