import { parseIsoTime } from '../../../../shared/iso-8601.ts';
import { isRecordTime } from '../../../../shared/results/record-time.ts';

/** A point in time that a text names. */
export type Instant = {
  /** UTC with milliseconds, as GeoPackage's DATETIME requires; sorts like time within years 0000 to 9999. */
  readonly iso: string;
  readonly epochMs: number;
};

/** Parses a time of a record, an order or a file (`parseIsoTime`). Undefined for anything else. */
export function parseInstant(text: unknown): Instant | undefined {
  const time = typeof text === 'string' ? parseIsoTime(text) : undefined;
  return time && { iso: new Date(time.epochMs).toISOString(), epochMs: time.epochMs };
}

/** Parses a time of a record as `parseInstant` does. Undefined also where nothing can have happened then. */
export function parseRecordInstant(text: unknown): Instant | undefined {
  const instant = parseInstant(text);
  return instant && isRecordTime(instant.epochMs) ? instant : undefined;
}

/** Epoch milliseconds UTC of a stored time, NaN where there is none that a record can have. Other programs may have stored anything. */
export function storedEpoch(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN;
  // The engine parses the form that Sightline writes in a tenth of the time; it would read others in local time.
  const isWrittenForm = value.length === 24 && value[7] === '-' && value[10] === 'T' && value.endsWith('Z');
  const epochMs = isWrittenForm ? Date.parse(value) : (parseInstant(value)?.epochMs ?? Number.NaN);
  return isRecordTime(epochMs) ? epochMs : Number.NaN;
}
