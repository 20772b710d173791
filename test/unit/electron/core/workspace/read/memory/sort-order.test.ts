import { expect, test } from 'vitest';
import { finish } from '../../../../../../../electron/core/base/steps.ts';
import type { PropertyValue } from '../../../../../../../electron/core/workspace/file/columns/property-chunk.ts';
import { ascendingOrder } from '../../../../../../../electron/core/workspace/read/memory/sort-order.ts';
import { seededRandom } from '../../../../../../builders/seeded-random.ts';

/** More values than are sorted in one step, and no power of two of them. */
const count = 50_000;

/** A column in which each value has a code of its own, and the last ones are absent. */
function columnOf(values: readonly PropertyValue[]) {
  const codes = Uint32Array.from({ length: values.length + 3 }, (_, index) =>
    index < values.length ? index + 1 : 0,
  );
  return { kind: 'coded', codes, values: [null, ...values] } as const;
}

/** The order of values that compare as their keys do, with the three absent ones first. */
function expectedOrder(keys: readonly (string | number)[]) {
  const indexes = keys.map((_, index) => index);
  indexes.sort((one, other) => {
    const [first, second] = [keys[one] as string | number, keys[other] as string | number];
    return (first < second ? -1 : first > second ? 1 : 0) || one - other;
  });
  return [0, 1, 2].map((index) => keys.length + index).concat(indexes);
}

test('text of many steps is ordered by code points, equal text as it was', () => {
  const random = seededRandom(15);
  const alphabet = ['a', 'b', 'Z', 'é', '\uff5e', '\u{1f6a2}'];
  const values = Array.from({ length: count }, () =>
    Array.from({ length: random.between(0, 6) }, () => random.pick(alphabet)).join(''),
  );
  // UTF-8 is ordered as code points are, and so is its hexadecimal form.
  const keys = values.map((value) => Buffer.from(value).toString('hex'));
  expect([...finish(ascendingOrder(columnOf(values)))]).toEqual(expectedOrder(keys));
});

test('numbers come before booleans, text, and lists and objects by their JSON', () => {
  const random = seededRandom(16);
  const makers: readonly (() => [value: PropertyValue, key: string])[] = [
    () => {
      const number = random.between(0, 999);
      return [number, `0 ${String(number).padStart(3, '0')}`];
    },
    () => {
      const isTrue = random.chance(0.5);
      return [isTrue, `1 ${isTrue}`];
    },
    () => {
      const text = `ship ${random.between(0, 99_999)}`;
      return [text, `2 ${text}`];
    },
    () => {
      const list = [random.between(0, 99), 'x'];
      return [list, `3 ${JSON.stringify(list)}`];
    },
  ];
  const made = Array.from({ length: count }, () => random.pick(makers)());
  const order = finish(ascendingOrder(columnOf(made.map(([value]) => value))));
  expect([...order]).toEqual(expectedOrder(made.map(([, key]) => key)));
});

test('a long sort takes many steps', () => {
  const values = Array.from({ length: count }, (_, index) => `ship ${(index * 7919) % count}`);
  expect([...ascendingOrder(columnOf(values))].length).toBeGreaterThan(6);
  const numbers = Float64Array.from({ length: 600_000 }, (_, index) => (index * 7919) % 600_000);
  expect([...ascendingOrder({ kind: 'numbers', numbers })].length).toBeGreaterThan(6);
});
