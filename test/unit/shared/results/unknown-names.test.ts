import { expect, test } from 'vitest';
import { findUnknownNames, listKnownNames, toKnownName } from '../../../../shared/results/unknown-names.ts';

const known = listKnownNames({ regions: ['North Sea', 'East Asia'], analytics: ['WakeDetection'] });

test('known names are those of the documents and those that were returned, once each', () => {
  expect(known.regions).toEqual(['East Asia', 'Eastern Europe', 'North Sea']);
  expect(known.analytics).toContain('WakeDetection');
  expect(listKnownNames().regions).toEqual(['East Asia', 'Eastern Europe']);
});

test('each unknown name of a search is a problem of its field that has the known ones', () => {
  expect(findUnknownNames({ regions: ['East', 'North Sea'], analytics: ['Wakes'] }, known)).toEqual([
    {
      field: 'regions',
      value: 'East',
      message:
        '“East” is not among the 3 regions that the service documents or has returned (East Asia, Eastern Europe, North Sea).',
    },
    {
      field: 'analytics',
      value: 'Wakes',
      message: '“Wakes” is not among the 9 analytics that the service documents or has returned.',
    },
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
