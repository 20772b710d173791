import { describe, expect, test } from 'vitest';
import { rangeOfPreset, rangePresets } from '../../../../../renderer/features/orders/areas-and-ranges.tsx';
import { describeTime } from '../../../../../renderer/features/orders/draft-state.tsx';
import { parseUtcInput } from '../../../../../shared/parse-utc-input.ts';

const now = Date.parse('2026-11-22T07:15:55.123Z');

describe('a preset of the time ranges', () => {
  test('of the last days ends now, not at the start of today', () => {
    const range = rangeOfPreset({ fromDay: -7, toDay: 0 }, now);
    expect(range).toEqual({ from: '2026-11-15 07:15:55Z', to: '2026-11-22 07:15:55Z' });
  });

  test('of the next days starts now', () => {
    expect(rangeOfPreset({ fromDay: 0, toDay: 30 }, now)).toEqual({
      from: '2026-11-22 07:15:55Z',
      to: '2026-12-22 07:15:55Z',
    });
  });

  test.each(rangePresets)('“$label” is a time as the fields accept it', (preset) => {
    const { from, to } = rangeOfPreset(preset, now);
    const [start, end] = [from, to].map((text) => parseUtcInput(text));
    expect(start).toMatchObject({ ok: true });
    expect(end).toMatchObject({ ok: true });
  });
});

test('the summary states the time between start and end, and none without a range', () => {
  const dayMs = 86_400_000;
  expect(describeTime({ ranges: 1, duration: 7 * dayMs })).toBe('7 d');
  expect(describeTime({ ranges: 2, duration: 7.52 * dayMs })).toBe('7 d 12 h in 2 ranges');
  expect(describeTime({ ranges: 1, duration: dayMs / 24 })).toBe('1 h');
  expect(describeTime({ ranges: 1, duration: 60_000 })).toBe('1 min');
  expect(describeTime({ ranges: 0, duration: 0 })).toBe('No range yet');
});
