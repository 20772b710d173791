import { describe, expect, test } from 'vitest';
import { readQueryText } from '../../../../shared/results/read-query-text.ts';
import { searchSchema } from '../../../../shared/results/search.ts';
import { searchQueryText } from '../../../../shared/results/search-query.ts';

const brand = 'svc';
const headers =
  '{ assignedId uploadTime header { version generatorInfo { id timeUTC generatorType generatorVersion } } }';
const withParameters = (parameters: string, fields = headers) =>
  `svc_udp_analyticgeojsonrecord(${parameters}) ${fields}`;

function read(text: string) {
  const reading = readQueryText(text, { brand });
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading;
}

/** The problems, each with the text that it points at. */
function problemsOf(text: string) {
  const reading = readQueryText(text, { brand });
  if (reading.ok) throw new Error(`It was read: ${JSON.stringify(reading.search)}`);
  return reading.problems.map(({ message, start, end, line, column }) => ({
    at: text.slice(start, end),
    place: `${line}:${column}`,
    message,
  }));
}

describe('readQueryText', () => {
  test('reads the document’s own way of writing, bare or in braces', () => {
    const text = withParameters(`
      limit: 20,
      sortBy: { field: "content.sensorData.startTimeUTC", sortOrder: DESC },
      uploadTime: { gt: "2026-11-01T00:00:00Z" },
      content: {
        processors: {
          processorName: { or: ["SmallVesselDetection", "LargeVesselDetection"] },
          parameters: { dissemination: { region: { eq: "East Asia" } } }
        },
        sensorData: { startTimeUTC: { gt: "2026-11-01", lt: "2026-11-20" }, incidenceAngle: { gt: 20, lt: 40.5 } }
      }`);
    const expected = {
      regions: ['East Asia'],
      analytics: ['SmallVesselDetection', 'LargeVesselDetection'],
      uploadedAfter: '2026-11-01T00:00:00Z',
      collectedAfter: '2026-11-01T00:00:00.000Z',
      collectedBefore: '2026-11-20T00:00:00.000Z',
      conditions: [{ path: 'content.sensorData.incidenceAngle', condition: { gt: 20, lt: 40.5 } }],
      fields: 'headers',
      maxRecords: 20,
      sort: { field: 'content.sensorData.startTimeUTC', sortOrder: 'DESC' },
    };
    expect(read(text).search).toEqual(expected);
    expect(read(`# a remark\n{ ${text} }`).search).toEqual(expected);
    expect(searchSchema.safeParse(expected).success).toBe(true);
  });

  test.each(['all', 'without-features', 'headers'] as const)(
    'recognizes the field list “%s” in any order',
    (fields) => {
      const text = searchQueryText(searchSchema.parse({ regions: [], analytics: [], fields }), { brand });
      if (!text.ok) throw new Error(text.failure.message);
      expect(read(text.value).search.fields ?? 'all').toBe(fields);
      const turned = text.value.replace(/assignedId\n\s*uploadTime/, 'uploadTime assignedId assignedId');
      expect(turned).not.toBe(text.value);
      expect(read(turned).search.fields ?? 'all').toBe(fields);
    },
  );

  test('accepts the names of the brand and no others', () => {
    const text = withParameters('content: { sensorData: { acmeId: { eq: "5" } } }').replace('svc_', 'acme_');
    expect(readQueryText(text, { brand: 'acme' })).toMatchObject({ ok: true });
    expect(problemsOf(text)).toEqual([
      { at: 'acme_udp_analyticgeojsonrecord', place: '1:1', message: expect.stringContaining('svc_udp') },
    ]);
  });

  test('accepts paths that the service does not document, with a remark on a likely misspelling', () => {
    const { search, remarks } = read(
      withParameters(
        'content: { sensorData: { sensorNam: { eq: "x" } }, features: { properties: { length_m: { gt: 40 } } } }',
      ),
    );
    expect(search.conditions).toHaveLength(2);
    expect(remarks).toEqual([
      expect.objectContaining({ message: expect.stringContaining('Did you mean sensorName?') }),
    ]);
  });

  test('drops an offset of 0, with a remark', () => {
    const { search, remarks } = read(withParameters('offset: 0'));
    expect(search).toEqual({ regions: [], analytics: [], fields: 'headers' });
    expect(remarks).toHaveLength(1);
    const page = read(withParameters('limit: 500, offset: 0'));
    expect(page.search.maxRecords).toBe(500);
    expect(page.remarks.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('No more than 500 records'),
    );
  });

  test('starts at the record that an offset names, with a remark', () => {
    const { search, remarks } = read(withParameters('offset: 500'));
    expect(search).toMatchObject({ startOffset: 500 });
    expect(remarks.map(({ message }) => message)).toEqual([expect.stringContaining('record 501')]);
  });

  test.each([
    ['', '', '1:1', /no query/],
    ['{"query": "x"}', '{"query": "x"}', '1:1', /JSON/],
    ['query { a }', 'query', '1:1', /Leave out “query”/],
    [withParameters('limit: 5').slice(0, -1), '', '1:144', /missing at the end/],
    [withParameters('limit 5'), '5', '1:37', /Expected/],
    [withParameters('limt: 5'), 'limt', '1:31', /no parameter “limt”. Did you mean limit/],
    [withParameters('limit: 5, limit: 6'), 'limit: 6', '1:41', /twice/],
    [withParameters('limit: "5"'), '"5"', '1:38', /whole number/],
    [withParameters('limit: 0'), '0', '1:38', /whole number/],
    [withParameters('offset: -5'), 'offset: -5', '1:31', /whole number/],
    [withParameters('offset: "5"'), 'offset: "5"', '1:31', /whole number/],
    [withParameters('assignedId: { eq: "x" }'), '{ eq: "x" }', '1:43', /directly/],
    [withParameters('uploadTime: "2026-11-01"'), '"2026-11-01"', '1:43', /takes an operator/],
    [
      withParameters('uploadTime: { gte: "2026-11-01" }'),
      'gte',
      '1:45',
      /no operator “gte”. There are eq, ne, gt, lt, or/,
    ],
    [withParameters('uploadTime: { gt: "noon" }'), '"noon"', '1:49', /not a time/],
    [withParameters('uploadTime: { gt: null }'), 'null', '1:49', /greater or less than null/],
    [withParameters('content: { type: { or: "x" } }'), '"x"', '1:54', /square brackets/],
    [withParameters('content: { type: { or: [] } }'), '[]', '1:54', /empty/],
    [withParameters('content: { type: { or: [["x"]] } }'), '["x"]', '1:55', /single values/],
    [withParameters('content: { type: { eq: ["x"] } }'), '["x"]', '1:54', /one value/],
    [withParameters('content: { type: { eq: Feature } }'), 'Feature', '1:54', /needs quotes: "Feature"/],
    [withParameters('content: { type: { eq: $x } }'), '$x', '1:54', /no variables/],
    [withParameters('content: { type: { eq: 5 } }'), '5', '1:54', /It is text/],
    [
      withParameters('content: { sensorData: { incidenceAngle: { eq: "5" } } }'),
      '"5"',
      '1:78',
      /It is a number/,
    ],
    [
      withParameters('header: { version: { eq: 9007199254740993 } }'),
      '9007199254740993',
      '1:56',
      /too large/,
    ],
    [withParameters('content: { eq: "x" }'), '{ eq: "x" }', '1:40', /fields below it/],
    [withParameters('content: { }'), '{ }', '1:40', /empty/],
    [
      withParameters('content: { product: { productType: "x" } }'),
      'productType',
      '1:53',
      /takes an operator/,
    ],
    [
      withParameters('content: { features: { properties: { eq: "x", length: { gt: 5 } } } }'),
      '{ eq: "x", length: { gt: 5 } }',
      '1:66',
      /both operators and fields/,
    ],
    [withParameters('sortBy: "uploadTime"'), '"uploadTime"', '1:39', /sortBy takes/],
    [withParameters('sortBy: { field: "uploadTime", sortOrder: UP }'), 'UP', '1:73', /ASC or DESC/],
    [withParameters('sortBy: { field: "a b", sortOrder: ASC }'), '"a b"', '1:48', /joined by dots/],
    [
      'svc_udp_analyticgeojsonrecord(limit: 5)',
      'svc_udp_analyticgeojsonrecord(limit: 5)',
      '1:1',
      /list of fields is missing/,
    ],
    [withParameters('limit: 5', '{ assignedId header }'), 'header', '1:54', /List the fields of header/],
    [
      withParameters('limit: 5', '{ assignedId sensorName }'),
      'sensorName',
      '1:54',
      /no field “sensorName” in a record/,
    ],
    [withParameters('limit: 5', '{ id: assignedId }'), 'id', '1:43', /name alone/],
    [withParameters('limit: 5', '{ ...all }'), '...all', '1:43', /Fragments/],
    [
      withParameters('limit: 5', '{ content { processors { parameters { dissemination } } } }'),
      '{ dissemination }',
      '1:77',
      /returned as a whole/,
    ],
  ])('%s is refused at its place', (text, at, place, message) => {
    expect(problemsOf(text)).toEqual([{ at, place, message: expect.stringMatching(message) }]);
  });

  test('counts lines, and names everything that is wrong in the order of the text', () => {
    const text = withParameters('\n  limit: -1,\r\n  sort: 5,\n  content: { type: { is: "x" } }\n');
    expect(problemsOf(text).map(({ place, at }) => [place, at])).toEqual([
      ['2:10', '-1'],
      ['3:3', 'sort'],
      ['4:22', 'is'],
    ]);
  });

  test('ends with what nests or runs without an end', () => {
    const deep = withParameters(`content: ${'{ a: '.repeat(5_000)}{ eq: 1 }${' }'.repeat(5_000)}`);
    const long = withParameters(`content: { type: { or: [${'"x", '.repeat(30_000)}] } }`);
    expect(readQueryText(long, { brand }).ok).toBe(false);
    expect(readQueryText(deep, { brand })).toBeDefined();
  });
});
