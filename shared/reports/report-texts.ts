import type { LonLat } from '../geo/geometry.ts';
import { parseIsoTime } from '../iso-8601.ts';
import type { Pass } from '../passes/pass.ts';

/** Text for what is not known. */
export const unknown = 'unknown';
/** Text for what a record does not have. */
export const notStated = 'not stated';

/** Time, sensor and place of a pass. */
export function reportedPassTitle({
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

/** The time from the first to the last of some passes, as the end of a phrase; empty where no time is known. */
export function periodText(passes: readonly Pick<Pass, 'startedAt'>[]): string {
  const times = passes.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]));
  if (times.length === 0) return '';
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return first === last
    ? `, collected ${instantText(first)}`
    : `, collected from ${instantText(first)} to ${instantText(last)}`;
}

/** A time as all reports state it, `2026-11-24 03:12:45 UTC`, from epoch milliseconds or ISO 8601; other text unchanged. */
export function instantText(instant: number | string): string {
  const epochMs = typeof instant === 'string' ? parseIsoTime(instant)?.epochMs : instant;
  if (epochMs === undefined) return String(instant);
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
