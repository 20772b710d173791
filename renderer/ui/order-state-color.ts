import type { ColorScheme } from './design-tokens.ts';

/** Colors of the documented states for each color scheme, easy to distinguish on its map. */
const stateColors: ReadonlyMap<string, Readonly<Record<ColorScheme, string>>> = new Map([
  ['created', { dark: '#9db8d2', light: '#44698c' }],
  ['open', { dark: '#94a2b0', light: '#54616d' }],
  ['payment-pending', { dark: '#f0b429', light: '#855500' }],
  ['under-review', { dark: '#b894ff', light: '#6539b8' }],
  ['accepted', { dark: '#4cc2d4', light: '#0a6d7d' }],
  ['in-progress', { dark: '#5b9dff', light: '#1f5fc4' }],
  ['completed', { dark: '#5ec98b', light: '#1a7443' }],
  ['cancelled', { dark: '#a08a78', light: '#7a5c44' }],
  ['closed', { dark: '#8795a3', light: '#68747f' }],
]);

/** The color of unknown and missing states; their areas are drawn dashed, too. */
const unknownStateColor = { dark: '#f3f3f3', light: '#2d2d2d' } as const;

/** The colors of a state on the map and in its legend, `#rrggbb`. */
export function orderStateColors(state: string | null): Readonly<Record<ColorScheme, string>> {
  return (state === null ? undefined : stateColors.get(state)) ?? unknownStateColor;
}
