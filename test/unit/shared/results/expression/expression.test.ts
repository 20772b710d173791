import { expect, test } from 'vitest';
import { builtinFields } from '../../../../../shared/results/builtin-fields.ts';
import { type DetectionField, nearestField } from '../../../../../shared/results/detection-field.ts';
import { fieldType } from '../../../../../shared/results/expression/field-name.ts';
import type { FilterExpression } from '../../../../../shared/results/expression/filter-expression.ts';
import {
  maxExpressionLength,
  parseExpression,
} from '../../../../../shared/results/expression/parse-expression.ts';
import { printExpression } from '../../../../../shared/results/expression/print-expression.ts';
import { reviewStateSchema } from '../../../../../shared/review/review.ts';
import { type SeededRandom, seededRandom } from '../../../../builders/seeded-random.ts';

function parsed(text: string): FilterExpression {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`${text}: ${result.message}`);
  return result.expression;
}

function refused(text: string): { at: number; message: string } {
  const result = parseExpression(text);
  if (result.ok) throw new Error(`${text} was read.`);
  return { at: result.at, message: result.message };
}

const longer: FilterExpression = { kind: 'compare', field: 'property:length_m', operator: '>', value: 40 };

test('conditions are joined by and, or, not and parentheses', () => {
  expect(
    parsed('length_m > 40 and (sensor = "ICEYE-X36" or confidence >= 0.9) and not analytic in ("A", "B")'),
  ).toEqual({
    kind: 'and',
    parts: [
      longer,
      {
        kind: 'or',
        parts: [
          { kind: 'compare', field: 'sensor', operator: '=', value: 'ICEYE-X36' },
          { kind: 'compare', field: 'confidence', operator: '>=', value: 0.9 },
        ],
      },
      { kind: 'not', part: { kind: 'in', field: 'analytic', values: ['A', 'B'] } },
    ],
  });
});

test('and binds closer than or, not closer than both', () => {
  const a = parsed('a = 1');
  const b = parsed('b = 1');
  const c = parsed('c = 1');
  expect(parsed('a = 1 or b = 1 and c = 1')).toEqual({
    kind: 'or',
    parts: [a, { kind: 'and', parts: [b, c] }],
  });
  expect(parsed('not a = 1 and b = 1')).toEqual({ kind: 'and', parts: [{ kind: 'not', part: a }, b] });
});

test.each<[string, FilterExpression]>([
  ['name contains "x"', { kind: 'contains', field: 'property:name', text: 'x' }],
  ['name STARTS WITH "x"', { kind: 'starts', field: 'property:name', text: 'x' }],
  ["name ends with 'x'", { kind: 'ends', field: 'property:name', text: 'x' }],
  ['name is not empty', { kind: 'present', field: 'property:name' }],
  ['name is empty', { kind: 'not', part: { kind: 'present', field: 'property:name' } }],
  ['length_m not in (40)', { kind: 'not', part: { kind: 'in', field: 'property:length_m', values: [40] } }],
  ['flagged = true', { kind: 'compare', field: 'flagged', operator: '=', value: true }],
  ['verdict = "Confirmed"', { kind: 'compare', field: 'verdict', operator: '=', value: 'confirmed' }],
  ['confidence ≥ .5', { kind: 'compare', field: 'confidence', operator: '>=', value: 0.5 }],
  [
    'name <> "a \\"b\\"\\u00e9"',
    { kind: 'compare', field: 'property:name', operator: '!=', value: 'a "b"é' },
  ],
])('%s', (text, expression) => {
  expect(parsed(text)).toEqual(expression);
});

test('between includes both ends', () => {
  expect(parsed('length_m between 3 and 5')).toEqual(parsed('length_m >= 3 and length_m <= 5'));
});

test('a property with the name of a built-in field is reached by property. or backticks', () => {
  expect(parsed('confidence = 1')).toMatchObject({ field: 'confidence' });
  expect(parsed('property.confidence = 1')).toMatchObject({ field: 'property:confidence' });
  expect(parsed('`confidence` = 1')).toMatchObject({ field: 'property:confidence' });
  expect(parsed('`odd ``name``, and more` = 1')).toMatchObject({ field: 'property:odd `name`, and more' });
  expect(parsed('a.b-c = 1')).toMatchObject({ field: 'property:a.b-c' });
});

test('a day, a minute and a second mean all of it', () => {
  expect(parsed('collected = 2026-11-18')).toEqual(
    parsed('collected >= 2026-11-18T00:00:00.000Z and collected < 2026-11-19T00:00:00.000Z'),
  );
  expect(parsed('uploaded <= 2026-11-18T21:14Z')).toEqual({
    kind: 'compare',
    field: 'uploaded',
    operator: '<',
    value: '2026-11-18T21:15:00.000Z',
  });
  expect(parsed('uploaded > "2026-11-18 21:14:07"')).toEqual(parsed('uploaded >= 2026-11-18T21:14:08Z'));
  expect(parsed('collected between 2026-11-01 and 2026-11-20')).toEqual(
    parsed('collected >= 2026-11-01T00:00Z and collected < 2026-11-21T00:00:00.000Z'),
  );
  expect(parsed('collected in (2026-11-18T21:14:07.000Z, 2026-11-20)')).toEqual({
    kind: 'or',
    parts: [
      { kind: 'in', field: 'collected', values: ['2026-11-18T21:14:07.000Z'] },
      parsed('collected = 2026-11-20'),
    ],
  });
});

test('a time next to a property is its text', () => {
  expect(parsed('seen = 2026-11-18')).toMatchObject({ value: '2026-11-18' });
});

test.each<[string, number, RegExp]>([
  ['', 0, /empty/],
  ['  ', 0, /empty/],
  ['length_m', 8, /comparison must follow/],
  ['length_m >', 10, /value is missing/],
  ['length_m > 40 m', 14, /without a unit/],
  ['length_m > 40m', 11, /not a number/],
  ['sensor = ICEYE-X36', 9, /write "ICEYE-X36"/],
  ['sensor = 5', 9, /quotes/],
  ['confidence > "high"', 13, /is a number/],
  ['collected > 5', 12, /is a time in UTC/],
  ['collected > 2026-02-30', 12, /does not exist/],
  ['collected > 2026-11-18T21:14+02:00', 12, /Convert it to UTC/],
  ['collected > 2026-11-18Tx', 12, /not a time/],
  ['collected contains "2026"', 10, /is not text/],
  ['flagged = "yes"', 10, /either true or false/],
  ['verdict = "good"', 10, /"confirmed"/],
  ['verdict > "confirmed"', 10, /only be compared/],
  ['(a = 1', 0, /not closed/],
  ['a = 1)', 5, /closes nothing/],
  ['a in (1, 2', 5, /not closed/],
  ['a in 1', 5, /parentheses/],
  ['a in (1 2)', 8, /commas/],
  ['a = 1 b = 2', 6, /without a unit/],
  ['a = "1" b = 2', 8, /and or or/],
  ['a = 1 and', 9, /missing at the end/],
  ['a is 5', 5, /not empty/],
  ['a starts "x"', 9, /starts with/],
  ['a = "open', 4, /no end/],
  ['`open = 1', 0, /no end/],
  ['and = 1', 0, /backticks/],
  ['"a" = 1', 0, /without quotes/],
  ['a = 1 ; drop', 6, /no meaning/],
  ['a = 1e999', 4, /too large/],
  ['a = "\\u12"', 5, /hexadecimal/],
])('%s is refused at %i', (text, at, message) => {
  const problem = refused(text);
  expect(problem.at).toBe(at);
  expect(problem.message).toMatch(message);
});

test('length and depth are bounded', () => {
  expect(refused(`a = "${'x'.repeat(maxExpressionLength)}"`).message).toMatch(/Shorten/);
  expect(refused(`${'('.repeat(4000)}a = 1${')'.repeat(4000)}`).message).toMatch(/nested/);
  expect(refused(`${'not '.repeat(2000)}a = 1`).message).toMatch(/nested/);
  expect(parsed(`${'('.repeat(40)}a = 1${')'.repeat(40)}`)).toEqual(parsed('a = 1'));
});

test('what is printed is read as the same tree', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const tree = randomTree(seededRandom(seed), 4);
    const text = printExpression(tree);
    if (text.length <= maxExpressionLength) expect(parsed(text), text).toEqual(tree);
  }
});

test('no text makes the reader throw, and what it reads it can print', () => {
  const pieces = [
    'length_m',
    '`',
    '"',
    "'",
    '\\',
    '\\u',
    '(',
    ')',
    ',',
    '>',
    '>=',
    '=',
    '!=',
    'and',
    'or',
    'not',
    'in',
    'is',
    'empty',
    'between',
    'contains',
    'starts',
    'with',
    'true',
    '40',
    '-1.',
    '1e5',
    '2026-11-18',
    '2026-99-99T99:99',
    'collected',
    'verdict',
    '\u0000',
    '\ud800',
    '😀',
    'é',
    '\n',
    '__proto__',
    'constructor',
    'near("A", 5 km)',
    'nearest("A")',
    'distance("A")',
    'inside(',
    '.x',
    '.`x',
    '5km',
    'nm',
    '$',
    '%s',
    '<b>',
    '≥',
  ];
  for (let seed = 1; seed <= 3000; seed += 1) {
    const random = seededRandom(seed);
    const glue = random.chance(0.7) ? ' ' : '';
    const text = Array.from({ length: random.between(0, 14) }, () => random.pick(pieces)).join(glue);
    const result = parseExpression(text);
    if (result.ok) expect(parsed(printExpression(result.expression))).toEqual(result.expression);
    else {
      expect(result.at).toBeGreaterThanOrEqual(0);
      expect(result.at).toBeLessThanOrEqual(text.length);
      expect(result.message).toMatch(/\.$/);
    }
  }
});

function randomTree(random: SeededRandom, depth: number): FilterExpression {
  if (depth > 0 && random.chance(0.5)) {
    const kind = random.pick(['and', 'or', 'not'] as const);
    if (kind === 'not') return { kind, part: randomTree(random, depth - 1) };
    const parts = Array.from({ length: random.between(2, 4) }, () => randomTree(random, depth - 1));
    return { kind, parts };
  }
  return randomCondition(random);
}

function randomCondition(random: SeededRandom): FilterExpression {
  const field = randomField(random);
  const type = fieldType(field);
  const kinds = ['compare', 'in', 'present'] as const;
  const textKinds = ['contains', 'starts', 'ends'] as const;
  const kind = random.pick(type === 'text' || type === 'any' ? [...kinds, ...textKinds] : kinds);
  switch (kind) {
    case 'compare': {
      const value = randomValue(random, field);
      const onlyEqual = typeof value === 'boolean' || type === 'verdict';
      const operator = random.pick(
        onlyEqual ? (['=', '!='] as const) : (['=', '!=', '<', '<=', '>', '>='] as const),
      );
      return { kind, field, operator, value };
    }
    case 'in':
      return {
        kind,
        field,
        values: Array.from({ length: random.between(1, 4) }, () => randomValue(random, field)),
      };
    case 'present':
      return { kind, field };
    default:
      return { kind, field, text: randomText(random) };
  }
}

function randomField(random: SeededRandom): DetectionField {
  if (random.chance(0.5)) return random.pick(builtinFields);
  if (random.chance(0.2)) return `parameter:a${randomText(random)}`;
  if (random.chance(0.1)) return `class_share:a${randomText(random)}`;
  if (random.chance(0.1))
    return random.pick<DetectionField>([`inside:a${randomText(random)}`, `distance:a${randomText(random)}`]);
  if (random.chance(0.1)) return nearestField(`a${randomText(random)}`, `a${randomText(random)}`);
  const name = random.pick([
    'length_m',
    'confidence',
    'not',
    'property.x',
    'Länge',
    'a b',
    '`',
    'a``b',
    '1st',
  ]);
  return `property:${random.chance(0.3) ? `${name}${randomText(random)}` : name}`;
}

function randomValue(random: SeededRandom, field: DetectionField): string | number | boolean {
  switch (fieldType(field)) {
    case 'number':
      // No distance is less than 0.
      return field.startsWith('distance:') ? Math.abs(randomNumber(random)) : randomNumber(random);
    case 'time':
      return new Date(random.between(0, 4e12)).toISOString();
    case 'boolean':
      return random.chance(0.5);
    case 'verdict':
      return random.pick(reviewStateSchema.options);
    case 'text':
    case 'names':
      return randomText(random);
    case 'any':
      return random.pick([randomNumber(random), random.chance(0.5), randomText(random), '2026-11-18']);
  }
}

function randomNumber(random: SeededRandom): number {
  return random.pick([0, 40, -0.5, 1e21, 5e-324, 0.1 + 0.2, random.next() * 1000]);
}

function randomText(random: SeededRandom): string {
  const letters = ['a', 'Z', '"', "'", '\\', '`', '\n', '\u0000', '\u2028', '😀', '\udc00', ' and ', '('];
  return Array.from({ length: random.between(0, 6) }, () => random.pick(letters)).join('');
}
