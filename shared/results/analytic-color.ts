/** Colors of the analytics in the ordering document; the vessel colors come from the design. */
const knownColors: ReadonlyMap<string, string> = new Map([
  ['SmallVesselDetection', '#ffb454'],
  ['LargeVesselDetection', '#ff6f61'],
  ['AircraftDetection', '#b894ff'],
  ['GroundVehicleDetection', '#a5d65a'],
  ['SPEX', '#f48fd0'],
  ['ChangeDetection', '#6aa8ff'],
  ['CarCounting', '#5fd9a5'],
  ['SubsidenceMonitoring', '#d9a77a'],
]);

/** Colors for all other analytics, distinct from those above and from the accent color of footprints. */
const otherColors = [
  '#e6e05c',
  '#ff9ab0',
  '#8fe3e8',
  '#c3cf93',
  '#d58bf2',
  '#8f9bff',
  '#ffc8a2',
  '#9fc7b4',
] as const;

/** Returns the color of an analytic on the dark map, `#rrggbb`; it depends on the name only. */
export function analyticColor(analytic: string): string {
  return knownColors.get(analytic) ?? otherColors[hash(analytic) % otherColors.length] ?? otherColors[0];
}

/** FNV-1a over UTF-16 units, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
