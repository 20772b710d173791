import { expect, it, vi } from 'vitest';
import { memoizeByNames } from '../../../shared/memoize-by-names.ts';

it('computes once for the same names in the same order, also between others', () => {
  const work = vi.fn((names: readonly string[]) => ({ text: names.join() }));
  const remember = memoizeByNames(work);
  const objects = [{}, { a: 1 }, { a: 1, b: 2 }, { b: 1, a: 2 }, { a: 3, b: 4 }, { a: 5 }, {}];
  expect(objects.map((each) => remember(each).text)).toEqual(['', 'a', 'a,b', 'b,a', 'a,b', 'a', '']);
  expect(work).toHaveBeenCalledTimes(4);
});

it('leaves out inherited names', () => {
  const remember = memoizeByNames((names) => ({ text: names.join() }));
  const objects = [{ a: 1 }, Object.create({ a: 1 }), { a: 2 }];
  expect(objects.map((each) => remember(each).text)).toEqual(['a', '', 'a']);
});

it('knows the names of many objects at most', () => {
  const remember = memoizeByNames((names) => ({ names }));
  const [first] = Array.from({ length: 30_000 }, (_, index) => remember({ [`name ${index}`]: 1 }));
  expect(remember({ 'name 0': 1 })).not.toBe(first);
  expect(remember({ 'name 0': 1 })).toEqual(first);
});
