import { describe, expect, test } from 'vitest';
import { parseUtcInput } from '../../../shared/parse-utc-input.ts';

describe('parseUtcInput', () => {
  test.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    [' 2026-11-20 ', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20 08:30', '2026-11-20T08:30:00.000Z'],
    ['2026-11-20 08:30:15', '2026-11-20T08:30:15.000Z'],
    ['2026-11-20T08:30', '2026-11-20T08:30:00.000Z'],
    ['2026-11-20T08:30:15Z', '2026-11-20T08:30:15.000Z'],
    ['2026-11-20t08:30:15z', '2026-11-20T08:30:15.000Z'],
    ['2026-11-20 08:30 Z', '2026-11-20T08:30:00.000Z'],
    ['2026-11-20T08:30:15.5Z', '2026-11-20T08:30:15.500Z'],
    ['2026-11-20T08:30:15.123Z', '2026-11-20T08:30:15.123Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%j is %s', (text, instant) => {
    expect(parseUtcInput(text)).toEqual({ ok: true, value: instant });
  });
  test.each([
    ['', /missing/],
    ['  ', /missing/],
    ['soon', /“soon” is not a time/],
    ['20-11-2026', /not a time/],
    ['2026-11', /not a time/],
    ['2026-11-20 8:30', /not a time/],
    ['2026-11-20Z', /not a time/],
    ['2026-11-20T08:30:15.1234Z', /not a time/],
    ['2026-02-29', /does not exist/],
    ['2026-02-30', /does not exist/],
    ['2026-13-01', /does not exist/],
    ['2026-11-20 24:00', /does not exist/],
    ['2026-11-20 08:60', /does not exist/],
    ['2026-11-20 23:59:60', /does not exist/],
    ['2026-11-20T08:30:00+09:00', /offset \+09:00.*UTC/],
    ['2026-11-20 08:30 +0900', /offset \+0900.*UTC/],
    ['2026-11-20T08:30:00-05', /offset -05.*UTC/],
    ['2026-11-20T08:30:00+00:00', /offset \+00:00.*UTC/],
  ])('%j is refused', (text, message) => {
    expect(parseUtcInput(text)).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', message: expect.stringMatching(message) },
    });
  });
});
