import { expect, test } from 'vitest';
import { hotkeyText } from '../../../renderer/ui/hotkey-text.tsx';
import { formatBytes, formatDuration, formatQuantity, formatUtc } from '../../../shared/format.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1_340_000_000, '1.3 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, '0 s'],
  [500, 'under a second'],
  [34_000, '34 s'],
  [61_000, '1 min 1 s'],
  [4.9 * 60_000, '4 min 54 s'],
  [12.9 * 60_000, '12 min'],
  [3_600_000, '1 h'],
  [3.7207605555555556 * 3_600_000, '3 h 43 min'],
  [27_660_000, '7 h 41 min'],
  [25 * 3_600_000 + 60_000, '1 d 1 h'],
  [1234 * 86_400_000, '1,234 d'],
  [-34_000, '−34 s'],
])('%d ms are %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
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
