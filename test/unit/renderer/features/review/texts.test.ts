import { expect, it } from 'vitest';
import { texts } from '../../../../../renderer/features/review/texts.ts';

it('estimates how long the rest of a review takes', () => {
  expect([10_000, 60_000, 150 * 60_000].map(texts.estimate)).toEqual([
    'about 10 s to go',
    'about 1 min to go',
    'about 2 h 30 min to go',
  ]);
});
