import { fail, type Result, succeed } from './result.ts';

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

const remedy =
  'Write UTC as 2026-11-20, 2026-11-20 08:00 or 2026-11-20T08:00:00Z, or a time such as now - 3d or yesterday.';

/**
 * Reads a time as an analyst types it, always UTC: `YYYY-MM-DD` (the start of that day), `YYYY-MM-DD HH:mm` with or
 * without seconds and milliseconds, or ISO 8601 with `Z`. Returns ISO 8601 with `Z` and milliseconds.
 *
 * Fails with `invalid-input` for anything else: for days and hours that do not exist, and for an offset other than `Z`,
 * which is refused rather than converted, because the user may not know that times are UTC here.
 */
export function parseUtcInput(text: string): Result<string> {
  const typed = text.trim();
  if (typed === '') return fail('invalid-input', `A time is missing. ${remedy}`);
  const match = pattern.exec(typed);
  if (!match) return fail('invalid-input', `“${typed}” is not a time. ${remedy}`);
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  if (zone.toUpperCase() !== 'Z') {
    return fail('invalid-input', `“${typed}” has the offset ${zone}. Convert it to UTC and end it with Z.`);
  }
  const instant = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}Z`;
  const milliseconds = Date.parse(instant);
  // Date.parse rolls 30 February over into March, and 24:00 into the next day.
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString() !== instant) {
    return fail('invalid-input', `“${typed}” does not exist in the calendar or on the clock. ${remedy}`);
  }
  return succeed(instant);
}
