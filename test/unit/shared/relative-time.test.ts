import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readTypedInstant, readTypedRange } from '../../../shared/orders/draft/typed-values.ts';
import { readRelativeTime, readTypedTime, resolveRelativeTimes } from '../../../shared/relative-time.ts';
import { readConditionValue } from '../../../shared/results/condition-value.ts';
import { parseExpression } from '../../../shared/results/expression/parse-expression.ts';
import { emptySearchForm, readSearchForm } from '../../../shared/results/search-form.ts';

const now = Date.parse('2026-11-27T12:34:56.789Z');
const day = 86_400_000;

describe('a relative time', () => {
  it.each([
    ['now', 0],
    ['now - 3d', -3 * day],
    ['NOW-36h', -1.5 * day],
    ['now − 30min', -30 * 60_000],
    ['now + 1 week', 7 * day],
    ['last 3 days', -3 * day],
    ['2 hours ago', -2 * 3_600_000],
    ['1.5 d ago', -1.5 * day],
    ['yesterday', Date.parse('2026-11-26') - now],
    ['Today', Date.parse('2026-11-27') - now],
    ['tomorrow', Date.parse('2026-11-28') - now],
  ])('%s is that long from now', (text, offset) => {
    expect(readRelativeTime(text, now)).toBe(now + offset);
  });

  it.each([
    '',
    'nowhere',
    'now - ',
    'now - 3',
    'now 3d',
    'last days',
    '3 months ago',
    '2026-11-20',
    'now - 3dd',
    'yesterday 08:00',
  ])('“%s” is none', (text) => {
    expect(readRelativeTime(text, now)).toBeUndefined();
  });
});

describe('an expression', () => {
  it.each([
    ['collected > now - 3d', 'collected > 2026-11-24T12:34:56Z'],
    ['uploaded<=now', 'uploaded<=2026-11-27T12:34:56Z'],
    [
      'collected between now - 1d and now and length > 200',
      'collected between 2026-11-26T12:34:56Z and 2026-11-27T12:34:56Z and length > 200',
    ],
    ['collected = yesterday', 'collected = 2026-11-26'],
    [
      'collected > last 3 days and uploaded < 2 hours ago',
      'collected > 2026-11-24T12:34:56Z and uploaded < 2026-11-27T10:34:56Z',
    ],
  ])('has its relative times as times: %s', (text, resolved) => {
    expect(resolveRelativeTimes(text, now)).toBe(resolved);
    expect(parseExpression(resolved).ok).toBe(true);
  });

  it.each([
    'note = "now - 3d"',
    "note contains 'x > now - 3d'",
    '`now` > 3',
    'now > 3',
    'length > 3 and now = 4',
    'nowhere = 4',
    'place = "\\" > now"',
    'property.now is empty',
    'yesterday = 4 and `today` > 3',
  ])('keeps quoted text and fields with that name: %s', (text) => {
    expect(resolveRelativeTimes(text, now)).toBe(text);
  });
});

it.each([
  ['now - 3d', '2026-11-24T12:34:00.000Z'],
  ['yesterday', '2026-11-26T00:00:00.000Z'],
  ['2026-11-20 08:00', '2026-11-20T08:00:00.000Z'],
])('a typed time of %s is %s', (text, value) => {
  expect(readTypedTime(text, now)).toEqual({ ok: true, value });
});

it.each(['now - 3d', 'yesterday', '2 hours ago', 'last 3 days'])(
  'each reader of typed times reads %s',
  (text) => {
    vi.useFakeTimers({ now });
    onTestFinished(() => void vi.useRealTimers());
    const read = readTypedTime(text, now);
    const value = read.ok ? read.value : '';
    expect(readConditionValue(text, 'time')).toEqual({ ok: true, value });
    expect(readTypedInstant('from', text).value?.text).toBe(value);
    expect(readTypedRange('ranges', { from: text, to: 'tomorrow' }).value?.min.text).toBe(value);
    const search = readSearchForm({ ...emptySearchForm, collectedAfter: text, uploadedBefore: text });
    expect(search).toMatchObject({ ok: true, value: { collectedAfter: value, uploadedBefore: value } });
    const ranges = readSearchForm({ ...emptySearchForm, collectedRanges: `${text} / tomorrow` });
    expect(ranges).toMatchObject({ ok: true, value: { collectedRanges: [{ after: value }] } });
  },
);

it('a text that is no time is refused with what can be written', () => {
  expect(readTypedTime('3 moons ago', now)).toMatchObject({
    failure: { message: expect.stringContaining('now - 3d or yesterday') },
  });
});
