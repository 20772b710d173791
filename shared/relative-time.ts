const unitMs = { min: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

const units: ReadonlyMap<string, number> = new Map([
  ...(['min', 'minute', 'minutes'] as const).map((name) => [name, unitMs.min] as const),
  ...(['h', 'hour', 'hours'] as const).map((name) => [name, unitMs.h] as const),
  ...(['d', 'day', 'days'] as const).map((name) => [name, unitMs.d] as const),
  ...(['w', 'week', 'weeks'] as const).map((name) => [name, unitMs.w] as const),
]);
const amount = String.raw`(\d{1,5}(?:\.\d{1,3})?)\s*(minutes?|min|hours?|h|days?|d|weeks?|w)`;

const relativeTime = new RegExp(
  `^(?:now(?:\\s*([-+−])\\s*${amount})?|last\\s+${amount}|${amount}\\s+ago)$`,
  'i',
);

/**
 * The instant that a text such as `now`, `now - 3d`, `last 3 days` or `3 days ago` means, in epoch milliseconds;
 * undefined for any other text. A day is 24 hours. `now`: epoch milliseconds.
 */
export function readRelativeTime(text: string, now: number): number | undefined {
  const match = relativeTime.exec(text.trim());
  if (!match) return undefined;
  const [, sign, ofNow, nowUnit, ofLast, lastUnit, ofAgo, agoUnit] = match;
  const count = Number(ofNow ?? ofLast ?? ofAgo ?? 0);
  const length = count * (units.get((nowUnit ?? lastUnit ?? agoUnit ?? 'd').toLowerCase()) ?? 0);
  return sign === '+' ? now + length : now - length;
}

/** What stays as it is: text in quotes and names in backticks. Or a relative time where a value is expected. */
const quotedOrRelative = new RegExp(
  `"(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*'|\`[^\`]*\`|(?<=(?:[<>=≤≥≠,(]|\\bbetween|\\band)\\s*)now(?:\\s*[-+−]\\s*${amount})?(?![\\p{L}\\p{N}_.:-])(?!\\s*(?:[<>=!≤≥≠]|is\\b|in\\b|between\\b|contains\\b|starts\\b|ends\\b|not\\b))`,
  'giu',
);

/** An expression with its relative times as UTC times to the second: `now - 3d` as `2026-11-24T12:00:00.000Z`. */
export function resolveRelativeTimes(expression: string, now: number): string {
  return expression.replaceAll(quotedOrRelative, (found) => {
    const instant = readRelativeTime(found, now);
    return instant === undefined ? found : new Date(Math.floor(instant / 1000) * 1000).toISOString();
  });
}
