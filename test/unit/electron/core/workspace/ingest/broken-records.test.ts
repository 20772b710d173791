import { expect, test } from 'vitest';
import { findJsonError } from '../../../../../../electron/core/workspace/ingest/broken-json.ts';
import { buildPageBody } from '../../../../../../electron/core/workspace/ingest/build-page-body.ts';
import { parsePage } from '../../../../../../electron/core/workspace/ingest/parse-page.ts';
import {
  hashPage,
  preparePageRows,
} from '../../../../../../electron/core/workspace/ingest/prepare/prepare-page-rows.ts';

const record = (id: number, length = '12.5') =>
  `{"assignedId": "r${id}", "content": {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"length": ${length}, "tags": ["a", "b"]}}]}}`;

/** One record, broken in each way, with the path of the error. */
const broken: readonly (readonly [name: string, text: string, path: string])[] = [
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    'nan',
    '+1',
    '.5',
    '1.',
    '01',
    '0x10',
    'undefined',
    'None',
    'True',
    "'x'",
  ].map((value) => [value, record(2, value), 'content.features[0].properties.length'] as const),
  ['an empty value', record(2, ''), 'content.features[0].properties.length'],
  ['a line break in a text', record(2, '"a\nb"'), 'content.features[0].properties.length'],
  ['a wrong escape', record(2, String.raw`"\x41"`), 'content.features[0].properties.length'],
  ['a comma too many', record(2, '1,'), 'content.features[0].properties.length'],
  ['a comment', record(2, '1 /* meters */'), 'content.features[0].properties.length'],
  [
    'a name without quotation marks',
    record(2).replace('"tags"', 'tags'),
    'content.features[0].properties.length',
  ],
  [
    'a comma at the end of a list',
    record(2).replace('"b"', '"b",'),
    'content.features[0].properties.tags[2]',
  ],
  ['a brace too few', record(2).slice(0, -1), 'content'],
  ['a brace too many', `${record(2)}}`, 'record'],
  ['a bracket too few', record(2).replace('"b"]', '"b"'), 'content.features[0].properties.tags[1]'],
  ['a quotation mark too few', record(2).replace('"a"', '"a'), 'content.features[0].properties.tags[0]'],
];

const forms = [
  ['compact', ',', ''],
  ['on lines', ',\n  ', '\n  '],
] as const;

function buildText(records: readonly string[], separator: string, space: string): Buffer {
  return Buffer.from(
    `{"paginationInfo":{"nextOffset":3,"recordsInPage":${records.length}},"data":{"svc_udp_analyticgeojsonrecord":[${space}${records.join(separator)}${space}]}}`,
  );
}

function parse(body: Uint8Array) {
  const parsed = parsePage(body, 'svc');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.page;
}

const cases = broken.flatMap(([name, text, path]) =>
  forms.flatMap(([form, separator, space]) =>
    [0, 1, 2].map((place) => ({ name, form, place, text, path, separator, space })),
  ),
);

test.each(cases)('$name in record $place of a page $form stops no other record', (each) => {
  const records = [record(0), record(1), record(3)];
  records.splice(each.place, 0, each.text);
  const body = buildText(records, each.separator, each.space);
  const page = parse(body);
  expect(page.paginationInfo).toEqual({ nextOffset: 3, recordsInPage: 4 });
  expect(page.records.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(records);
  const errors = page.records.map((one) => one.parse().error);
  expect(errors.map((error) => error !== undefined)).toEqual(records.map((text) => text === each.text));
  expect(errors[each.place]?.path).toBe(each.path);
  expect(errors[each.place]?.assignedId).toBe('r2');
  // As a rebuild reads them again.
  const rebuilt = parse(
    buildPageBody(
      page.records.map(({ bytes }) => bytes),
      'svc',
    ),
  );
  expect(rebuilt.records.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(records);
  const prepared = preparePageRows(
    { body, brand: 'svc', fields: 'all', offset: 0 },
    hashPage({ body, brand: 'svc' }),
    () => false,
  );
  expect(prepared.ok && prepared.page.records.map(({ recordId }) => recordId.replace(/-.*/, ''))).toEqual(
    records.map((text) => (text === each.text ? 'unnamed' : /r\d/.exec(text)?.[0])),
  );
});

test('a page of which every record is broken has them all', () => {
  const records = broken.map(([, text]) => text);
  expect(parse(buildText(records, ',', '')).records).toHaveLength(records.length);
});

test('a page that was cut off anywhere is refused and requested again', () => {
  const whole = buildText([record(0), record(1, 'NaN'), record(2)], ',', '');
  const lastRecord = whole.indexOf('"r2"');
  for (let length = 0; length < whole.length; length += 1) {
    const parsed = parsePage(whole.subarray(0, length), 'svc');
    // One that ends like a page and has as many records as it states is complete but for its last one.
    if (parsed.ok && length > lastRecord) expect(parsed.page.records[2]?.parse().error).toBeDefined();
    else expect(parsed).toMatchObject({ ok: false, remedy: 'request-again' });
  }
  const unstated = Buffer.from(whole.toString().replace(',"recordsInPage":3', ''));
  for (let length = 0; length < unstated.length; length += 1) {
    expect(parsePage(unstated.subarray(0, length), 'svc')).toMatchObject({
      ok: false,
      remedy: 'request-again',
    });
  }
});

test('what is around the records must be sound', () => {
  const text = buildText([record(0)], ',', '').toString();
  expect(parsePage(Buffer.from(text.replace('3,', 'NaN,')), 'svc')).toMatchObject({ ok: false });
  const withError = text.replace('12.5', 'NaN').replace('"data"', '"errors":[{"message":"too slow"}],"data"');
  expect(parsePage(Buffer.from(withError), 'svc')).toMatchObject({
    message: expect.stringContaining('too slow'),
  });
});

test('the first error of a text is found at any depth', () => {
  const depth = 200_000;
  expect(findJsonError(`${'['.repeat(depth)}NaN`)).toMatchObject({ found: '"NaN"' });
  expect(findJsonError(`{"a":"${'x'.repeat(5_000_000)}","b":NaN}`)).toEqual({ path: 'b', found: '"NaN"' });
  expect(findJsonError('{"a":1')).toEqual({ path: 'a', found: 'the end of the text' });
});
