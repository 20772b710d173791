import { expect, it } from 'vitest';
import { isNestedDeeperThan, parseBoundedJson } from '../../../../../electron/core/base/bounded-json.ts';

it('parses valid JSON within the bounds', () => {
  expect(parseBoundedJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
  expect(parseBoundedJson('[1]', { maxLength: 3, maxDepth: 1 })).toEqual([1]);
});

it.each([
  ['invalid', '{"a":', {}],
  ['empty', '', {}],
  ['too long', '[1]', { maxLength: 2 }],
  ['too deep', '[[1]]', { maxDepth: 1 }],
  ['far too deep', '['.repeat(1_000_000), {}],
])('gives undefined for a text that is %s', (_what, text, bounds) => {
  expect(parseBoundedJson(text, bounds)).toBeUndefined();
});

it('does not count brackets inside strings', () => {
  expect(isNestedDeeperThan('["[[[\\"[["]', 1)).toBe(false);
  expect(isNestedDeeperThan('{"a":{"b":[]}}', 2)).toBe(true);
  expect(isNestedDeeperThan('[[],[],[]]', 2)).toBe(false);
});
