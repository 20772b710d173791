import { expect, test } from 'vitest';
import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import {
  conditionsOfDetections,
  liftConditions,
} from '../../../../../shared/results/expression/lift-conditions.ts';
import { describeDetectionConditions } from '../../../../../shared/results/filters-single-detections.ts';

const names = ['East Asia', 'EAST ASIA', 'PAZ'];
const find = (_field: string, typed: string) =>
  names.filter((name) => name.toLowerCase() === typed.toLowerCase());
const at = (time: string) => Date.parse(time);

test.each<[DetectionFilter, DetectionFilter]>([
  [{ expression: 'region = "east asia"' }, { regions: ['East Asia', 'EAST ASIA'] }],
  [{ expression: 'region = "east asia"', regions: ['East Asia', 'x'] }, { regions: ['East Asia'] }],
  [{ expression: 'sensor in ("paz") and length_m > 3' }, { sensors: ['PAZ'], expression: 'length_m > 3' }],
  [
    { expression: 'collected > 2026-11-18T10:00:00.000Z', collectedFrom: at('2026-11-20') },
    { collectedFrom: at('2026-11-20') },
  ],
  [
    { expression: 'collected > 2026-11-18T10:00:00.000Z and collected <= 2026-11-18T11:00:00.000Z' },
    { collectedFrom: at('2026-11-18T10:00:00.001Z'), collectedTo: at('2026-11-18T11:00:00.001Z') },
  ],
  // What is not a conjunction of such conditions stays.
  [{ expression: 'region = "x" or sensor = "PAZ"' }, { expression: 'region = "x" or sensor = "PAZ"' }],
  [{ expression: 'not region = "x"' }, { expression: 'not region = "x"' }],
  [{ expression: 'region != "x"' }, { expression: 'region != "x"' }],
  [{ expression: 'no expression (' }, { expression: 'no expression (' }],
  [{ verdicts: ['confirmed'] }, { verdicts: ['confirmed'] }],
])('%j is %j', (filter, lifted) => {
  expect(liftConditions(filter, find)).toEqual(lifted);
});

test('names the conditions that only a detection has', () => {
  expect(conditionsOfDetections('region = "x" and length_m > 3 and note is empty')).toBe(
    'length_m > 3 and note is empty',
  );
  expect(conditionsOfDetections('region = "x" and collected >= 2026-11-18')).toBeNull();
  expect(describeDetectionConditions({ regions: ['x'], expression: 'sensor = "y"' })).toBeNull();
  expect(describeDetectionConditions({ minConfidence: 0.8, expression: 'length_m > 3' })).toBe(
    'length_m > 3 · confidence ≥ 0.8',
  );
});
