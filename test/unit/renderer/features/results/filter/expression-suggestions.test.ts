import { expect, test } from 'vitest';
import {
  expectedNumberField,
  suggestionsFor,
  typedClass,
} from '../../../../../../renderer/features/results/filter/expression-suggestions.ts';
import { insertSuggestion } from '../../../../../../renderer/features/results/filter/use-completion.ts';
import type { PropertySummary } from '../../../../../../shared/results/detection-field.ts';
import { completionPoint } from '../../../../../../shared/results/expression/completion-point.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';

const properties: readonly PropertySummary[] = [
  { name: 'length_m', type: 'number', count: 1200 },
  { name: 'vesselClass', type: 'text', count: 900 },
  { name: 'confidence', type: 'number', count: 900 },
  { name: 'size', type: 'mixed', count: 30 },
];

const knownFields = {
  properties,
  parameters: [
    { name: 'detector.threshold', type: 'number', count: 7 },
    { name: 'land mask', type: 'text', count: 2 },
  ],
} as const;

/** The cursor stands at `|`. */
function pointAt(marked: string) {
  const cursor = marked.indexOf('|');
  return completionPoint(marked.replace('|', ''), cursor);
}

function suggested(marked: string, values: readonly string[] = []): string[] {
  const known = values.map((value) => ({ value, count: 1 }));
  return suggestionsFor(pointAt(marked), knownFields, known).map(({ text }) => text);
}

test.each<[string, string]>([
  ['|', 'field'],
  ['le|', 'field'],
  ['length_m |', 'operator'],
  ['length_m > |', 'value'],
  ['length_m >|', 'value'],
  ['length_m > 40 |', 'words'],
  ['length_m > 40 and |', 'field'],
  ['not (|', 'field'],
  ['sensor = "ICE|', 'value'],
  ['`od|', 'field'],
  ['sensor in |', 'words'],
  ['sensor in ("A", "|', 'value'],
  ['sensor in ("A"|', 'value'],
  ['sensor in ("A" |', 'words'],
  ['sensor in ("A") |', 'words'],
  ['length_m between 3 |', 'words'],
  ['length_m between 3 and |', 'value'],
  ['length_m between 3 and 5 and |', 'field'],
  ['sensor starts |', 'words'],
  ['sensor starts with |', 'value'],
  ['sensor is |', 'words'],
  ['sensor is not empty or |', 'field'],
  ['sensor not |', 'operator'],
])('%s expects a %s', (marked, kind) => {
  expect(pointAt(marked).expected.kind).toBe(kind);
});

test('field names come with their type and count, what begins as typed first', () => {
  expect(suggestionsFor(pointAt('len|'), knownFields, [])).toEqual([
    { text: 'length_m', detail: 'number, 1,200', group: 'Properties' },
    { text: 'length', detail: 'number, m', group: 'Fields' },
  ]);
  expect(suggested('c|').slice(0, 3)).toEqual(['collected', 'confidence', 'chip']);
  expect(suggested('prop|')).toEqual(['property.confidence']);
});

test.each<[string, string | null]>([
  ['cl|', ''],
  ['class_share.|', ''],
  ['CLASS_SHARE.Tan|', 'Tan'],
  ['class_share.`General c|', 'General c'],
  ['length_m > 3 and class_sh|', ''],
  ['c|', null],
  ['class |', null],
  ['class = "cl|', null],
  ['classes_of|', null],
])('%s types a class of which the share is meant: %j', (marked, part) => {
  expect(typedClass(pointAt(marked))).toBe(part);
});

test('shares are completed by the names of classes, also those with special characters', () => {
  const classes = [
    { value: 'General cargo', count: 1200 },
    { value: 'Tanker', count: 3 },
  ];
  const texts = (marked: string) =>
    suggestionsFor(pointAt(marked), { ...knownFields, classes }, []).map(({ text }) => text);
  expect(texts('class_share.|')).toEqual(['class_share.`General cargo`', 'class_share.Tanker']);
  expect(texts('class_share.tan|')).toEqual(['class_share.Tanker']);
  expect(texts('class_share.`gen|')).toEqual(['class_share.`General cargo`']);
  expect(suggestionsFor(pointAt('class_share.t|'), { ...knownFields, classes }, [])[0]?.detail).toBe(
    'share of this class, in 3 detections',
  );
  const point = pointAt('class_share.`gen|');
  const chosen = insertSuggestion('class_share.`gen', point, 'class_share.`General cargo`');
  expect(chosen.text).toBe('class_share.`General cargo` ');
  // Its operators and values are those of numbers.
  expect(texts('class_share.`General cargo` |')).toEqual(expect.arrayContaining(['>=', 'between']));
  expect(texts('sensor = "x" and class_share.`General cargo` > |')).toEqual([]);
});

test('parameters of processors are completed, also those with special characters', () => {
  expect(suggestionsFor(pointAt('parameter.d|'), knownFields, [])).toEqual([
    { text: 'parameter.detector.threshold', detail: 'number, of 7 processors', group: 'Parameters' },
  ]);
  expect(suggested('parameter.`la|')).toEqual(['parameter.`land mask`']);
  const chosen = insertSuggestion('parameter.`la', pointAt('parameter.`la|'), 'parameter.`land mask`');
  expect(chosen.text.trim()).toBe('parameter.`land mask`');
  expect(suggested('parameter.detector.threshold |')).toContain('between');
  expect(suggested('parameter.`land mask` |')).not.toContain('between');
});

test('operators fit the type of the field', () => {
  expect(suggested('length_m |')).toContain('between');
  expect(suggested('length_m |')).not.toContain('contains');
  expect(suggested('vesselClass |')).toContain('starts with');
  expect(suggested('vesselClass |')).not.toContain('>');
  expect(suggested('not_fetched |')).toContain('contains');
  expect(suggested('not_fetched |')).not.toContain('starts with');
  expect(suggested('not_fetched contains "sensor|')).toEqual(['"sensor"', '"sensor_type"', '"sensor_mode"']);
  expect(suggested('vesselClass not |')).toEqual(['in', 'contains', 'starts with', 'ends with']);
});

test('values are written in the syntax of the language', () => {
  expect(suggested('sensor = I|', ['ICEYE "X" 36'])).toEqual(['"ICEYE \\"X\\" 36"']);
  expect(suggested('size = |', ['40', 'long'])).toEqual(['40', '"long"']);
  expect(suggested('verdict = "co|')).toEqual(['"confirmed"']);
  expect(suggested('flagged = |')).toEqual(['true', 'false']);
});

test.each<[string, string, string]>([
  ['len|', 'length_m', 'length_m |'],
  ['le|ng and x', 'length_m', 'length_m |and x'],
  ['sensor = "IC|" and x = 1', '"ICEYE"', 'sensor = "ICEYE" |and x = 1'],
  ['sensor in (|)', '"A"', 'sensor in ("A"|)'],
  ['sensor in ("A" |', ',', 'sensor in ("A", |'],
])('in %s, %s becomes %s', (marked, suggestion, expected) => {
  const put = insertSuggestion(marked.replace('|', ''), pointAt(marked), suggestion);
  expect(`${put.text.slice(0, put.cursor)}|${put.text.slice(put.cursor)}`).toBe(expected);
});

test('any text has a place within it', () => {
  const pieces = ['a', '"', '`', '(', ')', ',', '>', 'in', 'not', 'between', ' ', '\\', '😀', '1', '$'];
  for (let seed = 1; seed <= 500; seed += 1) {
    const random = seededRandom(seed);
    const text = Array.from({ length: random.between(0, 12) }, () => random.pick(pieces)).join('');
    const cursor = random.between(0, text.length);
    const { from, to } = completionPoint(text, cursor);
    expect(from).toBeLessThanOrEqual(cursor);
    expect(to).toBeGreaterThanOrEqual(cursor);
    expect(to).toBeLessThanOrEqual(text.length);
  }
});

test('a number is completed with round ones, those that start with the typed digits first', () => {
  const numbers = (marked: string) =>
    suggestionsFor(pointAt(marked), knownFields, [{ value: '45.3271', count: 4 }], [20, 40, 100, 400]);
  expect(numbers('length_m > |').map(({ text }) => text)).toEqual(['20', '40', '100', '400']);
  expect(numbers('length_m between 4|').map(({ text }) => text)).toEqual(['40', '400']);
  expect(expectedNumberField(pointAt('length_m > |'), knownFields)).toBe('property:length_m');
  expect(expectedNumberField(pointAt('sensor = |'), knownFields)).toBeNull();
});
