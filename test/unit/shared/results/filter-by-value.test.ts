import { expect, test } from 'vitest';
import { tracedFields } from '../../../../shared/results/builtin-fields.ts';
import type { DetectionRow, TracedValues } from '../../../../shared/results/detection.ts';
import { cellValue } from '../../../../shared/results/field-value.ts';
import { excludeValue, filterByValue, withCondition } from '../../../../shared/results/filter-by-value.ts';

const noTracedValues = Object.fromEntries(tracedFields.map((field) => [field, null])) as TracedValues;

const row: DetectionRow = {
  id: 7,
  recordId: 'r1',
  analytic: 'SmallVesselDetection',
  region: null,
  longitude: 1,
  latitude: 2,
  collectedAt: '2026-11-18T21:14:07Z',
  uploadedAt: null,
  sensorName: 'ICEYE-X36',
  chipIdentifier: null,
  confidence: 0.9,
  properties: { length_m: 40, tags: ['a'], empty: null },
  traced: { ...noTracedValues, polarization: 'HH' },
  parameters: { threshold: 0.7 },
  fields: 'all',
  review: null,
};

test('a cell has the value of its field', () => {
  expect(cellValue(row, 'property:length_m')).toBe(40);
  expect(cellValue(row, 'property:tags')).toBe('["a"]');
  expect(cellValue(row, 'property:empty')).toBeNull();
  expect(cellValue(row, 'property:toString')).toBeNull();
  expect(cellValue(row, 'verdict')).toBe('unreviewed');
  expect(cellValue(row, 'sensor')).toBe('ICEYE-X36');
  expect(cellValue(row, 'polarization')).toBe('HH');
  expect(cellValue(row, 'incidence')).toBeNull();
  expect(cellValue(row, 'parameter:threshold')).toBe(0.7);
  expect(cellValue(row, 'parameter:toString')).toBeNull();
});

test('a value that the filter has a member for is filtered by it, others by an expression', () => {
  expect(filterByValue({ text: 'x' }, 'sensor', 'ICEYE-X36')).toEqual({ text: 'x', sensors: ['ICEYE-X36'] });
  expect(filterByValue({}, 'property:length_m', 40)).toEqual({ expression: 'length_m = 40' });
  expect(filterByValue({}, 'collected', '2026-11-18T21:14:07Z')).toEqual({
    expression: 'collected = 2026-11-18T21:14:07Z',
  });
  expect(filterByValue({}, 'region', null)).toEqual({ expression: 'region is empty' });
});

test('an excluded value leaves the detections without one', () => {
  expect(excludeValue({}, 'analytic', 'A')).toEqual({ expression: 'not analytic = "A"' });
  expect(excludeValue({}, 'region', null)).toEqual({ expression: 'region is not empty' });
});

test('conditions are joined to the expression that is there, each once', () => {
  const one = filterByValue({ expression: 'a = 1 or b = 2' }, 'property:c', 3);
  expect(one.expression).toBe('(a = 1 or b = 2) and c = 3');
  const two = excludeValue(one, 'property:d', 'x');
  expect(two.expression).toBe('(a = 1 or b = 2) and c = 3 and not d = "x"');
  expect(filterByValue(two, 'property:c', 3)).toBe(two);
});

test('an expression that cannot be read stays, and stays unreadable', () => {
  const filter = withCondition({ expression: 'a >' }, { kind: 'present', field: 'id' });
  expect(filter.expression).toBe('(a >) and id is not empty');
});
