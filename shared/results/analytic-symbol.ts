import type { ShapeName } from './symbol-shapes.ts';

/** How the detections of an analytic look, in legend, tables, charts, print and on the map. */
export type AnalyticSymbol = {
  readonly shape: ShapeName;
  /** `#rrggbb` for each color scheme. */
  readonly dark: string;
  readonly light: string;
};

/** The analytics of service.md (renderer/ui/README.md); their colors differ for color-blind users, too. */
export const knownSymbols: ReadonlyMap<string, AnalyticSymbol> = new Map([
  ['SmallVesselDetection', { shape: 'dart', dark: '#e2a037', light: '#bf6102' }],
  ['LargeVesselDetection', { shape: 'hull', dark: '#d85841', light: '#a72003' }],
  [
    'SmallVesselDetection + LargeVesselDetection',
    { shape: 'hollow-hull', dark: '#fee43b', light: '#2d2d2d' },
  ],
  ['GroundVehicleDetection', { shape: 'square', dark: '#8eaa81', light: '#6f855c' }],
  ['AircraftDetection', { shape: 'plane', dark: '#6e73f6', light: '#6c3791' }],
  ['SPEX', { shape: 'diamond', dark: '#d7c8e8', light: '#9b6e92' }],
  ['CarCounting', { shape: 'pill', dark: '#8afeb7', light: '#066346' }],
  ['ChangeDetection', { shape: 'hollow-triangle', dark: '#63affd', light: '#0666f6' }],
  ['SubsidenceMonitoring', { shape: 'barred-triangle', dark: '#887b72', light: '#481500' }],
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
