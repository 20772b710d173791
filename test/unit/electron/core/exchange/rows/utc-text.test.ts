import { describe, expect, test } from 'vitest';
import { utcText } from '../../../../../../electron/core/exchange/rows/utc-text.ts';

describe('the time of a record in an export', () => {
  test.each([
    ['2026-11-18T03:12:45.120Z', '2026-11-18T03:12:45.120Z'],
    ['2026-11-18T03:12:45.120456Z', '2026-11-18T03:12:45.120456Z'],
    ['2026-11-18T03:12:45', '2026-11-18T03:12:45Z'],
    ['2026-11-18T03:12:45.120456', '2026-11-18T03:12:45.120456Z'],
    ['2026-11-18T12:12:45+09:00', '2026-11-18T03:12:45.000Z'],
    ['2026-11-18T03:12:45+00:00', '2026-11-18T03:12:45.000Z'],
    ['2026-11-18', '2026-11-18'],
    ['20 past three', '20 past three'],
    ['', ''],
    [null, null],
  ])('is %s as %s', (stated, written) => {
    expect(utcText(stated)).toBe(written);
  });
});
