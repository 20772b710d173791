import { describe, expect, it } from 'vitest';
import { problemsByField } from '../../../../../renderer/features/orders/form-fields.ts';
import { formatLocalTime, isUtcLocal } from '../../../../../renderer/features/orders/local-time.tsx';

describe('problemTexts', () => {
  it('joins what is wrong with the items of a group, and takes the first of any other field', () => {
    const problem = (field: string, message: string) => ({ field, value: '', message });
    const texts = problemsByField([
      problem('areas.0', 'Crosses itself.'),
      problem('areas.2.latitude', 'Beyond the pole.'),
      problem('ranges.0.to', 'Missing.'),
      problem('ranges.0.to', 'Too early.'),
      problem('changeDetection.types.1', 'Chosen twice.'),
    ]);
    expect([...texts]).toEqual([
      ['areas', 'Crosses itself. Beyond the pole.'],
      ['ranges.0.to', 'Missing.'],
      ['changeDetection.types', 'Chosen twice.'],
    ]);
  });
});

describe('formatLocalTime', () => {
  it.each([
    ['Asia/Tokyo', '2026-11-20 17:00 GMT+9'],
    ['America/St_Johns', '2026-11-20 04:30 GMT-3:30'],
    ['UTC', '2026-11-20 08:00 UTC'],
    ['Europe/Warsaw', '2026-11-20 09:00 CET'],
  ])('in %s is %s', (zone, text) => {
    expect(formatLocalTime('2026-11-20T08:00:00.000Z', zone)).toBe(text);
  });

  it('begins a day at 00:00', () => {
    expect(formatLocalTime('2026-11-20T00:00:00.000Z', 'UTC')).toBe('2026-11-20 00:00 UTC');
  });
});

it.each([
  ['2026-11-20T08:00:00.000Z', 'Europe/London', true],
  ['2026-07-20T08:00:00.000Z', 'Europe/London', false],
  ['2026-11-20T08:00:00.000Z', 'Asia/Tokyo', false],
  ['2026-11-20T08:00:00.000Z', 'UTC', true],
])('at %s the time of %s is that of UTC: %j', (instant, zone, isUtc) => {
  expect(isUtcLocal(instant, zone)).toBe(isUtc);
});
