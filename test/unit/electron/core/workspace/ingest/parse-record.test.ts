import { describe, expect, test } from 'vitest';
import { maxProblems } from '../../../../../../electron/core/workspace/ingest/member-reader.ts';
import { parseRecord } from '../../../../../../electron/core/workspace/ingest/parse-record.ts';
import { createTracer } from '../../../../../../electron/core/workspace/ingest/trace-detection.ts';
import type { FieldList } from '../../../../../../shared/results/field-list.ts';
import { positions, rectangleRing } from '../../../../../builders/positions.ts';
import { buildFeature, buildProcessor, buildRecord } from '../../../../../builders/record-builder.ts';

const read = (record: unknown, fields: FieldList = 'all') =>
  parseRecord(record, { brand: 'svc', fields, isUtf8: true });
const readFeatures = (...features: unknown[]) => read(buildRecord({ features }));
const withGeometry = (geometry: unknown) => readFeatures(buildFeature({ geometry }));

test('a plausible record is parsed completely and without problems', () => {
  const record = read(buildRecord());
  expect(record.problems).toEqual([]);
  expect(record).toMatchObject({
    uploadTime: '2026-11-18T06:00:00.000Z',
    headerVersion: '1.0',
    generator: 'workflow · 2.4.1 · generator-1 · 2026-11-18T05:59:00.000Z',
    productType: 'Detections',
    documentVersion: '1.2',
    processors: [{ name: 'SmallVesselDetection', version: '3.1.0', region: 'East Asia', qcStatus: 'PASSED' }],
    sensors: [{ sensorDataIndex: 0, brandId: 'image-0', incidenceAngle: 31.25 }],
  });
  expect(record.features).toHaveLength(1);
});

test('the brand names the image id', () => {
  const record = parseRecord(buildRecord({ brand: 'acme' }), { brand: 'acme', fields: 'all', isUtf8: true });
  expect(record.sensors[0]?.brandId).toBe('image-0');
});

test('a requested list of features that is absent is a problem: it does not mean that nothing was found', () => {
  const paths = (content: unknown, fields: FieldList) =>
    read({ assignedId: 'a', content }, fields).problems.map(({ path }) => path);
  expect(paths({ features: [] }, 'all')).toEqual([]);
  expect(paths({}, 'all')).toEqual(['content.features']);
  expect(paths({ features: null }, 'all')).toEqual(['content.features']);
  expect(paths(null, 'all')).toEqual(['content.features']);
  expect(paths({ features: 'none' }, 'all')).toEqual(['content.features']);
  expect(paths({}, 'without-features')).toEqual([]);
});

test('what the field list left out is null and no problem', () => {
  const record = read({
    assignedId: 'a',
    content: { features: [{ geometry: { type: 'Point', coordinates: [1, 2] } }] },
  });
  expect(record.problems).toEqual([]);
  expect(record.features[0]).toMatchObject({ position: 0, propertiesText: '{}', chipIdentifier: null });
  expect(record).toMatchObject({ uploadTime: null, headerVersion: null, generator: null, sensors: [] });
});

describe('times', () => {
  const readTimes = (uploadTime: string, startTimeUTC: string) => {
    const {
      problems,
      uploadTime: text,
      uploaded,
      sensors,
    } = read(buildRecord({ record: { uploadTime }, sensors: [{ startTimeUTC }] }));
    const [sensor] = sensors;
    return { problems, upload: [text, uploaded?.iso], start: [sensor?.startTimeUtc, sensor?.collected?.iso] };
  };
  const upload = '2026-11-20T12:00:00Z';

  test.each([
    '20261120T101500.0Z',
    '2026-324T10:15:00Z',
    '2026-W47-5T10:15:00Z',
    '2026-11-20T05:15:00\u221205:00',
  ])('%s is read as in ISO 8601, and its text stays', (text) => {
    expect(readTimes(upload, text)).toMatchObject({
      problems: [],
      start: [text, '2026-11-20T10:15:00.000Z'],
    });
  });

  test('a time without a zone is UTC, noted once', () => {
    expect(readTimes('2026-11-20T12:00:00', '2026-11-20T10:15:00')).toMatchObject({
      problems: [{ path: 'uploadTime', message: expect.stringContaining('UTC') }],
      start: ['2026-11-20T10:15:00', '2026-11-20T10:15:00.000Z'],
    });
  });

  test.each([
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '1601-01-01',
    '9999-12-31T23:59:59.9999999Z',
    '2262-04-11T23:47:16Z',
  ])('%s is shown and named, and is no time of anything', (text) => {
    const message = expect.stringContaining(`"${text}" cannot be the time`);
    expect(readTimes(text, text)).toEqual({
      problems: [
        { path: 'uploadTime', message },
        { path: 'content.sensorData[0].startTimeUTC', message },
      ],
      upload: [text, undefined],
      start: [text, undefined],
    });
  });

  test('what is no time is named with its text', () => {
    expect(readTimes(upload, '2026-11-20T10:15:00+99:99')).toMatchObject({
      problems: [
        {
          path: 'content.sensorData[0].startTimeUTC',
          message: '"2026-11-20T10:15:00+99:99" is not a date and time as in ISO 8601',
        },
      ],
      start: [null, undefined],
    });
  });
});

describe('malformed parts are reported with their path, and the rest is used', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['no object', 'record', ['record']],
    ['null', null, ['record']],
    ['a list', [], ['record']],
    ['no id', buildRecord({ record: { assignedId: undefined } }), ['assignedId']],
    ['a number for an id', buildRecord({ record: { assignedId: 7 } }), ['assignedId']],
    ['no content', buildRecord({ record: { content: undefined } }), ['content']],
    ['a text for content', buildRecord({ record: { content: 'x' } }), ['content']],
    ['a date that does not exist', buildRecord({ uploadTime: '2026-02-30T00:00:00Z' }), ['uploadTime']],
    ['a number for a time', buildRecord({ record: { uploadTime: 5 } }), ['uploadTime']],
    ['features that are no list', buildRecord({ content: { features: {} } }), ['content.features']],
    [
      'processors of all kinds',
      buildRecord({ processors: [7, { processorName: '' }, buildProcessor()] }),
      ['content.processors[0]', 'content.processors[1].processorName'],
    ],
    [
      'a sensor with wrong types',
      buildRecord({ sensors: [{ sensorName: 5, azimuthAngle: 'east', startTimeUTC: 'noon' }] }),
      [
        'content.sensorData[0].sensorName',
        'content.sensorData[0].startTimeUTC',
        'content.sensorData[0].azimuthAngle',
      ],
    ],
    [
      'a sensor that is no object',
      buildRecord({ content: { sensorData: [null] } }),
      ['content.sensorData[0]'],
    ],
  ])('%s', (_name, record, paths) => {
    expect(read(record).problems.map(({ path }) => path)).toEqual(paths);
  });

  test('numbers as text are read, with a note', () => {
    const sensor = { azimuthAngle: ' 281,5 ', incidenceAngle: '33.1', sensorDataIndex: '0' };
    const { sensors, problems } = read(buildRecord({ sensors: [sensor] }));
    expect(sensors[0]).toMatchObject({ azimuthAngle: 281.5, incidenceAngle: 33.1, sensorDataIndex: 0 });
    expect(problems).toEqual(
      ['sensorDataIndex', 'azimuthAngle', 'incidenceAngle'].map((name) => ({
        path: `content.sensorData[0].${name}`,
        message: expect.stringMatching(/^is the text ".*" where a number belongs; it is read as \d/),
      })),
    );
  });

  test('the other features of a record stay, with their indexes in the list', () => {
    const record = readFeatures(buildFeature(), 'x', buildFeature({ geometry: null }), buildFeature());
    expect(record.features.map(({ position }) => position)).toEqual([0, 3]);
    expect(record.problems.map(({ path }) => path)).toEqual([
      'content.features[1]',
      'content.features[2].geometry',
    ]);
  });

  test('the list of problems of one unusable record is bounded', () => {
    const record = read(buildRecord({ features: Array.from({ length: 500 }, () => 0) }));
    expect(record.problems).toHaveLength(maxProblems + 1);
    expect(record.problems.at(-1)?.message).toBe('400 more problems of this record are not listed.');
  });
});

describe('geometries that are refused', () => {
  const square = positions('0 0, 1 0, 1 1, 0 0');
  test.each<[string, unknown]>([
    ['none', undefined],
    ['a text', 'POINT (1 2)'],
    ['an unknown type', { type: 'Circle', coordinates: [1, 2] }],
    ['a type that is an object', { type: {}, coordinates: [1, 2] }],
    ['a collection', { type: 'GeometryCollection', geometries: [] }],
    ['a point without coordinates', { type: 'Point' }],
    ['an empty point', { type: 'Point', coordinates: [] }],
    ['a point with texts that are no numbers', { type: 'Point', coordinates: ['1°', 'two'] }],
    ['a point with nulls', { type: 'Point', coordinates: [null, null] }],
    ['a point with an overflow', { type: 'Point', coordinates: [1, JSON.parse('1e999')] }],
    ['a point that is nested too deep', { type: 'Point', coordinates: [[1, 2]] }],
    ['a point north of the pole', { type: 'Point', coordinates: [0, 90.1] }],
    ['a point more than a turn away', { type: 'Point', coordinates: [360.5, 0] }],
    ['a line of one position', { type: 'LineString', coordinates: [[0, 0]] }],
    ['an empty multipoint', { type: 'MultiPoint', coordinates: [] }],
    ['a polygon without rings', { type: 'Polygon', coordinates: [] }],
    ['a ring of three', { type: 'Polygon', coordinates: [square.slice(1)] }],
    ['an open ring', { type: 'Polygon', coordinates: [[...square.slice(0, 3), [5, 5]]] }],
    ['a polygon that is nested like a line', { type: 'Polygon', coordinates: square }],
    ['a multipolygon with an empty polygon', { type: 'MultiPolygon', coordinates: [[square], []] }],
    [
      'a polygon more than a turn away',
      { type: 'Polygon', coordinates: [square.map(([x = 0, y]) => [x + 360, y])] },
    ],
  ])('%s', (_name, geometry) => {
    const record = withGeometry(geometry);
    expect(record.features).toEqual([]);
    expect(record.problems.map(({ path }) => path)).toEqual(['content.features[0].geometry']);
  });
});

describe('geometries that are accepted', () => {
  const ring = (west: number) => [
    [west, 52],
    [west + 1, 52],
    [west + 1, 53],
    [west, 52],
  ];
  test.each<[string, unknown, unknown, RegExp]>([
    ['Point', [190.5, 52.1], [-169.5, 52.1], /beyond 180/],
    ['Point', [-190.5, 52.1], [169.5, 52.1], /beyond 180/],
    ['Point', [360, 0, 5], [0, 0, 5], /beyond 180/],
    [
      'MultiPoint',
      [
        [179, 1],
        [181, 1],
      ],
      [
        [179, 1],
        [-179, 1],
      ],
      /beyond 180/,
    ],
    [
      'LineString',
      [
        [190, 1],
        [191, 2],
      ],
      [
        [-170, 1],
        [-169, 2],
      ],
      /beyond 180/,
    ],
    [
      'LineString',
      [
        [179, 1],
        [181, 2],
      ],
      [
        [179, 1],
        [181, 2],
      ],
      /^$/,
    ],
    [
      'MultiLineString',
      [
        [
          [-200, 1],
          [-190, 2],
        ],
        [
          [1, 1],
          [2, 2],
        ],
      ],
      [
        [
          [160, 1],
          [170, 2],
        ],
        [
          [1, 1],
          [2, 2],
        ],
      ],
      /beyond/,
    ],
    ['Polygon', [ring(190)], [ring(-170)], /beyond 180/],
    ['Polygon', [ring(-191)], [ring(169)], /beyond 180/],
    ['Polygon', [ring(179.5)], [ring(179.5)], /^$/],
    // A hole is on the turn of its outline.
    ['Polygon', [ring(190), ring(190)], [ring(-170), ring(-170)], /beyond 180/],
    ['Polygon', [ring(190), ring(-170)], [ring(-170), ring(-170)], /beyond 180/],
    ['Polygon', [ring(-191), ring(169)], [ring(169), ring(169)], /beyond 180/],
    ['Polygon', [ring(-170), ring(190)], [ring(-170), ring(-170)], /beyond 180/],
    ['Polygon', [ring(169), ring(-191)], [ring(169), ring(169)], /beyond 180/],
    ['Polygon', [ring(179.5), ring(-180.5)], [ring(179.5), ring(179.5)], /beyond 180/],
    ['Polygon', [ring(179.5), ring(-180)], [ring(179.5), ring(180)], /beyond 180.*only across/],
    ['Polygon', [ring(179.5), ring(180)], [ring(179.5), ring(180)], /^$/],
    [
      'MultiPolygon',
      [
        [ring(10), ring(10)],
        [ring(200), ring(-160), ring(200)],
      ],
      [
        [ring(10), ring(10)],
        [ring(-160), ring(-160), ring(-160)],
      ],
      /beyond 180/,
    ],
    ['MultiPolygon', [[ring(170)], [ring(180)]], [[ring(170)], [ring(-180)]], /beyond 180/],
    ['Point', ['126.5', ' 35,1 '], [126.5, 35.1], /numbers written as text/],
    ['Point', ['\u2212126.5', '+3.51e1'], [-126.5, 35.1], /numbers written as text/],
    ['Point', ['190.5', 52], [-169.5, 52], /text.*beyond 180/],
    [
      'Polygon',
      [ring(5).map((position) => position.map(String))],
      [ring(5)],
      /^has numbers written as text$/,
    ],
    ['Polygon', [[...ring(5).slice(0, 3), [5 + 1e-10, 52 - 1e-10]]], [ring(5)], /two ways/],
    [
      'Polygon',
      [positions('-170 84, -80 84, 10 84, 100 84, -170 84')],
      [positions('-180 84, -170 84, -80 84, 10 84, 100 84, 180 84, 180 90, -180 90, -180 84')],
      /North Pole/,
    ],
    [
      'Polygon',
      [positions('180 10, 175 10, 175 15, 180 15, -180 10')],
      [rectangleRing(180, 10, 175, 15)],
      /two ways/,
    ],
  ])('%s %j', (type, coordinates, expected, note) => {
    const record = withGeometry({ type, coordinates });
    expect(record.features[0]?.geometry).toEqual({ type, coordinates: expected });
    expect(record.problems.map(({ message }) => message).join()).toMatch(note);
    for (const { path } of record.problems) expect(path).toBe('content.features[0].geometry.coordinates');
  });

  test('a note that many features share is listed once, with their number', () => {
    const beyond = buildFeature({ geometry: { type: 'Point', coordinates: [190, 0] } });
    const { features, problems } = readFeatures(...Array.from({ length: 1000 }, () => beyond));
    expect(features).toHaveLength(1000);
    expect(problems).toEqual([
      {
        path: 'content.features[0].geometry.coordinates',
        message: expect.stringMatching(/beyond 180.*\(and at 999 more of its record\)$/),
      },
    ]);
  });

  test('polygons may run on past the antimeridian', () => {
    const coordinates = [positions('170 0, 190 0, 190 5, 170 0')];
    const record = withGeometry({ type: 'Polygon', coordinates });
    expect(record.features[0]?.geometry).toEqual({ type: 'Polygon', coordinates });
  });

  test('heights are retained when every position has one', () => {
    expect(withGeometry({ type: 'Point', coordinates: [1, 2, 3] }).features[0]?.hasZ).toBe(true);
    expect(withGeometry({ type: 'Point', coordinates: [1, 2] }).features[0]?.hasZ).toBe(false);
  });

  test('heights at some positions only are left out, which is reported', () => {
    const record = withGeometry({
      type: 'LineString',
      coordinates: [
        [1, 2, 3],
        [4, 5],
      ],
    });
    expect(record.features[0]?.hasZ).toBe(false);
    expect(record.problems).toHaveLength(1);
  });
});

describe('properties', () => {
  const withProperties = (properties: unknown) =>
    readFeatures({ type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties });

  test('null properties are none, and no problem', () => {
    expect(withProperties(null)).toMatchObject({ problems: [], features: [{ propertiesText: '{}' }] });
  });

  test.each<[string, unknown]>([
    ['a list', []],
    ['a text', 'x'],
    ['nesting without end', JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)],
    ['a text of a megabyte', { a: 'x'.repeat(1_000_000) }],
  ])('%s is reported, and the detection stays', (_name, properties) => {
    const record = withProperties(properties);
    expect(record.features[0]?.propertiesText).toBe('{}');
    expect(record.problems.map(({ path }) => path)).toEqual(['content.features[0].properties']);
  });

  test('a property called __proto__ stays a property', () => {
    const record = withProperties(JSON.parse('{"__proto__":{"sarChipIdentifier":"stolen"}}'));
    expect(record.features[0]?.chipIdentifier).toBeNull();
    expect(record.features[0]?.propertiesText).toBe('{"__proto__":{"sarChipIdentifier":"stolen"}}');
  });

  test('a chip identifier must be a text', () => {
    const record = withProperties({ sarChipIdentifier: 17 });
    expect(record.features[0]?.chipIdentifier).toBeNull();
    expect(record.problems.map(({ path }) => path)).toEqual([
      'content.features[0].properties.sarChipIdentifier',
    ]);
  });
});

describe('tracing a detection', () => {
  const traceFirst = (overrides: Parameters<typeof buildRecord>[0]) => {
    const record = read(buildRecord(overrides));
    const [feature] = record.features;
    if (!feature) throw new Error('The record has no feature.');
    return createTracer(record)(feature);
  };
  const two = [
    buildProcessor({ analytic: 'SmallVesselDetection', region: 'East Asia' }),
    buildProcessor({ analytic: 'LargeVesselDetection', region: 'Eastern Europe' }),
  ];

  test('one processor names the analytic', () => {
    expect(traceFirst({})).toMatchObject({
      analytic: 'SmallVesselDetection',
      region: 'East Asia',
      sensorIndex: 0,
    });
  });

  test('several are distinguished by a property that names one of them', () => {
    const features = [buildFeature({ properties: { processorName: 'LargeVesselDetection' } })];
    expect(traceFirst({ processors: two, features })).toMatchObject({
      analytic: 'LargeVesselDetection',
      region: 'Eastern Europe',
    });
  });

  test('else their names are joined', () => {
    expect(traceFirst({ processors: two }).analytic).toBe('SmallVesselDetection + LargeVesselDetection');
  });

  test('a record without processors states no analytic', () => {
    expect(traceFirst({ processors: [] })).toMatchObject({ analytic: '(not stated)', region: null });
  });

  test('the sensor is the one that the feature names', () => {
    const features = [buildFeature({ properties: { sensorDataIndex: 1 } })];
    const sensors = [{ startTimeUTC: '2026-11-01T00:00:00Z' }, { startTimeUTC: '2026-11-02T00:00:00Z' }];
    expect(traceFirst({ features, sensors })).toMatchObject({
      sensorIndex: 1,
      collected: { iso: '2026-11-02T00:00:00.000Z' },
    });
  });

  test('of several sensors none is guessed, but a time that all share holds', () => {
    const features = [buildFeature({ properties: { sensorDataIndex: 9 } })];
    const sensors = [{ startTimeUTC: '2026-11-01T00:00:00Z' }, { startTimeUTC: '2026-11-02T00:00:00Z' }];
    expect(traceFirst({ features, sensors })).toMatchObject({ sensorIndex: null, collected: undefined });
    expect(traceFirst({ features, sensors: [{}, {}] })).toMatchObject({
      sensorIndex: null,
      collected: { iso: '2026-11-18T03:12:45.120Z' },
    });
  });

  test('two sensors with one index are not distinguished', () => {
    const sensors = [{ sensorDataIndex: 0 }, { sensorDataIndex: 0 }];
    expect(traceFirst({ sensors }).sensorIndex).toBeNull();
  });
});
