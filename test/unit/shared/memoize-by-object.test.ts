import { expect, it, vi } from 'vitest';
import { memoizeByObject } from '../../../shared/memoize-by-object.ts';

it('computes the value of each object once, also undefined', () => {
  const work = vi.fn(({ value }: { value: number | undefined }) => value);
  const remember = memoizeByObject(work);
  const [one, same, none] = [{ value: 1 }, { value: 1 }, { value: undefined }];
  expect([one, same, none, one, none].map(remember)).toEqual([1, 1, undefined, 1, undefined]);
  expect(work).toHaveBeenCalledTimes(3);
});
