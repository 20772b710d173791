import { expect, test } from 'vitest';
import { timeLimits } from '../../../../../renderer/features/timeline/use-time-limits.ts';

const minute = 60_000;

test('the limits end after the last detection, and are a minute at least', () => {
  expect(timeLimits({ from: 0, to: 10 * minute })).toEqual({ from: 0, to: 10 * minute + 1 });
  expect(timeLimits({ from: minute, to: minute })).toEqual({ from: minute / 2, to: 1.5 * minute + 1 });
});

test('passes before and after all detections are within the limits, so that their ticks can be seen', () => {
  const stops = [-5, null, 3, 40].map((startedAt) => ({ startedAt: startedAt && startedAt * minute }));
  expect(timeLimits({ from: 0, to: 10 * minute }, stops)).toEqual({
    from: -5 * minute,
    to: 40 * minute + 1,
  });
});
