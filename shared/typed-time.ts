const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]+(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?\s*(?:Z|UTC)?$/i;

/**
 * A UTC time as people type it, `YYYY-MM-DD`, `YYYY-MM-DD HH:mm` (seconds too) or ISO 8601 with `Z`, as an instant
 * in ISO 8601. A date alone is its midnight. Null for anything else: other zones, and days that do not exist.
 */
export function parseTypedUtc(text: string): string | null {
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const millisecond = Number((match[7] ?? '').padEnd(3, '0'));
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond));
  // Date.UTC takes 31 February for 3 March, and the years 0 to 99 for 1900 to 1999.
  const asTyped = [
    time.getUTCFullYear() === year,
    time.getUTCMonth() === month - 1,
    time.getUTCDate() === day,
    time.getUTCHours() === hour,
    time.getUTCMinutes() === minute,
    time.getUTCSeconds() === second,
  ];
  return asTyped.every(Boolean) ? time.toISOString() : null;
}
