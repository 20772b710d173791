import type { LonLat } from './geometry.ts';
import { normalizeLongitude } from './longitude.ts';

/** Formats a position as `35.9412° N 124.6120° E`: latitude first, by default four decimals (about 11 m). */
export function formatDecimalDegrees(position: LonLat, decimals = 4): string {
  return formatWithHemispheres(position, (degrees) => {
    const digits = Math.abs(degrees).toFixed(decimals);
    return { text: `${digits}°`, isZero: Number(digits) === 0 };
  });
}

/** Formats a position as `35°56′28.3″ N 124°36′43.2″ E`: latitude first, by default tenths of seconds (about 3 m). */
export function formatDms(position: LonLat, decimals = 1): string {
  return formatWithHemispheres(position, (degrees) => {
    // Rounded once as a whole, so that minutes and seconds are never 60.
    const unit = 10 ** decimals;
    const parts = Math.round(Math.abs(degrees) * 3600 * unit);
    const minutes = Math.floor(parts / (60 * unit));
    const seconds = ((parts % (60 * unit)) / unit).toFixed(decimals);
    const text = `${Math.floor(minutes / 60)}°${pad(minutes % 60)}′${seconds.padStart(decimals === 0 ? 2 : decimals + 3, '0')}″`;
    return { text, isZero: parts === 0 };
  });
}

/**
 * Formats a position as `35°56.472′ N 124°36.720′ E`: latitude first, degrees and minutes, four decimals (about 0.2
 * m).
 */
export function formatDegreesMinutes(position: LonLat, decimals = 4): string {
  return formatWithHemispheres(position, (degrees) => {
    const unit = 10 ** decimals;
    const parts = Math.round(Math.abs(degrees) * 60 * unit);
    const minutes = ((parts % (60 * unit)) / unit).toFixed(decimals).padStart(decimals + 3, '0');
    return { text: `${Math.floor(parts / (60 * unit))}°${minutes}′`, isZero: parts === 0 };
  });
}

/** Formats a position as WKT, `POINT (124.612 35.9412)`: longitude first, seven decimals (about 1 cm). */
export function formatWktPoint(position: LonLat): string {
  return `POINT (${lonLatNumbers(position).join(' ')})`;
}

/**
 * Formats a position as GeoJSON, `{"type":"Point","coordinates":[124.612,35.9412]}`: longitude first, seven decimals.
 */
export function formatGeoJsonPoint(position: LonLat): string {
  return JSON.stringify({ type: 'Point', coordinates: lonLatNumbers(position) });
}

function lonLatNumbers([longitude, latitude]: LonLat): number[] {
  // Adding zero turns −0 into 0.
  return [normalizeLongitude(longitude), latitude].map((degrees) => Number(degrees.toFixed(7)) + 0);
}

function formatWithHemispheres(
  [longitude, latitude]: LonLat,
  format: (degrees: number) => { readonly text: string; readonly isZero: boolean },
): string {
  const one = (degrees: number, positive: string, negative: string) => {
    const { text, isZero } = format(degrees);
    return `${text} ${degrees < 0 && !isZero ? negative : positive}`;
  };
  return `${one(latitude, 'N', 'S')} ${one(normalizeLongitude(longitude), 'E', 'W')}`;
}

function pad(minutes: number): string {
  return String(minutes).padStart(2, '0');
}
