import type { LonLat } from './geometry.ts';
import { normalizeLongitude } from './longitude.ts';

/** A position as `35.9412 N 124.6120 E`: latitude first, as analysts write it, four decimals (about 11 m). */
export function formatDecimalDegrees([longitude, latitude]: LonLat): string {
  const format = (degrees: number, positive: string, negative: string) => {
    const digits = Math.abs(degrees).toFixed(4);
    return `${digits} ${degrees < 0 && Number(digits) > 0 ? negative : positive}`;
  };
  return `${format(latitude, 'N', 'S')} ${format(normalizeLongitude(longitude), 'E', 'W')}`;
}

const tenthsPerMinute = 600;
const tenthsPerDegree = 36_000;

/** A position as `35°56′28.3″ N 124°36′43.2″ E`: latitude first, tenths of seconds (about 3 m). */
export function formatDms([longitude, latitude]: LonLat): string {
  const format = (degrees: number, positive: string, negative: string) => {
    // Rounded once and as a whole, so that there is never a 60 among minutes and seconds.
    const tenths = Math.round(Math.abs(degrees) * tenthsPerDegree);
    const wholeDegrees = Math.floor(tenths / tenthsPerDegree);
    const minutes = Math.floor((tenths % tenthsPerDegree) / tenthsPerMinute);
    const seconds = ((tenths % tenthsPerMinute) / 10).toFixed(1);
    const hemisphere = degrees < 0 && tenths > 0 ? negative : positive;
    return `${wholeDegrees}°${String(minutes).padStart(2, '0')}′${seconds.padStart(4, '0')}″ ${hemisphere}`;
  };
  return `${format(latitude, 'N', 'S')} ${format(normalizeLongitude(longitude), 'E', 'W')}`;
}
