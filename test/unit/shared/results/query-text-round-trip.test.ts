import { describe, expect, test } from 'vitest';
import type { ConditionRow } from '../../../../shared/results/condition-rows.ts';
import { formatConditionValue } from '../../../../shared/results/condition-value.ts';
import { namedFieldLists, pathsOfFieldList, toFieldList } from '../../../../shared/results/field-list.ts';
import type { Condition, Scalar } from '../../../../shared/results/query.ts';
import { readQueryText } from '../../../../shared/results/read-query-text.ts';
import { fieldTypeAt, flattenFields, recordFields } from '../../../../shared/results/record-fields.ts';
import { type SearchInput, searchSchema } from '../../../../shared/results/search.ts';
import {
  emptySearchForm,
  readSearchForm,
  type SearchForm,
  searchToForm,
} from '../../../../shared/results/search-form.ts';
import { searchQueryText, searchToBaseQuery } from '../../../../shared/results/search-query.ts';
import { type SeededRandom, seededRandom } from '../../../builders/seeded-random.ts';

const brand = 'svc';
const filterable = flattenFields(recordFields(brand)).flatMap(({ kind, path, name }) =>
  kind === 'group' || name === 'parameters' || name === 'properties' ? [] : [path],
);
const freePaths = [
  'content.features.properties.length_m',
  'content.features.properties.eq',
  'content.features.properties.or.lt',
  'content.processors.parameters.threshold',
  'content.sensorData.orbit.direction',
  'header._x1',
];
const texts = [
  'ICEYE-X36',
  'East Asia',
  'a, b',
  '"quoted"',
  '"half',
  'null',
  'true',
  '5',
  ' spaced ',
  '',
  '{ eq: "x" }',
  '") { assignedId } #',
  'line\nbreak\ttab',
  '\\u0041',
  '海 🛰 é',
  '\u2028\u0085\ufeff',
];
const numbers = [0, 5, -2.5, 31.4, 1e21 / 3, 1e-7, Number.MAX_SAFE_INTEGER];
const times = ['2026-11-01T00:00:00.000Z', '2026-11-20T08:30:00.123456Z', '2026-11-21T23:59:59Z'];

function randomValue(random: SeededRandom, path: string): Scalar {
  switch (fieldTypeAt(path)) {
    case 'text':
      return random.chance(0.1) && path !== 'assignedId' ? null : random.pick(texts);
    case 'time':
      return random.pick(times);
    case 'number':
      return random.chance(0.1) ? null : random.pick(numbers);
    case 'unknown':
      return random.pick<Scalar>([...texts, ...numbers, true, false, null]);
  }
}

function randomRows(random: SeededRandom): ConditionRow[] {
  const rows: ConditionRow[] = [];
  for (let count = random.between(0, 6); count > 0; count -= 1) {
    const path = random.pick([...filterable, ...freePaths]);
    const show = (value: Scalar) => formatConditionValue(value, fieldTypeAt(path));
    const operator =
      path === 'assignedId' ? 'eq' : random.pick(['eq', 'ne', 'gt', 'lt', 'between', 'or'] as const);
    const few = Array.from({ length: random.between(1, 4) }, () => randomValue(random, path));
    const some =
      operator === 'or'
        ? [...new Set(few)]
        : operator === 'between'
          ? few.concat(few).slice(0, 2)
          : few.slice(0, 1);
    rows.push({ path, operator, values: some.map(show) });
  }
  return rows;
}

/** The records at which fetches start, drawn apart from the rest of the forms. */
const starts = seededRandom(23);

/** A form as somebody may have filled it in; rows that cannot be sent together are taken out until it can be read. */
function randomForm(random: SeededRandom): { readonly form: SearchForm; readonly search: SearchInput } {
  const time = () => (random.chance(0.3) ? random.pick(times) : '');
  let form: SearchForm = {
    ...emptySearchForm,
    regions: random.some(['East Asia', 'Eastern Europe', 'Région "X"']),
    analytics: random.some(['SmallVesselDetection', 'LargeVesselDetection', 'SPEX']),
    collectedAfter: time(),
    uploadedAfter: time(),
    uploadedBefore: random.chance(0.2) ? '2027-01-01T00:00:00Z' : '',
    maxRecords: random.chance(0.3) ? String(random.between(1, 100_000)) : '',
    startRecord: starts.chance(0.3) ? String(starts.between(2, 100_000)) : '',
    fields: random.chance(0.5)
      ? random.pick(namedFieldLists)
      : toFieldList(pathsOfFieldList('all').filter(() => random.chance(0.4))),
    ...(random.chance(0.4)
      ? {
          sortField: random.pick([...filterable, ...freePaths]),
          sortOrder: random.pick(['ASC', 'DESC'] as const),
        }
      : {}),
    conditions: randomRows(random),
  };
  for (;;) {
    const search = readSearchForm(form);
    if (search.ok) return { form, search: search.value };
    const wrong = new Set(
      (search.failure.problems ?? []).map(({ field }) => Number(/^conditions\.(\d+)/.exec(field)?.[1] ?? -1)),
    );
    if (wrong.has(-1))
      form = { ...form, collectedAfter: '', uploadedAfter: '', uploadedBefore: '', collectedBefore: '' };
    const conditions = form.conditions.filter(
      ({ path }, index) => !wrong.has(index) && !(wrong.has(-1) && fieldTypeAt(path) === 'time'),
    );
    form = { ...form, conditions };
  }
}

function textOf(search: SearchInput, braced = false): string {
  const text = searchQueryText(searchSchema.parse(search), { brand, braced });
  if (!text.ok) throw new Error(text.failure.message);
  return text.value;
}

function readBack(text: string): SearchInput {
  const reading = readQueryText(text, { brand });
  if (!reading.ok) throw new Error(`${JSON.stringify(reading.problems)}\n${text}`);
  return reading.search;
}

/** Requests of a query, by path: conditions hold together, so their order and the field of the form do not matter. */
function meaning(search: SearchInput) {
  const { filters, ...rest } = searchToBaseQuery(searchSchema.parse(search));
  const byPath: Record<string, Condition> = {};
  for (const { path, condition } of filters) byPath[path] = { ...byPath[path], ...condition };
  return { ...rest, byPath };
}

describe('form → text → form', () => {
  test('gives the same query for any form', () => {
    const random = seededRandom(20261121);
    let conditions = 0;
    for (let round = 0; round < 1_500; round += 1) {
      const { search } = randomForm(random);
      conditions += search.conditions?.length ?? 0;
      expect(meaning(readBack(textOf(search, random.chance(0.5))))).toEqual(meaning(search));
    }
    expect(conditions).toBeGreaterThan(1_000);
  });

  test('from the second time on nothing at all changes', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 500; round += 1) {
      const text = textOf(readBack(textOf(randomForm(random).search)));
      const form = searchToForm(readBack(text));
      const again = readSearchForm(form);
      if (!again.ok) throw new Error(JSON.stringify(again.failure));
      expect(textOf(again.value)).toBe(text);
      expect(searchToForm(readBack(text))).toEqual(form);
    }
  });
});

test('search → form → search is exact', () => {
  const random = seededRandom(3);
  for (let round = 0; round < 500; round += 1) {
    const { search } = randomForm(random);
    const again = readSearchForm(searchToForm(search));
    if (!again.ok) throw new Error(JSON.stringify(again.failure));
    expect(searchSchema.parse(again.value)).toEqual(searchSchema.parse(search));
  }
});
