import { expect, test } from 'vitest';
import { IdSet } from '../../../../shared/results/id-set.ts';

test('contains each id once, sorted', () => {
  const set = IdSet.of([7, 3, 4_000_000_000, 3, 0]);
  expect([...set]).toEqual([0, 3, 7, 4_000_000_000]);
  expect(set.size).toBe(4);
  expect([0, 3, 7, 4_000_000_000].every((id) => set.has(id))).toBe(true);
  expect([1, 8, 4_000_000_001].some((id) => set.has(id))).toBe(false);
  expect(IdSet.of([]).has(0)).toBe(false);
});

test('unites, subtracts and toggles without changing the operands', () => {
  const one = IdSet.of([1, 2, 3]);
  expect([...one.with(IdSet.of([0, 2, 9]))]).toEqual([0, 1, 2, 3, 9]);
  expect([...one.without(IdSet.of([0, 2, 9]))]).toEqual([1, 3]);
  expect([...one.toggle(2)]).toEqual([1, 3]);
  expect([...one.toggle(5)]).toEqual([1, 2, 3, 5]);
  expect([...one.with(IdSet.empty)]).toEqual([1, 2, 3]);
  expect([...IdSet.empty.without(one)]).toEqual([]);
  expect([...one]).toEqual([1, 2, 3]);
});
