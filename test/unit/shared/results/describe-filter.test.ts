import { expect, test } from 'vitest';
import { describeFilter } from '../../../../shared/results/describe-filter.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { positions } from '../../../builders/positions.ts';

const texts = (filter: DetectionFilter) => describeFilter(filter).map(({ text }) => text);

test('no restriction has no chip', () => {
  expect(describeFilter({})).toEqual([]);
});

test('each restriction has a chip that knows its members', () => {
  const parts = describeFilter({
    text: 'ICEYE',
    analytics: ['SmallVesselDetection'],
    places: ['Busan', 'Ulsan'],
    collectedFrom: Date.UTC(2026, 10, 1),
    collectedTo: Date.UTC(2026, 10, 20, 8, 30),
    minConfidence: 0.5,
    ids: [4, 7],
  });
  expect(parts).toEqual([
    { text: '“ICEYE”', members: ['text'] },
    { text: 'Small vessel', members: ['analytics'] },
    { text: 'near Busan, Ulsan', members: ['places'] },
    { text: 'collected 2026-11-01 → 2026-11-20 08:30', members: ['collectedFrom', 'collectedTo'] },
    { text: 'confidence ≥ 0.5', members: ['minConfidence'] },
    { text: 'a list of 2 detections', members: ['ids'] },
  ]);
});

test('an area and a fetch are named where their names are known', () => {
  const within = [positions('1 1, 2 1, 2 2')] as [number, number][][];
  const named = describeFilter({ within, fetchId: 'a' }, { area: 'Busan', fetch: 'East Asia · vessels' });
  expect(named.map(({ text }) => text)).toEqual(['inside Busan', 'returned by East Asia · vessels']);
  expect(texts({ within, fetchId: 'a' })).toEqual(['inside an outline', 'of a fetch']);
});

test('long lists are counted, and an empty list states that nothing passes', () => {
  expect(texts({ regions: ['A', 'B', 'C'] })).toEqual(['3 regions']);
  expect(texts({ regions: ['A', 'B'] })).toEqual(['A, B']);
  expect(texts({ analytics: [] })).toEqual(['no analytic']);
});

test('as a whole, no list and no identifier is shortened', () => {
  const recordId = '00000000-0000-4000-8000-000000000001';
  const filter = {
    regions: ['A', 'B', 'C'],
    sensors: ['S1', 'S2', 'S3'],
    places: ['X', 'Y', 'Z'],
    recordId,
    searchId: 's',
  };
  const whole = describeFilter(filter, { search: 'Ships' }, true).map(({ text }) => text);
  expect(whole).toEqual([
    'near X, Y, Z',
    'A, B, C',
    'S1, S2, S3',
    `record ${recordId}`,
    'from the saved search “Ships”',
  ]);
});

test('half-open ranges are described by the bound that they have', () => {
  expect(texts({ collectedFrom: 0 })).toEqual(['collected from 1970-01-01']);
  expect(texts({ collectedTo: Date.UTC(2026, 0, 2) })).toEqual(['collected before 2026-01-02']);
});

test.each([
  [
    [128.5, 34.5, 129.123456789, 35.5],
    'in the extent west 128.5°, south 34.5°, east 129.12346°, north 35.5°',
  ],
  [[170, -10, -170, 10], 'in the extent west 170°, south -10°, east -170°, north 10°'],
] as const)('states the coordinates of the box %j', ([west, south, east, north], text) => {
  expect(texts({ boundingBox: [west, south, east, north] })).toEqual([text]);
});

test('times of an expression are those that are shown everywhere, and texts in quotes stay', () => {
  const text = 'collected > 2026-11-28T15:01:57.000Z and uploaded < 2026-11-28T15:01:57.25Z';
  const quoted = `${text} and note = "seen 2026-11-28T15:01:57.000Z"`;
  expect(texts({ expression: quoted })).toEqual([
    'collected > 2026-11-28 15:01:57Z and uploaded < 2026-11-28 15:01:57Z and note = "seen 2026-11-28T15:01:57.000Z"',
  ]);
  expect(texts({ expression: `${text} and not inside("Land")` })[0]).toBe(
    'collected > 2026-11-28 15:01:57Z and uploaded < 2026-11-28 15:01:57Z',
  );
});

test.each([
  ['length >= 200', 'length ≥ 200 m'],
  ['length >= 100 and length < 200', 'length ≥ 100 m and length < 200 m'],
  ['confidence > 0.5', 'confidence > 0.5'],
  ['length_m > 3', 'length_m > 3'],
  ['length >= 200 or confidence > 0.5', 'length >= 200 or confidence > 0.5'],
  ['length = 200', 'length = 200'],
])('an expression of comparisons of built-in fields is stated with units: %s', (expression, text) => {
  expect(describeFilter({ expression }).map((part) => part.text)).toEqual([text]);
});
