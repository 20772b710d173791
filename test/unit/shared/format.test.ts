import { expect, test } from 'vitest';
import { hotkeyText } from '../../../renderer/ui/hotkey-text.tsx';
import { formatAge, formatBytes, formatQuantity, formatTimeLeft, formatUtc } from '../../../shared/format.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1_340_000_000, '1.3 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [30_000, 'less than a minute'],
  [4.9 * 60_000, '4 min'],
  [27_660_000, '7 h 41 min'],
  [-1, 'less than a minute'],
])('%d ms left are %s', (milliseconds, text) => {
  expect(formatTimeLeft(milliseconds)).toBe(text);
});

test.each([
  [0, '0 s'],
  [34_900, '34 s'],
  [725_000, '12 min'],
  [3_900_000, '1 h 5 min'],
])('a report of %d ms is %s old', (milliseconds, text) => {
  expect(formatAge(milliseconds)).toBe(text);
});

test('quantities agree with their noun', () => {
  expect(formatQuantity(1, 'record')).toBe('1 record');
  expect(formatQuantity(2000, 'record')).toBe('2,000 records');
  expect(formatQuantity(2, 'entry', 'entries')).toBe('2 entries');
});

test('instants are shown in UTC whatever zone they came in, and other text as it is', () => {
  expect(formatUtc('2026-11-18T21:14:07.123Z')).toBe('2026-11-18 21:14:07Z');
  expect(formatUtc('2026-11-18T23:14:07+02:00')).toBe('2026-11-18 21:14:07Z');
  expect(formatUtc(0, { zone: false })).toBe('1970-01-01 00:00:00');
  expect(formatUtc('last week')).toBe('last week');
});

test.each([
  ['mod+K', 'Ctrl K'],
  ['shift+?', '?'],
  ['plus', '+'],
  ['F2', 'F2'],
])('the hotkey %s is %s on the keyboard', (hotkey, text) => {
  expect(hotkeyText(hotkey)).toBe(text);
});
