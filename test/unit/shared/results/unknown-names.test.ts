import { expect, test } from 'vitest';
import { findUnknownNames, listKnownNames, toKnownName } from '../../../../shared/results/unknown-names.ts';

const known = listKnownNames({
  regions: ['North Sea', 'East Asia'],
  byAnalytic: [{ analytic: 'WakeDetection', count: 3 }],
});

test('known names are those of the documents and of the workspace, once each', () => {
  expect(known.regions).toEqual(['East Asia', 'Eastern Europe', 'North Sea']);
  expect(known.analytics).toContain('WakeDetection');
  expect(listKnownNames(null).regions).toEqual(['East Asia', 'Eastern Europe']);
});

test('each unknown name of a search is a problem of its field that has the known ones', () => {
  expect(findUnknownNames({ regions: ['East', 'North Sea'], analytics: ['Wakes'] }, known)).toEqual([
    {
      field: 'regions',
      value: 'East',
      message: '“East” is not among the 3 known regions (East Asia, Eastern Europe, North Sea).',
    },
    { field: 'analytics', value: 'Wakes', message: '“Wakes” is not among the 9 known analytics.' },
  ]);
});

test.each([
  ['east asia', 'East Asia'],
  [' EAST ASIA ', 'East Asia'],
  ['East', 'East'],
])('%j typed is the name %j', (typed, name) => {
  expect(toKnownName(typed, known.regions)).toBe(name);
});

test('a name in another Unicode normalization is the known one', () => {
  expect(toKnownName('Ro\u0308dby', ['Rödby'])).toBe('Rödby');
});
