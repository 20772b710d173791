import { normalizeLongitude } from '../../../shared/geo/longitude.ts';

/** A longitude on a line of the graticule, past ±180 on other copies of the world: `150° W` for 210. */
export function formatMeridian(longitude: number): string {
  return formatDegrees(normalizeLongitude(longitude), 'E', 'W');
}

/** A longitude or latitude on a line of the graticule: `120° E`, `31° 30′ N`, `0° 0′ 20″ S`; zero and 180 have no side. */
export function formatDegrees(value: number, positive: string, negative: string): string {
  const seconds = Math.round(Math.abs(value) * 3600);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[2] !== 0 ? 3 : parts[1] !== 0 ? 2 : 1;
  const text = ['°', '′', '″']
    .slice(0, shown)
    .map((mark, index) => `${parts[index]}${mark}`)
    .join(' ');
  if (seconds === 0 || seconds === 180 * 3600) return text;
  return `${text} ${value > 0 ? positive : negative}`;
}
