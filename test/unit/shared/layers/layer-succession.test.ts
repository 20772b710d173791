import { expect, test } from 'vitest';
import { formerImportsAfter, layerSuccession } from '../../../../shared/layers/vector-layer.ts';

/** A layer that had these contents one after another. */
const layerWith = (...imports: readonly string[]) => ({
  importedAt: imports.at(-1) ?? '',
  formerImports: imports.slice(0, -1),
});

test.each([
  ['a', 'a', 'same'],
  ['a', 'ab', 'newer'],
  ['ab', 'a', 'older'],
  ['ab', 'ac', 'diverged'],
  // Undone, and done again.
  ['ab', 'aba', 'newer'],
  ['aba', 'ab', 'older'],
  ['aba', 'abab', 'newer'],
  ['abab', 'aba', 'older'],
  // Undone there, replaced here.
  ['abc', 'aba', 'diverged'],
  ['a', 'b', 'diverged'],
] as const)('of a layer that had %s, one that had %s is %s', (here, arriving, expected) => {
  expect(layerSuccession(layerWith(...here), layerWith(...arriving))).toBe(expected);
});

test('a history of which the first contents are not known any more is compared by the others', () => {
  const times = Array.from({ length: 250 }, (_, number) => String(number));
  const after = (count: number) =>
    times.slice(1, count).reduce(
      (layer, importedAt) => ({
        importedAt,
        formerImports: [...formerImportsAfter(layer, { importedAt })],
      }),
      layerWith('0'),
    );
  expect(layerSuccession(after(200), after(250))).toBe('newer');
  expect(layerSuccession(after(250), after(200))).toBe('older');
  expect(layerSuccession({ ...after(200), importedAt: 'other' }, after(250))).toBe('diverged');
});

test('a layer that receives a newer one goes on with its history', () => {
  expect(formerImportsAfter(layerWith('a'), layerWith('a', 'b', 'c'))).toEqual(['a', 'b']);
  expect(formerImportsAfter(layerWith('a', 'b'), layerWith('b', 'a'))).toEqual(['a', 'b']);
});
