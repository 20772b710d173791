import { useComputedColorScheme } from '@mantine/core';
import type { ColorScheme } from './design-tokens.ts';

/** The color scheme in use, for what is drawn on a canvas; CSS follows by its variables. */
export function useColorScheme(): ColorScheme {
  return useComputedColorScheme('dark', { getInitialValueInEffect: false });
}
