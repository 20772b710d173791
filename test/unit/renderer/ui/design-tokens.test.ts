import { describe, expect, test } from 'vitest';
import {
  type ColorScheme,
  type DesignToken,
  designTokens,
  tokenVariables,
} from '../../../../renderer/ui/design-tokens.ts';
import { contrastOf } from '../../../builders/color-math.ts';

/** The design: the surfaces on which a token is used, and its contrast on the worst of them. */
const surfaces = ['bg', 'field', 'panel', 'raised', 'hover'] as const;
const allSurfaces = [...surfaces, 'accentSoft'] as const;

const stated: readonly (readonly [
  DesignToken,
  readonly DesignToken[],
  Record<ColorScheme, number>,
  number,
])[] = [
  ['text', surfaces, { dark: 11, light: 13.3 }, 4.5],
  ['muted', allSurfaces, { dark: 4.6, light: 5.25 }, 4.5],
  ['accent', surfaces, { dark: 6.8, light: 5.1 }, 4.5],
  ['accentText', ['accentFill'], { dark: 7.9, light: 5.3 }, 4.5],
  ['accentSoftText', ['accentSoft'], { dark: 8.5, light: 7.4 }, 4.5],
  ['ok', allSurfaces, { dark: 5.9, light: 4.8 }, 4.5],
  ['warn', surfaces, { dark: 7.7, light: 5.4 }, 4.5],
  ['bad', allSurfaces, { dark: 4.7, light: 5.4 }, 4.5],
  ['unsure', allSurfaces, { dark: 5.6, light: 6.1 }, 4.5],
  ['fieldBorder', ['bg', 'field', 'panel', 'raised'], { dark: 3.3, light: 3.3 }, 3],
];

describe.each(['dark', 'light'] as const)('%s', (scheme) => {
  const tokens = designTokens[scheme];

  test.each(stated)(
    '%s has its contrast on every surface that it is used on',
    (name, on, contrast, least) => {
      const lowest = Math.min(...on.map((surface) => contrastOf(tokens[name], tokens[surface])));
      expect(lowest).toBeGreaterThanOrEqual(least);
      expect(lowest).toBeGreaterThanOrEqual(contrast[scheme] - 0.05);
    },
  );
});

test('a token is a CSS variable of the same name, with dashes', () => {
  expect(tokenVariables('light')).toMatchObject({ '--bg': '#e9edf1', '--accent-soft-text': '#0a4f5b' });
});
