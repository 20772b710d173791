import { expect, it, vi } from 'vitest';
import { oncePerObject } from '../../shared/once-per-object.ts';

it('works each object out once, undefined answers too', () => {
  const work = vi.fn(({ value }: { value: number | undefined }) => value);
  const remember = oncePerObject(work);
  const [one, same, none] = [{ value: 1 }, { value: 1 }, { value: undefined }];
  expect([one, same, none, one, none].map(remember)).toEqual([1, 1, undefined, 1, undefined]);
  expect(work).toHaveBeenCalledTimes(3);
});
