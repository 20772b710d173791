/** A point in time that a text names. */
export type IsoTime = {
  /** Epoch milliseconds, UTC; shorter fractions are cut off. */
  readonly epochMs: number;
  /** Whether the text names its offset from UTC. A date never does. */
  readonly hasZone: boolean;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const firstMs = Date.parse('0000-01-01T00:00:00.000Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

// ISO 8601-1:2019, 5.2: calendar, ordinal and week dates, basic or extended, also with reduced precision.
const year = String.raw`(?<year>\d{4}|[+-]\d{6})`;
const date = String.raw`${year}(?:-?W(?<week>\d\d)(?:-?(?<weekday>\d))?|-(?<month>\d\d)(?:-(?<day>\d\d))?|(?<basicMonth>\d\d)(?<basicDay>\d\d)|-?(?<ordinal>\d{3}))?`;
// 5.3: hours, minutes and seconds; the last one that is there may have a decimal fraction.
const time = String.raw`(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d))?)?(?:[.,](?<fraction>\d+))?`;
// One or three digits, and UTC and GMT, are in no standard, but can mean one thing only.
const zone = String.raw`(?<zone>Z|UTC|GMT|[+-](?<zoneHour>\d\d?)(?::?(?<zoneMinute>\d\d))?)`;
// RFC 9557, 3.1: the name of a time zone and tags behind an offset, which counts; a critical one (!) must be known.
const tags = String.raw`(?:\[[A-Za-z._][\w.+\-/]*\])?(?:\[[a-z_][a-z\d_-]*=[A-Za-z\d-]+\])*`;
const pattern = new RegExp(`^${date}(?:[T ]${time}(?: ?${zone}${tags})?)?$`, 'i');

/** Hyphen, non-breaking hyphen and minus: ISO 8601-1, 3.2.1, writes `-` where a character set has neither. */
const dashes = /[\u2010\u2011\u2212]/g;

/**
 * Reads a date or a date and time as in ISO 8601-1 or RFC 3339: all its forms of dates, 24:00, leap seconds, fractions
 * of any length, and offsets up to 23:59. Names of zones (RFC 9557) may follow an offset. A part that is not stated is
 * its beginning. Without an offset a time is UTC, as the service documents state for all times. Undefined for anything else, for dates that do not exist and for years past 0 to 9999.
 */
export function parseIsoTime(text: string): IsoTime | undefined {
  const groups = pattern.exec(text.trim().replace(dashes, '-'))?.groups;
  if (!groups) return undefined;
  const day = readDay(groups);
  const timeOfDay = readTimeOfDay(groups);
  const offset = readOffset(groups);
  if (day === undefined || timeOfDay === undefined || offset === undefined) return undefined;
  const epochMs = day + timeOfDay - offset;
  // A leap second is the last of a day of UTC.
  if (groups.second === '60' && Math.floor(epochMs / minuteMs) % (dayMs / minuteMs) !== 0) return undefined;
  return epochMs >= firstMs && epochMs <= lastMs
    ? { epochMs, hasZone: groups.zone !== undefined }
    : undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The beginning of the day, epoch milliseconds as if in UTC. */
function readDay(groups: Groups): number | undefined {
  const yearNumber = Number(groups.year);
  // Date.UTC takes the years 0 to 99 for those of the 20th century.
  const start = new Date(0).setUTCFullYear(yearNumber, 0, 1);
  if (groups.week !== undefined) return readWeekDay(yearNumber, groups.week, groups.weekday ?? '1');
  if (groups.ordinal !== undefined) {
    const day = start + (Number(groups.ordinal) - 1) * dayMs;
    return new Date(day).getUTCFullYear() === yearNumber ? day : undefined;
  }
  const month = Number(groups.month ?? groups.basicMonth ?? 1) - 1;
  const dayOfMonth = Number(groups.day ?? groups.basicDay ?? 1);
  const day = new Date(0).setUTCFullYear(yearNumber, month, dayOfMonth);
  // 30 February would be in March.
  return new Date(day).getUTCMonth() === month ? day : undefined;
}

/** ISO 8601-1, 3.1.1.23: week 1 has the year's first Thursday, and weeks begin on Monday. */
function readWeekDay(yearNumber: number, week: string, weekday: string): number | undefined {
  const mondayOfWeek1 = mondayOf(new Date(0).setUTCFullYear(yearNumber, 0, 4));
  const monday = mondayOfWeek1 + (Number(week) - 1) * 7 * dayMs;
  const thursday = new Date(monday + 3 * dayMs);
  const isInYear = thursday.getUTCFullYear() === yearNumber;
  const day = Number(weekday);
  return isInYear && day >= 1 && day <= 7 ? monday + (day - 1) * dayMs : undefined;
}

function mondayOf(day: number): number {
  return day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs;
}

/** Milliseconds since midnight. */
function readTimeOfDay({ hour = '00', minute, second, fraction }: Groups): number | undefined {
  const [hours, minutes, seconds] = [Number(hour), Number(minute ?? 0), Number(second ?? 0)];
  const unit = second !== undefined ? 1000 : minute !== undefined ? minuteMs : hourMs;
  const fractionMs = fraction === undefined ? 0 : fractionOf(unit, fraction);
  const milliseconds = hours * hourMs + minutes * minuteMs + seconds * 1000 + fractionMs;
  return minutes <= 59 && seconds <= 60 && (hours <= 23 || isEndOfDay(milliseconds, fraction))
    ? milliseconds
    : undefined;
}

/** Whole milliseconds; as integers, since 0.29 of a minute would be 17,399 ms in floating point. */
function fractionOf(unitMs: number, digits: string): number {
  const used = digits.slice(0, 20);
  return Number((BigInt(used) * BigInt(unitMs)) / 10n ** BigInt(used.length));
}

function isEndOfDay(milliseconds: number, fraction = ''): boolean {
  return milliseconds === dayMs && /^0*$/.test(fraction);
}

/** Milliseconds to subtract. RFC 3339, 5.6: the hours of an offset are those of a clock. */
function readOffset({ zone: text, zoneHour, zoneMinute = '00' }: Groups): number | undefined {
  if (text === undefined || zoneHour === undefined) return 0;
  const [hours, minutes] = [Number(zoneHour), Number(zoneMinute)];
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * hourMs + minutes * minuteMs);
}
