import { displayFormat, formatDecimals, metresPerUnit, numberLanguage } from './display-format.ts';
import { parseIsoTime } from './iso-8601.ts';

/** Creating a format takes long, compared with formatting a number. */
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(maximumFractionDigits: number): Intl.NumberFormat {
  const language = numberLanguage();
  const key = `${language} ${maximumFractionDigits}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits });
  numberFormats.set(key, format);
  return format;
}

/** A count with thousands separators: `371,115`. */
export function formatCount(count: number): string {
  return numberFormat(0).format(count);
}

/** A number with at most this many decimals. */
export function formatNumber(value: number, maxDecimals: number): string {
  return numberFormat(maxDecimals).format(value);
}

/** A number with at most this many significant digits: `0.0123`, `1,230`. */
export function formatSignificant(value: number, digits: number): string {
  return Number(value.toPrecision(digits)).toLocaleString(numberLanguage(), {
    maximumSignificantDigits: digits,
  });
}

/** An angle with exactly this many decimals: `31.4°`. */
export function formatAngle(degrees: number, decimals = 1): string {
  return `${formatDecimals(degrees, decimals)}°`;
}

/** The denominator of a scale to three digits: `1,200,000`. */
export function formatScale(denominator: number): string {
  return formatSignificant(denominator, 3);
}

/** The number of shown items of all: `12 of 40`, or `40` when all are. */
export function formatShown(shown: number, all: number): string {
  return shown === all ? formatCount(all) : `${formatCount(shown)} of ${formatCount(all)}`;
}

/** A count and its noun: `1 record`, `2,000 records`. */
export function formatQuantity(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** A mean count with at most one decimal below 100: `4.2`, `131`. */
export function formatRate(rate: number): string {
  return rate >= 100 ? formatCount(Math.round(rate)) : formatNumber(rate, 1);
}

/** A direction in whole degrees clockwise from north, 000° to 359°. */
export function formatDirection(degrees: number): string {
  const whole = ((Math.round(degrees) % 360) + 360) % 360;
  return `${String(whole).padStart(3, '0')}°`;
}

const compassWords = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const;

/** The nearest of eight compass directions: `east` for 078°. */
export function compassWord(degrees: number): string {
  return compassWords.at(Math.round(degrees / 45) % compassWords.length) ?? 'north';
}

/** Bytes in the largest decimal unit that leaves at least one whole: `1.3 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${numberFormat(1).format(value)} ${units[unit]}`;
}

/** A duration in its two largest units, rounded down: `34 s`, `4 min 10 s`, `12 min`, `7 h 41 min`, `3 d 4 h`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 0) return `−${formatDuration(-milliseconds)}`;
  const whole = Math.floor(milliseconds / 1000);
  // From ten minutes on, seconds are more than anyone reads.
  const seconds = whole < 600 ? whole : whole - (whole % 60);
  const units = [
    ['d', Math.floor(seconds / 86_400)],
    ['h', Math.floor(seconds / 3600) % 24],
    ['min', Math.floor(seconds / 60) % 60],
    ['s', seconds % 60],
  ] as const;
  const first = units.findIndex(([, count]) => count > 0);
  if (first < 0) return milliseconds === 0 ? '0 s' : 'under a second';
  return units
    .slice(first, first + 2)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${formatCount(count)} ${unit}`)
    .join(' ');
}

/**
 * Formats a UTC instant as `2026-11-18 21:14:07Z`, without `Z` where a heading states UTC. Invalid text is returned
 * unchanged.
 */
export function formatUtc(instant: string | number, { zone = true } = {}): string {
  const time = dateOf(instant);
  if (!time) return String(instant);
  return `${time.toISOString().slice(0, 19).replace('T', ' ')}${zone ? 'Z' : ''}`;
}

/**
 * Formats an instant according to the settings, with its zone: `2026-11-18 21:14:07Z`, `2026-11-19 06:14:07 GMT+9`,
 * `18.11.2026, 21:14:07 UTC`. `zone` false leaves out `Z` or `UTC` where a heading states it (`timeHeading`). Invalid
 * text is returned unchanged.
 */
export function formatTime(instant: string | number, { zone = true } = {}): string {
  const { language, times } = displayFormat();
  const isUtc = times === 'utc';
  if (language === 'iso' && isUtc) return formatUtc(instant, { zone });
  const time = dateOf(instant);
  if (!time) return String(instant);
  const text = localFormat({
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(time);
  if (isUtc) return zone ? `${text} UTC` : text;
  return `${text} ${zoneOffset(time)}`;
}

/** Formats the day of an instant according to the settings: `2026-11-18`, `18.11.2026`. Invalid text is unchanged. */
export function formatDay(instant: string | number): string {
  const time = dateOf(instant);
  return time ? localFormat({}).format(time) : String(instant);
}

/** A format of days, and more, by the settings. Swedish dates are those of ISO 8601. */
function localFormat(more: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { language, times } = displayFormat();
  // A new format each time: a cached one would keep the time zone that the computer had when it was created.
  return new Intl.DateTimeFormat(language === 'iso' ? 'sv-SE' : language, {
    ...(times === 'utc' ? { timeZone: 'UTC' } : {}),
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...more,
  });
}

/** Texts are read as all times from elsewhere are; JavaScript would read those without a zone in local time. */
function dateOf(instant: string | number): Date | undefined {
  const time = new Date(
    typeof instant === 'string' ? (parseIsoTime(instant)?.epochMs ?? Number.NaN) : instant,
  );
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The heading of a column of times: `Collected (UTC)`; local times state their offset themselves. */
export function timeHeading(label: string): string {
  return displayFormat().times === 'utc' ? `${label} (UTC)` : label;
}

/** The offset of this computer's time zone at a time: `GMT+9`, `GMT+5:30`. */
function zoneOffset(time: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset' }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** A distance on the ground in the unit of the settings: `842 m`, `12.35 km`, `1,204.6 nm`, `0.270 mi`. */
export function formatMetres(metres: number): string {
  const { distance } = displayFormat();
  if (distance === 'km' && metres < 1000) return `${numberFormat(0).format(metres)} m`;
  const value = metres / metresPerUnit[distance];
  const decimals = value < 1 ? 3 : value < 100 ? 2 : distance === 'km' || value < 1000 ? 1 : 0;
  return `${formatDecimals(value, decimals)} ${distance}`;
}

/** A number without groups of digits, since it may be an identifier; six significant digits unless it is an integer. */
export function formatPlainNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Number(value.toPrecision(6)).toLocaleString(numberLanguage(), {
    maximumSignificantDigits: 6,
    useGrouping: false,
  });
}

/** The length of an object, by default with at most one decimal, in the unit of the settings: `320.6 m`, `1,051.8 ft`. */
export function formatObjectLength(metres: number, decimals = 1): string {
  const { length } = displayFormat();
  return `${numberFormat(decimals).format(metres / metresPerUnit[length])} ${length}`;
}

/** A value with its unit according to the settings: metres become feet, everything else stays. */
export function toDisplayUnit(value: number, unit: string | null): { value: number; unit: string | null } {
  if (unit !== 'm') return { value, unit };
  const { length } = displayFormat();
  return { value: value / metresPerUnit[length], unit: length };
}
