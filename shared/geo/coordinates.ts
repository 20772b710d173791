import type { LonLat } from './geometry.ts';
import { normalizeLongitude } from './longitude.ts';

/**
 * A position as `35.9412 N 124.6120 E`: latitude first, as analysts write it, four decimals (about 11 m) unless told
 * otherwise.
 */
export function formatDecimalDegrees(position: LonLat, decimals = 4): string {
  return withLetters(position, (degrees) => {
    const digits = Math.abs(degrees).toFixed(decimals);
    return { text: digits, isZero: Number(digits) === 0 };
  });
}

/**
 * A position as `35°56′28.3″ N 124°36′43.2″ E`: latitude first, tenths of seconds (about 3 m) unless told otherwise.
 */
export function formatDms(position: LonLat, decimals = 1): string {
  return withLetters(position, (degrees) => {
    // Rounded once and as a whole, so that there is never a 60 among minutes and seconds.
    const unit = 10 ** decimals;
    const parts = Math.round(Math.abs(degrees) * 3600 * unit);
    const minutes = Math.floor(parts / (60 * unit));
    const seconds = ((parts % (60 * unit)) / unit).toFixed(decimals);
    const text = `${Math.floor(minutes / 60)}°${pad(minutes % 60)}′${seconds.padStart(decimals === 0 ? 2 : decimals + 3, '0')}″`;
    return { text, isZero: parts === 0 };
  });
}

/** A position as `35°56.472′ N 124°36.720′ E`: latitude first, degrees and minutes, four decimals (about 0.2 m). */
export function formatDegreesMinutes(position: LonLat, decimals = 4): string {
  return withLetters(position, (degrees) => {
    const unit = 10 ** decimals;
    const parts = Math.round(Math.abs(degrees) * 60 * unit);
    const minutes = ((parts % (60 * unit)) / unit).toFixed(decimals).padStart(decimals + 3, '0');
    return { text: `${Math.floor(parts / (60 * unit))}°${minutes}′`, isZero: parts === 0 };
  });
}

/** A position as WKT, `POINT (124.612 35.9412)`: longitude first, seven decimals (about 1 cm). */
export function formatWktPoint(position: LonLat): string {
  return `POINT (${lonLatNumbers(position).join(' ')})`;
}

/** A position as GeoJSON, `{"type":"Point","coordinates":[124.612,35.9412]}`: longitude first, seven decimals. */
export function formatGeoJsonPoint(position: LonLat): string {
  return JSON.stringify({ type: 'Point', coordinates: lonLatNumbers(position) });
}

function lonLatNumbers([longitude, latitude]: LonLat): number[] {
  // Adding zero keeps a −0 out of the text.
  return [normalizeLongitude(longitude), latitude].map((degrees) => Number(degrees.toFixed(7)) + 0);
}

function withLetters(
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
