import { expect, test } from 'vitest';
import { recognizeRecords } from '../../../../../../electron/core/exchange/raw-import/recognize-record.ts';

test.each([
  ['numbers', '0,', 4_000_001],
  ['empty lists', '[],', 2_000_001],
  ['empty objects', '{},', 2_000_001],
])('a text of too many values is not parsed: %s', (_what, value, count) => {
  const text = `{"assignedId":"a","content":{"list":[${value.repeat(count)}0]}}`;
  expect(recognizeRecords(new Uint8Array(Buffer.from(text)), 'svc')).toEqual([
    { problem: 'has too many values to be read' },
  ]);
});

test('a record with many values is recognized', () => {
  const text = `{"assignedId":"a","content":{"list":[${'0,'.repeat(1_000_000)}0]}}`;
  expect(recognizeRecords(new Uint8Array(Buffer.from(text)), 'svc')).toMatchObject([{ recordId: 'a' }]);
});

test.each(['NaN', '-Infinity', "'text'", '1,,', '{"a":}'])(
  'of a page, only the record with %s is lost',
  (broken) => {
    const record = (id: string, more: string) => `{"assignedId":"${id}"${more},"content":{}}`;
    const records = [record('a', ''), record('b', `,"broken":${broken}`), record('c', '')];
    const page = `{"paginationInfo":{},"data":{"acme_udp_analyticgeojsonrecord":[${records.join()}]}}`;
    expect(recognizeRecords(new Uint8Array(Buffer.from(page)), 'svc')).toMatchObject([
      { recordId: 'a', brand: 'acme' },
      { problem: expect.stringContaining('is not valid JSON at') },
      { recordId: 'c', brand: 'acme' },
    ]);
  },
);
