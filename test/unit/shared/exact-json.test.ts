import { expect, test } from 'vitest';
import { mayHaveLongIntegers, parseExactJson, parsePrintableJson } from '../../../shared/exact-json.ts';
import { type SeededRandom, seededRandom } from '../../builders/seeded-random.ts';

test('integers that a double cannot hold keep their digits, all else is as JSON.parse reads it', () => {
  const text =
    '{"a":12345678901234567,"b":[9007199254740991,9007199254740992,-98765432109876543210],"c":1.2345678901234567890,"d":12345678901234567.0,"e":1e30,"f":"12345678901234567"}';
  expect(parseExactJson(text)).toEqual({
    a: '12345678901234567',
    b: [9007199254740991, '9007199254740992', '-98765432109876543210'],
    c: 1.2345678901234567,
    d: 12345678901234568,
    e: 1e30,
    f: '12345678901234567',
  });
  expect(JSON.stringify(parsePrintableJson(text))).toBe(
    '{"a":12345678901234567,"b":[9007199254740991,9007199254740992,-98765432109876543210],"c":1.2345678901234567,"d":12345678901234568,"e":1e+30,"f":"12345678901234567"}',
  );
});

test.each(['12345678901234567', ' -12345678901234567\n', '[12345678901234567]'])('%j is found', (text) => {
  expect(mayHaveLongIntegers(text)).toBe(true);
  expect(String(parseExactJson(text))).toBe(text.replaceAll(/[^-\d]/g, ''));
});

test.each([
  '{"id":"1234567890123456789"}',
  '[121.47370123456789012,-0.12345678901234567]',
  '{"t":123456789012345}',
])('%s needs no second look', (text) => {
  expect(mayHaveLongIntegers(text)).toBe(false);
});

test('what is not valid JSON throws, long integers or not', () => {
  expect(() => parseExactJson('{"a":12345678901234567')).toThrow(SyntaxError);
  expect(() => parsePrintableJson('{"a":')).toThrow(SyntaxError);
});

test('random documents: every integer comes out with the digits that came', () => {
  const random = seededRandom(20261122);
  for (let round = 0; round < 2_000; round += 1) {
    const { text, exact } = buildDocument(random, 4);
    expect(parseExactJson(text), text).toEqual(exact);
    expect(JSON.stringify(parsePrintableJson(text)), text).toBe(text);
  }
});

type Built = { readonly text: string; readonly exact: unknown };

/** A document as JSON prints it, and what `parseExactJson` is to make of it. */
function buildDocument(random: SeededRandom, depth: number): Built {
  const kind = random.between(0, depth > 0 ? 5 : 3);
  if (kind <= 1) return buildInteger(random);
  if (kind === 2) return plain(random.next() * 1_000);
  if (kind === 3)
    return plain(random.pick(['', '1234567890123456789', 'a, 1234567890123456789, b', '"]}', '\\']));
  const parts = Array.from({ length: random.between(0, 4) }, () => buildDocument(random, depth - 1));
  if (kind === 4)
    return { text: `[${parts.map(({ text }) => text).join(',')}]`, exact: parts.map(({ exact }) => exact) };
  const members = parts.map((part, index) => ({ name: `n${index}`, ...part }));
  return {
    text: `{${members.map(({ name, text }) => `"${name}":${text}`).join(',')}}`,
    exact: Object.fromEntries(members.map(({ name, exact }) => [name, exact])),
  };
}

function buildInteger(random: SeededRandom): Built {
  const digits = Array.from({ length: random.between(1, 24) }, () => random.between(0, 9)).join('');
  const text = `${random.chance(0.5) ? '-' : ''}${digits.replace(/^0+(?=\d)/, '')}`.replace(/^-0$/, '0');
  return { text, exact: Number.isSafeInteger(Number(text)) ? Number(text) : text };
}

function plain(value: unknown): Built {
  return { text: JSON.stringify(value), exact: value };
}
