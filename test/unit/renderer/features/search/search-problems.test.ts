import { expect, test } from 'vitest';
import { problemOf, remainingFailure } from '../../../../../renderer/features/search/search-problems.ts';
import type { Failure } from '../../../../../shared/result.ts';

const failure: Failure = {
  code: 'invalid-input',
  message: 'Not so.',
  problems: [
    { field: 'regions.1', value: '', message: 'Name a region.' },
    { field: 'sort.field', value: 'a b', message: 'No such path.' },
    { field: 'collectedAfter', value: 'noon', message: '“noon” is not a time.' },
  ],
};

test('a problem is shown at the field of its path, with its value once', () => {
  expect(problemOf(failure, 'regions')).toBe('Name a region.');
  expect(problemOf(failure, 'sortField')).toBe('“a b”: No such path.');
  expect(problemOf(failure, 'collectedAfter')).toBe('“noon” is not a time.');
  expect(problemOf(failure, 'pageSize')).toBeUndefined();
  expect(problemOf(null, 'regions')).toBeUndefined();
});

test('only problems without a field remain to be shown', () => {
  expect(remainingFailure(failure)).toBeNull();
  expect(remainingFailure(null)).toBeNull();
  expect(remainingFailure({ code: 'disk', message: 'Full.' })).toEqual({
    code: 'disk',
    message: 'Full.',
    problems: [],
  });
  const stray = { field: 'elsewhere', value: 'x', message: 'Odd.' };
  expect(remainingFailure({ ...failure, problems: [...(failure.problems ?? []), stray] })?.problems).toEqual([
    stray,
  ]);
});
