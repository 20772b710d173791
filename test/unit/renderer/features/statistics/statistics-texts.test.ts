import { expect, test } from 'vitest';
import {
  distributionBars,
  groupBars,
  passBars,
  ratePerPass,
} from '../../../../../renderer/features/statistics/statistics-bars.ts';
import { statisticsCsv } from '../../../../../renderer/features/statistics/statistics-controls.tsx';
import { topicChoices } from '../../../../../renderer/features/statistics/statistics-topics.ts';
import { topicOfField } from '../../../../../renderer/stores/statistics-topic.ts';
import type { Pass } from '../../../../../shared/passes/pass.ts';
import type { Distribution } from '../../../../../shared/results/statistics.ts';

const distribution: Distribution = {
  count: 3,
  notFetched: 0,
  missing: 1,
  min: 0,
  max: 10,
  mean: 5,
  standardDeviation: 4,
  median: 5,
  p05: 0,
  p95: 10,
  bins: [
    { from: 0, to: 5, count: 1 },
    { from: 5, to: 10, count: 2 },
  ],
};

test('a bar of a group filters by it', () => {
  const bars = groupBars('analytic', [{ key: 'SmallVesselDetection', count: 2 }], null, 'dark');
  expect(bars[0]).toMatchObject({ label: 'Small vessel', count: 2, total: null, color: '#e2a037' });
  expect(bars[0]?.filter({ text: 'x' })).toEqual({ text: 'x', analytics: ['SmallVesselDetection'] });
});

test('a pass is a bar with its time, place and sensor, also one without a match, and one that is not known', () => {
  const pass = {
    key: 'a',
    startedAt: Date.parse('2026-11-18T03:12:45Z'),
    place: 'Busan',
    sensorName: 'ICEYE-X7',
    detections: 3,
    allDetections: 5,
    detectionsElsewhere: 0,
    hasAllFeatures: true,
  } as Pass;
  const bars = passBars(
    [
      pass,
      { ...pass, key: 'b', detections: 0, place: null },
      { ...pass, key: 'c', detections: 0, allDetections: 0, hasAllFeatures: false },
    ],
    true,
  );
  expect(bars.map(({ passKey, label, count, total }) => [passKey, label, count, total])).toEqual([
    ['a', '2026-11-18 03:12:45Z · Busan · ICEYE-X7', 3, 5],
    ['b', '2026-11-18 03:12:45Z · ICEYE-X7', 0, 5],
    ['c', '2026-11-18 03:12:45Z · Busan · ICEYE-X7 · detections not fetched', 0, 0],
  ]);
});

test('the group without a value is the last, however large it is', () => {
  const groups = [
    { key: null, count: 9 },
    { key: 'Busan Port', count: 3 },
    { key: 'Ulsan', count: 1 },
  ];
  const labels = groupBars('place', groups, null, 'dark').map(({ label }) => label);
  expect(labels).toEqual(['Busan Port', 'Ulsan', 'No named port within 25 nm']);
});

test('the busiest place is the one with most detections per pass that shows it, not in all', () => {
  const groups = [
    { key: 'Busan', count: 300 },
    { key: null, count: 250 },
    { key: 'Ulsan', count: 100 },
    { key: 'Masan', count: 5 },
  ];
  const bars = groupBars('place', groups, null, 'dark', { Busan: 30, Ulsan: 2 });
  expect(bars.map(({ label }) => label)).toEqual(['Ulsan', 'Busan', 'Masan', 'No named port within 25 nm']);
  expect(bars.map(ratePerPass)).toEqual([50, 10, null, null]);
  expect(statisticsCsv('Place', bars).split('\r\n').slice(0, 3)).toEqual([
    'Place,Detections,Passes',
    'Ulsan,100,2',
    'Busan,300,30',
  ]);
});

test('a bar of a day filters by the whole day, one of what is missing by that', () => {
  const [day, none] = groupBars(
    'day',
    [
      { key: '2026-11-18', count: 2 },
      { key: null, count: 1 },
    ],
    null,
    'dark',
  );
  expect(day?.filter({})).toEqual({
    collectedFrom: Date.UTC(2026, 10, 18),
    collectedTo: Date.UTC(2026, 10, 19),
  });
  expect(none?.filter({})).toEqual({ expression: 'collected is empty' });
});

test('what was not fetched has a bar of its own, and each filters by its own detections', () => {
  const groups = [
    { key: null, count: 2 },
    { key: null, count: 1, isNotFetched: true },
  ] as const;
  const [absent, notFetched] = groupBars('polarization', groups, groups, 'dark');
  expect([absent?.label, absent?.total]).toEqual(['No polarization', 2]);
  expect([notFetched?.label, notFetched?.total]).toEqual(['Not fetched', 1]);
  expect(absent?.key).not.toBe(notFetched?.key);
  expect(absent?.filter({})).toEqual({
    expression: 'polarization is empty and not not_fetched contains "polarization"',
  });
  expect(notFetched?.filter({})).toEqual({
    expression: 'polarization is empty and not_fetched contains "polarization"',
  });
});

test('a day that was not fetched is a bar of its own, too', () => {
  const groups = [
    { key: '2026-11-18', count: 2 },
    { key: null, count: 1 },
    { key: null, count: 4, isNotFetched: true },
  ] as const;
  const bars = groupBars('day', groups, groups, 'dark');
  expect(bars.map(({ label }) => label)).toEqual(['2026-11-18', 'No time', 'Not fetched']);
  expect(bars[2]?.filter({})).toEqual({
    expression: 'collected is empty and not_fetched contains "collected"',
  });
});

test('groups know what they are a part of', () => {
  const all = [
    { key: 'A', count: 10 },
    { key: null, count: 4 },
  ];
  const bars = groupBars(
    'sensor',
    [
      { key: 'A', count: 3 },
      { key: null, count: 4 },
    ],
    all,
    'dark',
  );
  expect(bars.map(({ label, count, total }) => [label, count, total])).toEqual([
    ['A', 3, 10],
    ['No sensor', 4, 4],
  ]);
});

test('a bin filters by its bounds, the last one with its end', () => {
  const [first, last] = distributionBars('property:length_m', distribution);
  expect(first?.filter({}).expression).toBe('length_m >= 0 and length_m < 5');
  expect(last?.filter({ expression: 'a = 1' }).expression).toBe('a = 1 and length_m >= 5 and length_m <= 10');
});

test('numbers are copied as CSV that no spreadsheet reads as formulas', () => {
  const bars = groupBars(
    'sensor',
    [
      { key: '=1+1', count: 1 },
      { key: 'say "hi", all', count: 2 },
      { key: '-5', count: 3 },
    ],
    null,
    'dark',
  );
  expect(statisticsCsv('Sensor', bars, [{ label: 'Mean', value: '-1.5' }])).toBe(
    'Sensor,Detections\r\n\'=1+1,1\r\n"say ""hi"", all",2\r\n-5,3\r\nMean,-1.5',
  );
});

test('every group and every numeric property can be looked at', () => {
  const keys = topicChoices(
    [
      { name: 'length_m', type: 'number', count: 2 },
      { name: 'vesselClass', type: 'text', count: 2 },
    ],
    [],
  ).map(({ key }) => key);
  const groups = keys.slice(0, keys.indexOf('day') + 1);
  expect(groups).toEqual(
    expect.arrayContaining(['analytic', 'place', 'polarization', 'qc_status', 'verdict']),
  );
  expect(groups).not.toContain('vendor_id');
  expect(keys.slice(groups.length)).toEqual([
    'confidence',
    'length',
    'width',
    'heading',
    'speed',
    'area',
    'class_share',
    'incidence',
    'azimuth',
    'generation_latency',
    'upload_latency',
    'fetch_latency',
    'ais_distance',
    'property:length_m',
  ]);
  expect(topicOfField('collected', false)).toEqual({ kind: 'groups', by: 'day' });
  expect(topicOfField('property:vesselClass', false)).toBeNull();
});
