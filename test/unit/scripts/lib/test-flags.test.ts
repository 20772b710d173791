import { expect, test } from 'vitest';
import { parseTestFlags } from '../../../../scripts/lib/test-flags.mjs';

test('--changed begins at the last commit unless another is given', () => {
  expect(parseTestFlags([])).toEqual({ shard: undefined, changed: undefined });
  expect(parseTestFlags(['--shard', '1/2'])).toEqual({ shard: '1/2', changed: undefined });
  expect(parseTestFlags(['--changed'])).toEqual({ shard: undefined, changed: 'HEAD' });
  expect(parseTestFlags(['--changed', 'main~3'])).toEqual({ shard: undefined, changed: 'main~3' });
});

test.each([[['main~3']], [['--changed', 'main', 'other']], [['--chnaged']]])('%j is refused', (args) => {
  expect(() => parseTestFlags(args)).toThrow();
});
