import { type AnalyticSymbol, analytics } from './analytics.ts';

/** The symbols of documented analytics, and of records of two of them. */
export const knownSymbols: ReadonlyMap<string, AnalyticSymbol> = new Map<string, AnalyticSymbol>([
  ...analytics.map(({ name, symbol }) => [name, symbol] as const),
  [
    'SmallVesselDetection + LargeVesselDetection',
    { shape: 'hollow-hull', dark: '#fee43b', light: '#2d2d2d' },
  ],
]);

/** Colors for all other analytics, which are discs, or arrows where a heading is known. */
const otherColors: readonly (readonly [dark: string, light: string])[] = [
  ['#e6e05c', '#6b6a00'],
  ['#ff9ab0', '#a8325a'],
  ['#8fe3e8', '#0f6c74'],
  ['#c3cf93', '#59652a'],
  ['#d58bf2', '#8b2fb0'],
  ['#8f9bff', '#3f4bc4'],
  ['#ffc8a2', '#96500f'],
  ['#9fc7b4', '#3d6b57'],
];

/** The symbol of an analytic; it depends on the name only. */
export function analyticSymbol(analytic: string): AnalyticSymbol {
  const known =
    knownSymbols.get(analytic) ?? knownSymbols.get(analytic.split(' + ').toReversed().join(' + '));
  if (known) return known;
  const [dark, light] = otherColors[hash(analytic) % otherColors.length] as (typeof otherColors)[number];
  return { shape: 'disc', dark, light };
}

/** The color of an analytic, `#rrggbb`. */
export function analyticColor(analytic: string, scheme: 'dark' | 'light' = 'dark'): string {
  return analyticSymbol(analytic)[scheme];
}

/** FNV-1a over UTF-16 units, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
