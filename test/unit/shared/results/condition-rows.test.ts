import { describe, expect, test } from 'vitest';
import type { ConditionRow } from '../../../../shared/results/condition-rows.ts';
import { formatConditionValue, readConditionValue } from '../../../../shared/results/condition-value.ts';
import { emptySearchForm, readSearchForm, type SearchForm } from '../../../../shared/results/search-form.ts';

const row = (path: string, operator: ConditionRow['operator'], ...values: string[]): ConditionRow => ({
  path,
  operator,
  values,
});
const read = (conditions: ConditionRow[], more: Partial<SearchForm> = {}) =>
  readSearchForm({ ...emptySearchForm, ...more, conditions });

function searchOf(conditions: ConditionRow[], more: Partial<SearchForm> = {}) {
  const outcome = read(conditions, more);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

function problemsOf(conditions: ConditionRow[], more: Partial<SearchForm> = {}) {
  const outcome = read(conditions, more);
  return outcome.ok ? [] : (outcome.failure.problems ?? []).map(({ field, message }) => [field, message]);
}

const sensor = 'content.sensorData.sensorName';
const angle = 'content.sensorData.incidenceAngle';
const region = 'content.processors.parameters.dissemination.region';

describe('rows of conditions', () => {
  test('on one path become one condition, in the types of the field', () => {
    expect(
      searchOf([
        row(angle, 'between', '20', '45.5'),
        row(sensor, 'or', 'ICEYE-X36', 'CAPELLA-9', 'ICEYE-X36'),
        row(angle, 'ne', '30'),
        row('content.features.properties.length_m', 'gt', '40'),
        row('content.features.properties.class', 'eq', '"40"'),
        row('', 'eq'),
      ]).conditions,
    ).toEqual([
      { path: angle, condition: { gt: 20, lt: 45.5, ne: 30 } },
      { path: sensor, condition: { or: ['ICEYE-X36', 'CAPELLA-9'] } },
      { path: 'content.features.properties.length_m', condition: { gt: 40 } },
      { path: 'content.features.properties.class', condition: { eq: '40' } },
    ]);
  });

  test('fill the matching fields of the form when those are empty', () => {
    const rows = [
      row(region, 'or', 'East Asia', 'Eastern Europe'),
      row('uploadTime', 'gt', '2026-11-01'),
      row('content.sensorData.startTimeUTC', 'between', '2026-11-01', '2026-11-05 12:00'),
    ];
    expect(searchOf(rows)).toEqual({
      regions: ['East Asia', 'Eastern Europe'],
      analytics: [],
      uploadedAfter: '2026-11-01T00:00:00.000Z',
      collectedAfter: '2026-11-01T00:00:00.000Z',
      collectedBefore: '2026-11-05T12:00:00.000Z',
      pageSize: 500,
    });
    expect(searchOf([row(region, 'ne', 'East Asia')], { regions: ['Eastern Europe'] }).conditions).toEqual([
      { path: region, condition: { ne: 'East Asia' } },
    ]);
  });

  test.each<[string, ConditionRow[], Partial<SearchForm>, string, RegExp]>([
    ['no path', [row('', 'eq', 'x')], {}, 'conditions.0.path', /Choose a field/],
    ['a path that is none', [row('content..x', 'eq', 'x')], {}, 'conditions.0.path', /joined by dots/],
    ['another beginning', [row('contents.x', 'eq', 'x')], {}, 'conditions.0.path', /begins with/],
    ['a compound field', [row('content.product', 'eq', 'x')], {}, 'conditions.0.path', /fields below it/],
    ['no value', [row(sensor, 'eq')], {}, 'conditions.0.values', /Type a value/],
    ['an empty list', [row(sensor, 'or')], {}, 'conditions.0.values', /Type a value/],
    ['half a range', [row(angle, 'between', '5')], {}, 'conditions.0.values', /Type a value/],
    ['text for a number', [row(angle, 'gt', 'steep')], {}, 'conditions.0.values', /not a number/],
    ['text for a time', [row('uploadTime', 'eq', 'noon')], {}, 'conditions.0.values', /not a time/],
    ['an empty range', [row(angle, 'between', '9', '9')], {}, 'conditions.0.values', /Nothing lies between/],
    [
      'two rows with nothing between them',
      [row(angle, 'gt', '5'), row(angle, 'lt', '5')],
      {},
      'conditions.1.values',
      /Nothing lies between/,
    ],
    [
      'more than nothing',
      [row(sensor, 'gt', 'null')],
      {},
      'conditions.0.values',
      /greater or less than null/,
    ],
    ['an operator on the id', [row('assignedId', 'ne', 'x')], {}, 'conditions.0.operator', /no operator/],
    [
      'one operator twice',
      [row(sensor, 'eq', 'a'), row(sensor, 'eq', 'b')],
      {},
      'conditions.1.operator',
      /“eq” already/,
    ],
    [
      'the form’s own operator',
      [row(region, 'eq', 'a')],
      { regions: ['b'] },
      'conditions.0.operator',
      /“eq” already/,
    ],
    [
      'a path below another',
      [row('content.features.properties.a', 'eq', '1'), row('content.features.properties.a.b', 'eq', '1')],
      {},
      'conditions.1.path',
      /both here and on/,
    ],
    [
      'times that leave nothing',
      [row('uploadTime', 'lt', '2026-11-01')],
      { uploadedAfter: '2026-11-02' },
      'uploadedBefore',
      /before the beginning/,
    ],
  ])('with %s are refused at their place', (_what, rows, more, field, message) => {
    expect(problemsOf(rows, more)).toEqual([[field, expect.stringMatching(message)]]);
  });
});

describe('the value of a condition', () => {
  test.each([
    [' East Asia ', 'text', 'East Asia'],
    ['5', 'text', '5'],
    ['null', 'text', null],
    ['"null"', 'text', 'null'],
    ['""', 'text', ''],
    ['"a', 'text', '"a'],
    ['2026-11-20 08:00', 'time', '2026-11-20T08:00:00.000Z'],
    ['-0', 'number', 0],
    ['1e3', 'number', 1000],
    ['5', 'unknown', 5],
    ['05', 'unknown', '05'],
    ['true', 'unknown', true],
    ['"true"', 'unknown', 'true'],
  ] as const)('%j of a field of %s is %j', (typed, type, value) => {
    expect(readConditionValue(typed, type)).toEqual({ ok: true, value });
    expect(readConditionValue(formatConditionValue(value, type), type)).toEqual({ ok: true, value });
  });
  test.each([
    ['', 'text'],
    ['  ', 'unknown'],
    ['x', 'number'],
    ['"5"', 'number'],
    ['1e999', 'number'],
    ['9007199254740993', 'number'],
    ['9007199254740993', 'unknown'],
    ['2026-13-01', 'time'],
  ] as const)('%j is none for %s', (typed, type) => {
    expect(readConditionValue(typed, type).ok).toBe(false);
  });
});
