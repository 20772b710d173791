import { expect, it } from 'vitest';
import { createServiceClock } from '../../../../../electron/core/service/service-client.ts';

const origin = 'https://service.example';
const eight = Date.parse('2026-11-20T08:00:00Z');

it('is the time of the service where this computer is behind, as long as it runs', () => {
  let monotonic = 5_000;
  const clock = createServiceClock(() => monotonic);
  clock.observe(origin, { date: 'Fri, 20 Nov 2026 08:00:00 GMT' });
  expect(clock.laterTime(origin, eight - 3_600_000)).toBe(eight);
  monotonic += 60_000;
  expect(clock.laterTime(origin, eight - 3_600_000)).toBe(eight + 60_000);
});

it('is the time of this computer where that is later, or the service gave none', () => {
  const clock = createServiceClock(() => 0);
  clock.observe(origin, { date: 'Fri, 20 Nov 2026 08:00:00 GMT' });
  expect(clock.laterTime(origin, eight + 700)).toBe(eight + 700);
  const other = 'https://other.example';
  for (const headers of [{}, { date: 'soon' }]) {
    clock.observe(other, headers);
    expect(clock.laterTime(other, 700)).toBe(700);
  }
});
