/** A point in time that a text names. */
export type Instant = {
  /** UTC with milliseconds, as GeoPackage's DATETIME requires; sorts like time within years 0000 to 9999. */
  readonly iso: string;
  readonly epochMs: number;
};

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Parses an ISO 8601 date or date and time. Without an offset it is UTC, as the service documents state for all times.
 * Fractions past milliseconds are cut off. Undefined for anything else, and for dates that do not exist.
 */
export function parseInstant(text: unknown): Instant | undefined {
  if (typeof text !== 'string') return undefined;
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', offset = 'Z'] = match;
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const wallMs = Date.parse(wall);
  // Date.parse rolls 30 February over into March, and hour 24 into the next day; NaN is no day either.
  if (new Date(wallMs).getUTCDate() !== Number(day)) return undefined;
  const epochMs = wallMs - offsetMs(offset);
  const iso = epochMs === wallMs ? wall : new Date(epochMs).toISOString();
  return /^\d{4}-/.test(iso) ? { iso, epochMs } : undefined;
}

/** Epoch milliseconds UTC of a stored time, NaN where there is none. Other programs may have stored anything. */
export function storedEpoch(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN;
  // As Sightline writes times; of a text without a zone Date.parse would make local time.
  return value.length === 24 && value.endsWith('Z')
    ? Date.parse(value)
    : (parseInstant(value)?.epochMs ?? Number.NaN);
}

function offsetMs(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2)) * (offset.length > 3 ? 1 : 0);
  return (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
}
