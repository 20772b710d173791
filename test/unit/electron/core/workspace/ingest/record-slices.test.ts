import { describe, expect, test } from 'vitest';
import {
  hasMoreValuesThan,
  sliceList,
} from '../../../../../../electron/core/workspace/ingest/record-slices.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const slicesOf = (text: string, path: readonly string[] = ['data', 'list']) => {
  const slices = sliceList(encode(text), path, 100);
  if (slices === 'too-many') throw new Error('Too many elements.');
  return slices?.map((slice) => new TextDecoder().decode(slice));
};

describe('sliceList', () => {
  test('slices elements byte for byte, white space inside them included', () => {
    expect(slicesOf('{"data":{"list":[ {"a" : 1.0} ,\n[ 2 ],"x", -1e+3,true ]}}')).toEqual([
      '{"a" : 1.0}',
      '[ 2 ]',
      '"x"',
      '-1e+3',
      'true',
    ]);
  });

  test('is not fooled by brackets, quotes and backslashes in strings', () => {
    const element = String.raw`{"a":"}],\"[{","\\":"\\\\","]":{"x":"\\"}}`;
    expect(slicesOf(`{"data":{"list":[${element},${element}]}}`)).toEqual([element, element]);
  });

  test('finds names that are written with escapes', () => {
    expect(slicesOf(String.raw`{"d\u0061ta":{"\u006cist":[1,2]}}`)).toEqual(['1', '2']);
  });

  test('uses the last of members with one name, as JSON.parse does', () => {
    expect(slicesOf('{"data":{"list":[1]},"data":{"list":[2],"list":[3]}}')).toEqual(['3']);
  });

  test('steps over a byte order mark', () => {
    expect(slicesOf('\ufeff{"data":{"list":[1]}}')).toEqual(['1']);
  });

  test('keeps bytes that are not UTF-8', () => {
    const json = new Uint8Array([...encode('{"data":{"list":["'), 0xff, 0xc3, ...encode('"]}}')]);
    expect(sliceList(json, ['data', 'list'], 1)).toEqual([new Uint8Array([0x22, 0xff, 0xc3, 0x22])]);
  });

  test.each([
    '{}',
    '[]',
    '{"data":null}',
    '{"data":{"list":{}}}',
    '{"data":{"list":"[1]"}}',
    '{"data":[[1]]}',
  ])('returns undefined where there is no list: %s', (text) => {
    expect(slicesOf(text)).toBeUndefined();
  });

  test('stops at the maximum number of elements', () => {
    expect(sliceList(encode('[1,2,3]'), [], 3)).toHaveLength(3);
    expect(sliceList(encode('[1,2,3]'), [], 2)).toBe('too-many');
    expect(sliceList(encode('[]'), [], 0)).toEqual([]);
  });

  test('nesting costs no stack', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(slicesOf(`{"data":{"list":[${deep},1]}}`)?.[1]).toBe('1');
  });

  test('agrees with JSON.parse on random documents, byte for byte', () => {
    const random = createRandom(20261120);
    for (let round = 0; round < 3000; round += 1) {
      const list = Array.from({ length: random(5) }, () => printLoosely(random, randomValue(random, 4)));
      const before = printLoosely(random, randomValue(random, 2));
      const text = `{"before":${before}, "data" : {"other":[1],"list":[ ${list.join(' ,\n')}]},"after":{}}`;
      const parsed: { data: { list: unknown[] } } = JSON.parse(text);
      expect(slicesOf(text), text).toEqual(list);
      expect(parsed.data.list).toHaveLength(list.length);
    }
  });
});

test('hasMoreValuesThan counts values, empty lists twice, and nothing in strings', () => {
  const more = (text: string, max: number) => hasMoreValuesThan(encode(text), max);
  expect(more('[1,2,{"a":[3]}]', 6)).toBe(false);
  expect(more('[1,2,{"a":[3]}]', 5)).toBe(true);
  expect(more('[[],[],[]]', 5)).toBe(true);
  expect(more(JSON.stringify([',,,,[[[[{{{{,,,,', '\\",[{,[{,[{']), 3)).toBe(false);
  expect(more('"never ended,,,,,', 1)).toBe(false);
});

/** A small linear congruential generator: the same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const awkwardTexts = [
  '',
  '"',
  '\\',
  '\\"',
  '{"',
  '}],',
  '\u0000\n\t',
  'äöü',
  '海',
  '🛰',
  'data',
  'list',
  '\ud800',
];

function randomValue(random: (below: number) => number, depth: number): unknown {
  const kind = random(depth > 0 ? 7 : 5);
  const text = () =>
    Array.from({ length: random(4) }, () => awkwardTexts[random(awkwardTexts.length)]).join('');
  switch (kind) {
    case 0:
      return null;
    case 1:
      return random(2) === 0;
    case 2:
      return (random(2000) - 1000) / 8;
    case 3:
    case 4:
      return text();
    case 5:
      return Array.from({ length: random(4) }, () => randomValue(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random(4) }, () => [text(), randomValue(random, depth - 1)]),
      );
  }
}

/** Prints JSON with white space strewn between its parts. */
function printLoosely(random: (below: number) => number, value: unknown): string {
  const space = () => [' ', '', '\n', '\t \r\n'][random(4)] ?? '';
  if (Array.isArray(value)) {
    return `[${space()}${value.map((item) => printLoosely(random, item) + space()).join(`,${space()}`)}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}${space()}:${space()}${printLoosely(random, member)}`,
    );
    return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`;
  }
  return JSON.stringify(value);
}
