import type { LonLat } from '../geo/geometry.ts';
import type { Pass } from '../passes/pass.ts';

/** Of what is not known. */
export const unknown = 'unknown';
/** Of what a record does not have. */
export const notStated = 'not stated';

/** Time, sensor and place of a pass. */
export function passTitle({
  startedAt,
  sensorName,
  place,
}: Pick<Pass, 'startedAt' | 'sensorName' | 'place'>): string {
  return [
    startedAt === null ? 'Unknown time' : instantText(startedAt),
    sensorName ?? 'unknown sensor',
    ...(place === null ? [] : [place]),
  ].join(' · ');
}

/** `35.10000° N, 129.10000° E`. */
export function positionText([longitude, latitude]: LonLat): string {
  const side = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;
  return `${side(latitude, ['N', 'S'])}, ${side(longitude, ['E', 'W'])}`;
}

/** `2026-11-24 03:12:45 UTC`. */
export function instantText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
