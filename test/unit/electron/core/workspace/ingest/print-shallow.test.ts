import { describe, expect, test } from 'vitest';
import { printShallow } from '../../../../../../electron/core/workspace/ingest/print-shallow.ts';

/** An object with lists in `levels` levels around a text with brackets, which nest nothing. */
function nested(levels: number): object {
  let value: unknown = '[{"[[[{{{';
  for (let level = 1; level < levels; level += 1) value = [value];
  return { value };
}

describe('objects are printed up to a depth', () => {
  test.each([
    ['no members', {}, '{}'],
    ['a text with brackets', nested(1), String.raw`{"value":"[{\"[[[{{{"}`],
    ['the last level', nested(3), String.raw`{"value":[["[{\"[[[{{{"]]}`],
    ['one level more', nested(4), undefined],
    ['more levels than the stack holds', nested(100_000), undefined],
    ['an object as the last member', { a: 1, b: { c: [] } }, '{"a":1,"b":{"c":[]}}'],
    ['a list in it', { a: 1, b: { c: [[]] } }, undefined],
  ])('%s', (_name, value, printed) => {
    expect(printShallow(value, 3)).toBe(printed);
  });
});
