import { describe, expect, test } from 'vitest';
import { parseIsoTime } from '../../../shared/iso-8601.ts';
import { seededRandom } from '../../builders/seeded-random.ts';

const noon = '2026-11-20T10:15:00.000Z';

// The numbers are those of ISO 8601-1:2019 and RFC 3339.
describe.each([
  [
    'calendar dates (5.2.2)',
    [
      ['2026-11-20T10:15:00Z', noon],
      ['20261120T101500Z', noon],
      ['20261120T10:15:00Z', noon],
      ['2026-11-20T101500Z', noon],
      ['2026-11-20', '2026-11-20T00:00:00.000Z'],
      ['20261120', '2026-11-20T00:00:00.000Z'],
      ['2026-11', '2026-11-01T00:00:00.000Z'],
      ['2026', '2026-01-01T00:00:00.000Z'],
      ['2024-02-29', '2024-02-29T00:00:00.000Z'],
      ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
      ['+002026-11-20T10:15Z', noon],
    ],
  ],
  [
    'ordinal dates (5.2.3)',
    [
      ['2026-324T10:15:00Z', noon],
      ['2026324T101500Z', noon],
      ['2024-366', '2024-12-31T00:00:00.000Z'],
    ],
  ],
  [
    'week dates (5.2.4)',
    [
      ['2026-W47-5T10:15:00Z', noon],
      ['2026W475T101500Z', noon],
      ['2026-W47', '2026-11-16T00:00:00.000Z'],
      ['2026W47', '2026-11-16T00:00:00.000Z'],
      ['2020-W53-5', '2021-01-01T00:00:00.000Z'],
      ['2019-W01-1', '2018-12-31T00:00:00.000Z'],
    ],
  ],
  [
    'times of day (5.3)',
    [
      ['2026-11-20T10:15Z', noon],
      ['2026-11-20T1015Z', noon],
      ['2026-11-20T10Z', '2026-11-20T10:00:00.000Z'],
      ['2026-11-20 10:15:00', noon],
      ['2026-11-20t10:15:00z', noon],
      ['2026-11-20T24:00:00Z', '2026-11-21T00:00:00.000Z'],
      ['2026-12-31T24:00Z', '2027-01-01T00:00:00.000Z'],
      ['2026-11-20T24:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ],
  ],
  [
    'fractions (5.3.1.4)',
    [
      ['2026-11-20T10:15:00.123456789012345678901Z', '2026-11-20T10:15:00.123Z'],
      ['20261120T101500,9999Z', '2026-11-20T10:15:00.999Z'],
      ['2026-11-20T10:15.29Z', '2026-11-20T10:15:17.400Z'],
      ['2026-11-20T10.25Z', noon],
      ['2026-11-20T10,25+00', noon],
    ],
  ],
  [
    'leap seconds (RFC 3339, 5.6)',
    [
      ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z'],
      ['2016-12-31T18:59:60-05:00', '2017-01-01T00:00:00.000Z'],
      ['2017-01-01T05:29:60.5+05:30', '2017-01-01T00:00:00.500Z'],
    ],
  ],
  [
    'offsets (4.3.13), one to four digits',
    [
      ['2026-11-20T05:15:00-05:00', noon],
      ['2026-11-20T05:15:00\u221205:00', noon],
      ['2026-11-20T05:15:00\u22125', noon],
      ['2026-11-20T19:45+0930', noon],
      ['2026-11-20T19:45+930', noon],
      ['2026-11-20T19:15 +9', noon],
      ['2026-11-20T19:15+09', noon],
      ['2026-11-21T10:14:00+23:59', noon],
      ['2026-11-20T10:15:00-00:00', noon],
    ],
  ],
] satisfies readonly (readonly [string, readonly (readonly [string, string])[]])[])(
  '%s',
  (_section, rows) => {
    test.each(rows)('%s is %s', (text, iso) => {
      expect(parseIsoTime(text)?.epochMs).toBe(Date.parse(iso));
    });
  },
);

test.each([
  ['', 'nothing'],
  ['yesterday', 'a word'],
  ['2026-02-30T00:00:00Z', 'a day that is not there'],
  ['2025-02-29', 'a leap day of another year'],
  ['2026-13-01', 'a 13th month'],
  ['2026-00-10', 'month 0'],
  ['202611', 'ISO 8601 has no basic form of a month'],
  ['2026-000', 'day 0'],
  ['2025-366', 'day 366 of another year'],
  ['2026-W00-1', 'week 0'],
  ['2025-W53-1', 'week 53 of another year'],
  ['2026-W47-0', 'day 0 of a week'],
  ['2026-W47-8', 'day 8 of a week'],
  ['2026-11-20T24:30:00Z', 'after the end of the day'],
  ['2026-11-20T24:00:00.001Z', 'just after the end of the day'],
  ['2026-11-20T25:00Z', 'hour 25'],
  ['2026-11-20T08:60:00Z', 'minute 60'],
  ['2026-11-20T08:00:61Z', 'second 61'],
  ['2026-11-20T10:15:60Z', 'a leap second in the middle of the day'],
  ['2026-11-20T10:15:00+99:99', 'no hours of a clock (RFC 3339, 5.6)'],
  ['2026-11-20T10:15:00+25:00', 'hour 25 of an offset'],
  ['2026-11-20T10:15:00+24:00', 'hour 24 of an offset'],
  ['2026-11-20T10:15:00+05:60', 'minute 60 of an offset'],
  ['2026-11-20T08:00:00 CET', 'a name of a zone'],
  ['2026-11-20T08:00:00.Z', 'a fraction without digits'],
  ['+020226-11-20T08:00:00Z', 'a year with five digits'],
  ['0000-01-01T00:00:00+01:00', 'before the year 0'],
  ['9999-12-31T23:59:59-01:00', 'after the year 9999'],
  ['1764000000000', 'a count of milliseconds'],
])('%s is no time: %s', (text) => {
  expect(parseIsoTime(text)).toBeUndefined();
});

test('whether a zone is named is known', () => {
  expect(parseIsoTime('2026-11-20T10:15:00Z')?.hasZone).toBe(true);
  expect(parseIsoTime('2026-11-20T10:15:00-00')?.hasZone).toBe(true);
  expect(parseIsoTime('2026-11-20T10:15:00')?.hasZone).toBe(false);
  expect(parseIsoTime('2026-11-20')?.hasZone).toBe(false);
});

test('all forms of a date name the same day, on 2,000 days of all years', () => {
  const random = seededRandom(8601);
  for (let run = 0; run < 2000; run += 1) {
    const day = Date.parse('0001-01-08T00:00:00Z') + random.between(0, 3_652_000) * 86_400_000;
    const extended = new Date(day).toISOString().slice(0, 10);
    const [year = ''] = extended.split('-');
    const ordinal = String(1 + (day - Date.parse(`${year}-01-01T00:00:00Z`)) / 86_400_000).padStart(3, '0');
    for (const text of [
      extended,
      extended.replaceAll('-', ''),
      `${year}-${ordinal}`,
      `${year}${ordinal}`,
      weekDate(day, '-'),
      weekDate(day, ''),
    ]) {
      expect(parseIsoTime(text), text).toEqual({ epochMs: day, hasZone: false });
    }
  }
});

/** The week that has this day's Thursday, counted in the Thursday's year. */
function weekDate(day: number, separator: string): string {
  const weekday = new Date(day).getUTCDay() || 7;
  const thursday = new Date(day + (4 - weekday) * 86_400_000);
  const year = thursday.toISOString().slice(0, 4);
  const week =
    1 + Math.floor((thursday.getTime() - Date.parse(`${year}-01-01T00:00:00Z`)) / (7 * 86_400_000));
  return `${year}${separator}W${String(week).padStart(2, '0')}${separator}${weekday}`;
}

/** RFC 9557, section 3 and 4: the offset counts, whatever the name of the zone. */
test.each<[string, string | undefined]>([
  ['2026-11-20T10:15:00Z[UTC]', '2026-11-20T10:15:00.000Z'],
  ['2026-11-20T10:15:00Z[Europe/Paris]', '2026-11-20T10:15:00.000Z'],
  ['2026-11-20T10:15:00+09:00[Asia/Seoul]', '2026-11-20T01:15:00.000Z'],
  ['2026-11-20T10:15:00.5-03:00[America/Argentina/Buenos_Aires]', '2026-11-20T13:15:00.500Z'],
  ['2026-11-20T10:15:00+00:00[Etc/GMT+0][u-ca=gregory]', '2026-11-20T10:15:00.000Z'],
  ['2026-11-20T10:15:00Z[u-ca=hebrew]', '2026-11-20T10:15:00.000Z'],
  ['20261120T101500Z[UTC]', '2026-11-20T10:15:00.000Z'],
  ['2026-11-20T10:15:00 UTC', '2026-11-20T10:15:00.000Z'],
  ['2026-11-20 10:15:00.5utc', '2026-11-20T10:15:00.500Z'],
  ['20261120T1015GMT', '2026-11-20T10:15:00.000Z'],
  ['2026-11-20T10:15:00 UTC+9', undefined],
  ['2026-11-20T10:15:00 EST', undefined],
  // Without an offset it states no point in time; a critical tag must be understood.
  ['2026-11-20T10:15:00[Europe/Paris]', undefined],
  ['2026-11-20[UTC]', undefined],
  ['2026-11-20T10:15:00+01:00[!Europe/Paris]', undefined],
  ['2026-11-20T10:15:00Z[!u-ca=hebrew]', undefined],
  ['2026-11-20T10:15:00Z[', undefined],
  ['2026-11-20T10:15:00Z[]', undefined],
  ['2026-11-20T10:15:00Z[UTC] x', undefined],
])('the time with a zone %s', (text, iso) => {
  const read = parseIsoTime(text);
  expect(read && new Date(read.epochMs).toISOString()).toBe(iso);
});
