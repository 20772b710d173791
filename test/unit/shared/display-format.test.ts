import { afterEach, expect, test } from 'vitest';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import {
  type DisplayFormat,
  defaultDisplayFormat,
  displayLanguages,
  setDisplayFormat,
} from '../../../shared/display-format.ts';
import {
  formatBytes,
  formatCount,
  formatDay,
  formatMetres,
  formatObjectLength,
  formatPlainNumber,
  formatTime,
  formatUtc,
  timeHeading,
  toDisplayUnit,
} from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';

const use = (change: Partial<DisplayFormat>) => setDisplayFormat({ ...defaultDisplayFormat, ...change });

afterEach(() => setDisplayFormat(defaultDisplayFormat));

test.each([
  ['km', 842, '842 m'],
  ['km', 12_345, '12.35 km'],
  ['km', 1_204_600, '1,204.6 km'],
  ['nm', 1852, '1.00 nm'],
  ['nm', 500, '0.270 nm'],
  ['mi', 250_000, '155.3 mi'],
  ['mi', 1_609_344, '1,000 mi'],
] as const)('in %s a distance of %d m is %s', (distance, metres, text) => {
  use({ distance });
  expect(formatMetres(metres)).toBe(text);
});

test.each([
  ['km²', 41_208_000_000, '41,208 km²'],
  ['km²', 1_840_000, '1.84 km²'],
  ['km²', 4200, '0.0042 km²'],
  ['km²', 42, '42 m²'],
  ['ha', 1_234_567, '123 ha'],
  ['ha', 42, '0.0042 ha'],
  ['nm²', 1852 ** 2 * 12, '12.0 nm²'],
  ['mi²', 2_589_988.110336, '1.00 mi²'],
] as const)('in %s an area of %d m² is %s', (area, squareMetres, text) => {
  use({ area });
  expect(formatSquareMetres(squareMetres)).toBe(text);
});

test('lengths of objects are in metres or in feet, other units stay', () => {
  expect(formatObjectLength(320.64)).toBe('320.6 m');
  use({ length: 'ft' });
  expect(formatObjectLength(304.8)).toBe('1,000 ft');
  expect(toDisplayUnit(30.48, 'm')).toEqual({ value: 100, unit: 'ft' });
  expect(toDisplayUnit(30.48, 'kn')).toEqual({ value: 30.48, unit: 'kn' });
});

test.each([
  ['iso', '1,204,600', '2026-11-18 21:14:07Z'],
  ['en-US', '1,204,600', '11/18/2026, 21:14:07 UTC'],
  ['en-GB', '1,204,600', '18/11/2026, 21:14:07 UTC'],
  ['de-DE', '1.204.600', '18.11.2026, 21:14:07 UTC'],
] as const)('the language %s writes numbers as %s and times as %s', (language, count, time) => {
  use({ language });
  expect(formatCount(1_204_600)).toBe(count);
  expect(formatTime('2026-11-18T21:14:07Z')).toBe(time);
  expect(formatTime('2026-11-18T21:14:07Z', { zone: false })).toBe(time.replace(/Z$| UTC$/, ''));
});

test('a number follows the language, also after it has changed', () => {
  expect(formatBytes(1_340_000_000)).toBe('1.3 GB');
  use({ language: 'de-DE' });
  expect(formatBytes(1_340_000_000)).toBe('1,3 GB');
});

test('local times always state their offset, and their headings no zone', () => {
  const before = process.env.TZ;
  process.env.TZ = 'Asia/Kolkata';
  use({ times: 'local' });
  expect(formatTime('2026-11-18T21:14:07Z')).toBe('2026-11-19 02:44:07 GMT+5:30');
  expect(formatTime('2026-11-18T21:14:07Z', { zone: false })).toBe('2026-11-19 02:44:07 GMT+5:30');
  expect(timeHeading('Collected')).toBe('Collected');
  use({});
  expect(timeHeading('Collected')).toBe('Collected (UTC)');
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

test.each([
  ['decimal', '35.9412° N 124.6120° E'],
  ['dms', '35°56′28.3″ N 124°36′43.2″ E'],
  ['dm', '35°56.472′ N 124°36.720′ E'],
  ['mgrs', '51SXV 45399 78627'],
  ['utm', '51N 645400 3978627'],
] as const)('in the notation %s a position is %s', (notation, text) => {
  use({ notation });
  expect(formatPosition([124.612, 35.9412]).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});

test('beyond the range of MGRS a position is in decimal degrees', () => {
  use({ notation: 'mgrs' });
  expect(formatPosition([10, 88], 2)).toBe('88.00° N 10.00° E');
});

test('what is written for other programs is in UTC whatever is displayed', () => {
  use({ language: 'de-DE', times: 'local' });
  expect(formatUtc('2026-11-18T21:14:07Z')).toBe('2026-11-18 21:14:07Z');
});

test('a number of a property has the decimal sign of the language, and no groups of digits', () => {
  expect([440_123_456, 31.9265358, -0.5].map(formatPlainNumber)).toEqual(['440123456', '31.9265', '-0.5']);
  use({ language: 'de-DE' });
  expect([440_123_456, 31_415.9265].map(formatPlainNumber)).toEqual(['440123456', '31415,9']);
});

test.each(displayLanguages)('a day in %s is that with which the time begins', (language) => {
  for (const times of ['utc', 'local'] as const) {
    setDisplayFormat({ ...defaultDisplayFormat, language, times });
    for (const instant of ['2026-11-29T23:30:00Z', '2026-01-02T00:15:00Z']) {
      const day = formatDay(instant);
      expect(formatTime(instant).slice(0, day.length)).toBe(day);
      expect(day).toContain('2026');
    }
  }
});
