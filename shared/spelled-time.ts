import { parseIsoTime } from './iso-8601.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const weekday = String.raw`(?:(?<weekday>sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?\.?,?\s+)?`;
const month = String.raw`(?<month>${months.join('|')})[a-z]*\.?`;
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|\.)?`;
const clock = String.raw`(?<hour>\d{1,2}):(?<rest>\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(?<half>[ap]\.?\s?m\.?)?`;
const zone = String.raw`(?<zone>z|utc|gmt|ut|(?:utc|gmt)?[+-]\d\d?(?::?\d\d)?)`;
const zoneName = String.raw`(?:\s*\([^)]*\))?`;
/** Forms in which the name of a month leaves no doubt about the order of its date. */
const forms = [
  // HTTP, mail (RFC 5322) and RFC 850: `Thu, 26 Nov 2026 09:31:05 GMT`, `Thursday, 26-Nov-26 09:31:05 GMT`.
  new RegExp(
    `^${weekday}${day}[ /-]${month}[ ,/-]+(?<year>\\d{4}|\\d\\d)(?:,?[ T:]+${clock}(?:\\s*${zone}${zoneName})?)?$`,
    'i',
  ),
  // C, Unix `date` and JavaScript: `Thu Nov 26 09:31:05 UTC 2026`, `Nov 26, 2026 9:31:05 AM`.
  new RegExp(`^${weekday}${month}\\s+${day}\\s+${clock}(?:\\s+${zone})?\\s+(?<year>\\d{4})$`, 'i'),
  new RegExp(
    `^${weekday}${month}\\s+${day},?\\s+(?<year>\\d{4})(?:,?\\s+${clock}(?:\\s*${zone}${zoneName})?)?$`,
    'i',
  ),
  new RegExp(`^(?<year>\\d{4})[ -]${month}[ -]${day}(?:[ T]+${clock}(?:\\s*${zone})?)?$`, 'i'),
  // Unix `date` since 2018, where hours are of 12: `Thu Nov 26 09:31:05 AM UTC 2026` is above.
  new RegExp(`^${weekday}${day}\\s+${month}\\s+${clock}(?:\\s+${zone})?\\s+(?<year>\\d{4})$`, 'i'),
];

/**
 * Reads a time whose month is spelled, as mail, HTTP, C and Unix `date` write it: epoch milliseconds UTC, which it is without a zone.
 * Undefined for anything else: for names of zones other than UTC and GMT, which are not unique,
 * for a day of the week that is not that of the date, and for years of two digits without one.
 */
export function parseSpelledTime(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/[a-z]{3}/i.test(trimmed)) return undefined;
  for (const form of forms) {
    const groups = form.exec(trimmed)?.groups;
    if (groups) return readGroups(groups);
  }
  return undefined;
}

/** Go prints `2026-11-26 09:31:05.2 +0000 UTC m=+0.1`: the offset counts, the name of the zone repeats it. */
export function withoutNameOfZone(text: string): string {
  if (text.length < 23 || (!text.includes(' +') && !text.includes(' -'))) return text;
  return text.replace(
    /^(\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d+)?)? [+-]\d{4})(?: (?:[A-Z]{1,5}|[+-]\d\d(?:\d\d)?))?(?: m=[+-][\d.]+)?$/,
    '$1',
  );
}

function readGroups(groups: Readonly<Record<string, string | undefined>>): number | undefined {
  const { year = '', day: ofMonth = '', hour, rest = '', half, zone: named = 'Z' } = groups;
  const monthNumber = months.indexOf((groups.month ?? '').toLowerCase()) + 1;
  if (year.length === 2 && groups.weekday === undefined) return undefined;
  const date = `${year.padStart(4, '20')}-${two(monthNumber)}-${two(Number(ofMonth))}`;
  const hours = hour === undefined ? '00' : hourOf(hour, half);
  if (hours === undefined) return undefined;
  const offset = /^(?:z|utc|gmt|ut)$/i.test(named) ? 'Z' : named.replace(/^(?:utc|gmt)/i, '');
  const timeMs = parseIsoTime(hour === undefined ? date : `${date}T${hours}:${rest}${offset}`)?.epochMs;
  const stated = groups.weekday?.slice(0, 3).toLowerCase();
  if (timeMs === undefined || stated === undefined) return timeMs;
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] === stated ? timeMs : undefined;
}

/** The hour of a day of 24, of two digits; undefined where there is none, such as 13 PM. */
export function hourOf(hour: string, half: string | undefined): string | undefined {
  if (half === undefined) return hour.padStart(2, '0');
  const value = Number(hour);
  if (value < 1 || value > 12) return undefined;
  return two((value % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0));
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
