import { expect, test } from 'vitest';
import { createCopyRows } from '../../../../../electron/core/team/copy-rows.ts';
import { readCopyRows } from '../../../../../electron/core/team/pull-records.ts';

/** The values of one row as they are sent. */
function encode(add: (rows: ReturnType<typeof createCopyRows>) => void): readonly (Buffer | null)[] {
  const rows = createCopyRows();
  add(rows);
  return readCopyRows(Buffer.concat(rows.finish()))[0] ?? [];
}

const years = [-271_821, 1, 1715, 1999, 2000, 2026, 2285, 2286, 275_760];

test.each(years)('a time in the year %i keeps its milliseconds', (year) => {
  const time = new Date(0).setUTCFullYear(year, 3, 20) + 999;
  const [value] = encode((rows) => {
    rows.row(1);
    rows.timestamp(time);
  });
  expect(value?.readBigInt64BE()).toBe((BigInt(time) - BigInt(Date.UTC(2000, 0, 1))) * 1000n);
});

test.each([0, 1, -1, 2 ** 32 - 1, 2 ** 32, -(2 ** 32), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
  'the integer %i keeps its value',
  (integer) => {
    const [value] = encode((rows) => {
      rows.row(1);
      rows.bigint(integer);
    });
    expect(value?.readBigInt64BE()).toBe(BigInt(integer));
  },
);

test('texts of any length and kind stay whole where a piece ends', () => {
  const texts = [
    '',
    'a',
    'é',
    '😀',
    '\u4e00'.repeat(8192),
    '😀'.repeat(100_000),
    'x'.repeat(65_530),
    '\ud800\0',
  ];
  const values = encode((rows) => {
    rows.row(2 * texts.length);
    for (const text of texts) {
      rows.text(text);
      rows.jsonb(text);
    }
  });
  const expected = texts.map((text) => text.toWellFormed());
  expect(values.filter((_value, index) => index % 2 === 0).map(String)).toEqual(
    expected.map((text) => text.replaceAll('\0', '\ufffd')),
  );
  // The version of the format precedes a document.
  expect(values.filter((_value, index) => index % 2 === 1).map(String)).toEqual(
    expected.map((text) => `\u0001${text}`),
  );
});
