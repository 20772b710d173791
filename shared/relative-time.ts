import { parseUtcInput } from './parse-utc-input.ts';
import { type Result, succeed } from './result.ts';

const unitMs = { min: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

const units: ReadonlyMap<string, number> = new Map([
  ...(['min', 'minute', 'minutes'] as const).map((name) => [name, unitMs.min] as const),
  ...(['h', 'hour', 'hours'] as const).map((name) => [name, unitMs.h] as const),
  ...(['d', 'day', 'days'] as const).map((name) => [name, unitMs.d] as const),
  ...(['w', 'week', 'weeks'] as const).map((name) => [name, unitMs.w] as const),
]);
const amount = String.raw`\d{1,5}(?:\.\d{1,3})?\s*(?:minutes?|min|hours?|h|days?|d|weeks?|w)`;

const days: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);
/** All forms of a relative time; without anchors and groups. */
const anyRelative = `(?:now(?:\\s*[-+−]\\s*${amount})?|last\\s+${amount}|${amount}\\s+ago|yesterday|today|tomorrow)`;
const relativeTime = new RegExp(`^${anyRelative}$`, 'i');
const lengthAndSign = /(?<sign>\+)?\s*(?<count>\d+(?:\.\d+)?)\s*(?<unit>[a-z]+)/i;

/**
 * The instant that a text such as `now`, `now - 3d`, `last 3 days`, `3 days ago` or `yesterday` means, in epoch
 * milliseconds; undefined for any other text. A day is 24 hours, yesterday begins at 00:00 UTC. `now`: epoch milliseconds.
 */
export function readRelativeTime(text: string, now: number): number | undefined {
  const typed = text.trim().toLowerCase();
  if (!relativeTime.test(typed)) return undefined;
  const dayOffset = days.get(typed);
  if (dayOffset !== undefined) return (Math.floor(now / unitMs.d) + dayOffset) * unitMs.d;
  const { sign, count = 0, unit = 'd' } = lengthAndSign.exec(typed)?.groups ?? {};
  const length = Number(count) * (units.get(unit) ?? 0);
  return sign === '+' ? now + length : now - length;
}

/**
 * Reads a time as it is typed in a form or on the command line: relative to now, to the minute, or as `parseUtcInput`
 * reads it. Returns ISO 8601 with `Z` and milliseconds.
 */
export function readTypedTime(text: string, now: number): Result<string> {
  const instant = readRelativeTime(text, now);
  return instant === undefined
    ? parseUtcInput(text)
    : succeed(new Date(Math.floor(instant / unitMs.min) * unitMs.min).toISOString());
}

/** Text in quotes and names in backticks, which stay. Or a relative time where a value is expected. */
const quotedOrRelative = new RegExp(
  `"(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*'|\`[^\`]*\`|(?<=(?:[<>=≤≥≠,(]|\\bbetween|\\band)\\s*)${anyRelative}(?![\\p{L}\\p{N}_.:-])(?!\\s*(?:[<>=!≤≥≠]|is\\b|in\\b|between\\b|contains\\b|starts\\b|ends\\b|not\\b))`,
  'giu',
);

/** An expression with its relative times as UTC times to the second: `now - 3d` as `2026-11-24T12:00:00Z`. */
export function resolveRelativeTimes(expression: string, now: number): string {
  return expression.replaceAll(quotedOrRelative, (found) => {
    const instant = readRelativeTime(found, now);
    if (instant === undefined) return found;
    const time = new Date(Math.floor(instant / 1000) * 1000).toISOString().replace('.000Z', 'Z');
    // A day means its whole duration.
    return days.has(found.toLowerCase()) ? time.slice(0, 10) : time;
  });
}
