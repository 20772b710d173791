import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { parseRecord } from '../../../../../../../electron/core/workspace/ingest/parse-record.ts';
import {
  createFootprintPreparer,
  remarkExchangedAxes,
} from '../../../../../../../electron/core/workspace/ingest/prepare/prepare-footprint.ts';
import { positions, rectangleRing } from '../../../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../../../builders/record-builder.ts';

const box: Position[] = rectangleRing(128.8, 34.9, 129.4, 35.3);

/** The footprint of a sensor as a record has it, with what is noted on it. */
function prepare(sensor: Record<string, unknown>, features: readonly unknown[] = []) {
  const record = parseRecord(buildRecord({ sensors: [sensor], features }), {
    brand: 'svc',
    fields: 'all',
    isUtf8: true,
  });
  const footprints = record.sensors.map(createFootprintPreparer());
  const [footprint] = footprints;
  return {
    footprint,
    outline: footprint?.problem === undefined ? footprint?.outline.coordinates : undefined,
    reference: footprint?.problem === undefined ? footprint?.reference : undefined,
    notes: footprint?.problem === undefined ? footprint?.notes.join() : footprint.problem,
    problems: record.problems,
    remark: remarkExchangedAxes(record, footprints)[0],
  };
}

const geoJson = { type: 'Polygon', coordinates: [box] };
/** Written by GDAL 3.6 (`ExportToIsoWkb`) and, with the reference system, by PostGIS 3.3 (`ST_AsEWKB`). */
const littleEndian =
  '010300000001000000050000009a999999991960403333333333734140cdcccccccc2c60403333333333734140cdcccccccc2c60406666666666a641409a999999991960406666666666a641409a999999991960403333333333734140';
const bigEndian =
  '00000000030000000100000005406019999999999A404173333333333340602CCCCCCCCCCD404173333333333340602CCCCCCCCCCD4041A66666666666406019999999999A4041A66666666666406019999999999A4041733333333333';
const ewkb = `0103000020E6100000${littleEndian.slice(10)}`;

describe('outlines in other forms than a polygon of WKT are read, with a note', () => {
  test.each<[string, unknown, RegExp]>([
    ['WKT', 'POLYGON((128.8 34.9,129.4 34.9,129.4 35.3,128.8 35.3,128.8 34.9))', /^$/],
    [
      'WKT with heights',
      'POLYGON Z((128.8 34.9 1,129.4 34.9 1,129.4 35.3 1,128.8 35.3 1,128.8 34.9 1))',
      /^$/,
    ],
    ['EWKT', 'SRID=4326;POLYGON((128.8 34.9,129.4 34.9,129.4 35.3,128.8 35.3,128.8 34.9))', /^$/],
    [
      'a collection',
      'GEOMETRYCOLLECTION(POLYGON((128.8 34.9,129.4 34.9,129.4 35.3,128.8 35.3,128.8 34.9)))',
      /^$/,
    ],
    ['a closed line', 'LINESTRING(128.8 34.9,129.4 34.9,129.4 35.3,128.8 35.3,128.8 34.9)', /closed line/],
    ['a ring', 'LINEARRING (128.8 34.9, 129.4 34.9, 129.4 35.3, 128.8 35.3, 128.8 34.9)', /closed line/],
    ['a closed line of GeoJSON', { type: 'LineString', coordinates: box }, /GeoJSON.*closed line/],
    ['WKB', littleEndian, /WKB/],
    ['WKB, big-endian', bigEndian, /WKB/],
    ['WKB as PostgreSQL prints it', `\\x${littleEndian}`, /WKB/],
    ['WKB as a literal of SQL Server', `0x${bigEndian}`, /WKB/],
    ['EWKB', ewkb, /WKB/],
    ['GeoJSON', geoJson, /GeoJSON/],
    ['GeoJSON as text', JSON.stringify(geoJson), /GeoJSON/],
    ['a feature', { type: 'Feature', properties: {}, geometry: geoJson }, /GeoJSON/],
    [
      'features as text',
      JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', geometry: geoJson }] }),
      /GeoJSON/,
    ],
    [
      'GeoJSON with numbers as text',
      { type: 'Polygon', coordinates: [box.map((at) => at.map(String))] },
      /GeoJSON.*text/,
    ],
    [
      'open by noise',
      'POLYGON((128.8 34.9,129.4 34.9,129.4 35.3,128.8 35.3,128.8000000001 34.9))',
      /two ways/,
    ],
    [
      'open by the noise of single precision',
      'POLYGON((128.8 34.9,129.4 34.9,129.4 35.3,128.8 35.3,128.80001 34.90001))',
      /two ways/,
    ],
    [
      'a turn further',
      'POLYGON((-231.2 34.9,-230.6 34.9,-230.6 35.3,-231.2 35.3,-231.2 34.9))',
      /beyond 180/,
    ],
  ])('%s', (_, footprint, note) => {
    const { outline, notes, problems } = prepare({ footprint });
    expect(outline?.flat(2)).toHaveLength(5);
    for (const [index, [x = 0, y = 0]] of (outline?.[0]?.[0] ?? []).entries()) {
      expect(x).toBeCloseTo(box[index]?.[0] ?? 0, 10);
      expect(y).toBeCloseTo(box[index]?.[1] ?? 0, 10);
    }
    expect(notes).toMatch(note);
    // That it is an object is noted where it is read as text.
    const expected = typeof footprint === 'string' ? [] : ['content.sensorData[0].footprint'];
    expect(problems.map(({ path }) => path)).toEqual(expected);
  });

  test.each<[string, unknown, RegExp]>([
    [
      'an open line',
      'LINESTRING(128.8 34.9,129.4 34.9,129.4 35.3,128.8 35.3)',
      /is a LineString, where a polygon/,
    ],
    [
      'a ring that lacks a side',
      'POLYGON((128.8 34.9,129.4 34.9,129.4 35.3,128.8 35.3))',
      /does not end where it began/,
    ],
    [
      'a ring that is open by 11 m',
      'POLYGON((128.8 34.9,129.4 34.9,129.4 35.3,128.8 35.3,128.8001 34.9))',
      /does not end/,
    ],
    ['cut WKB', littleEndian.slice(0, -8), /ends before its geometry/],
    ['WKB with more behind it', `${littleEndian}00`, /1 bytes behind/],
    ['WKB of no geometry of its own', '010D000000', /WKB type 13/],
    ['EWKB in meters', ewkb.replace('E6100000', '110F0000'), /SRID 3857/],
    [
      'GeoJSON in meters',
      { ...geoJson, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } } },
      /SRID 3857/,
    ],
    ['GeoJSON that ends early', '{"type":"Polygon"', /GeoJSON/],
    ['no features', { type: 'FeatureCollection', features: [] }, /is empty/],
    [
      'latitude first',
      'POLYGON((34.9 128.8,34.9 129.4,35.3 129.4,34.9 128.8))',
      /exchanged axes it is on the Earth/,
    ],
    ['hexadecimal digits of nothing', 'cafe', /WKB/],
  ])('%s is named', (_, footprint, problem) => {
    expect(prepare({ footprint })).toMatchObject({
      outline: undefined,
      notes: expect.stringMatching(problem),
    });
  });
});

describe('footprints at a pole are stored as caps', () => {
  test.each<[string, string, RegExp, number]>([
    ['around the North Pole', 'POLYGON((-170 84,-80 84,10 84,100 84,-170 84))', /North Pole/, 90],
    ['around the South Pole', 'POLYGON((-170 -84,-80 -84,10 -84,100 -84,-170 -84))', /South Pole/, -90],
    ['from 0 to 360', 'POLYGON((0 84,90 84,180 84,270 84,360 84,0 84))', /North Pole/, 90],
    ['through the pole', 'POLYGON((0 80,90 80,0 90,0 80))', /North Pole/, 90],
  ])('%s', (_, footprint, note, pole) => {
    const { outline, notes } = prepare({ footprint });
    expect(notes).toMatch(note);
    expect(outline?.flat(2).filter(([, latitude]) => latitude === pole).length).toBeGreaterThan(0);
  });
});

describe('the position where the angles hold', () => {
  test.each<[string, unknown, readonly [number, number], RegExp]>([
    ['a point', 'POINT (129.1 35.1)', [129.1, 35.1], /^$/],
    ['a point beyond 180°', 'POINT (190 52)', [-170, 52], /beyond 180/],
    [
      'a polygon',
      'POLYGON((129 35,129.2 35,129.2 35.2,129 35.2,129 35))',
      [129.1, 35.1],
      /is a Polygon where a point/,
    ],
    ['points', 'MULTIPOINT((129.1 35.1),(129.2 35.2))', [129.1, 35.1], /is a MultiPoint where a point/],
    ['a line', 'LINESTRING(129 35,129.1 35.1,129.2 35.2)', [129.1, 35.1], /is a LineString where a point/],
    ['GeoJSON', { type: 'Point', coordinates: ['129,1', '35.1'] }, [129.1, 35.1], /object.*GeoJSON.*text/],
    ['WKB', '0101000000000000000000f03f0000000000000040', [1, 2], /WKB/],
    ['no geometry', 'the center', [129.1, 35.1], /cannot be read as WKT/],
    ['latitude first', 'POINT (35.1 129.1)', [129.1, 35.1], /exchanged axes/],
  ])('%s', (_, geometryReference, [x, y], note) => {
    const footprint = 'POLYGON((128.8 34.9,129.4 34.9,129.4 35.3,128.8 35.3,128.8 34.9))';
    const { reference, problems } = prepare({ footprint, geometryReference });
    expect(reference?.[0]).toBeCloseTo(x, 9);
    expect(reference?.[1]).toBeCloseTo(y, 9);
    expect(problems.map(({ message }) => message).join()).toMatch(note);
    expect(new Set(problems.map(({ path }) => path)).size).toBeLessThan(2);
  });
});

describe('exchanged axes are remarked and never exchanged', () => {
  const exchanged = 'POLYGON((46.2 30.5,46.2 31.2,46.7 31.2,46.7 30.5,46.2 30.5))';
  const at = (...coordinates: number[]) => buildFeature({ geometry: { type: 'Point', coordinates } });
  const remark = 'no detection of this image lies in its footprint; with exchanged axes all do';
  test.each<[string, string, readonly unknown[], string, string | undefined]>([
    ['all detections', exchanged, [at(30.8, 46.4), at(31, 46.5)], 'POINT (30.9 46.4)', remark],
    [
      'an area',
      exchanged,
      [
        buildFeature({
          geometry: {
            type: 'Polygon',
            coordinates: [positions('30.8 46.4, 30.9 46.4, 30.9 46.5, 30.8 46.4')],
          },
        }),
      ],
      'POINT (30.9 46.4)',
      remark,
    ],
    ['all but one', exchanged, [at(30.8, 46.4), at(12, 46.5)], 'POINT (30.9 46.4)', undefined],
    ['one that is inside', exchanged, [at(46.4, 30.8), at(30.8, 46.4)], 'POINT (46.4 30.9)', undefined],
    [
      'none, but the reference',
      exchanged,
      [],
      'POINT (30.9 46.4)',
      'the geometry reference of this image lies outside of it; with exchanged axes it lies inside',
    ],
    ['none, and a reference inside', exchanged, [], 'POINT (46.4 30.9)', undefined],
    ['none, and no reference', exchanged, [], '', undefined],
    [
      'those of a latitude that is none',
      'POLYGON((128.8 34.9,129.4 34.9,129.4 35.3,128.8 34.9))',
      [at(34.95, 10)],
      'POINT (129 35)',
      undefined,
    ],
  ])('%s', (_, footprint, features, geometryReference, expected) => {
    const prepared = prepare({ footprint, geometryReference }, features);
    expect(prepared.remark).toBe(expected);
    expect(prepared.outline?.[0]?.[0]?.[0]?.[0]).toBe(Number(/\d[\d.]*/.exec(footprint)?.[0]));
  });

  test('of several images each is judged by its own detections', () => {
    const record = parseRecord(
      buildRecord({
        sensors: [
          { sensorDataIndex: 0, footprint: exchanged },
          { sensorDataIndex: 1, footprint: 'POLYGON((30.5 46.2,31.2 46.2,31.2 46.7,30.5 46.2))' },
        ],
        features: [0, 1].map((sensorDataIndex) =>
          buildFeature({
            geometry: { type: 'Point', coordinates: [31, 46.4] },
            properties: { sensorDataIndex },
          }),
        ),
      }),
      { brand: 'svc', fields: 'all', isUtf8: true },
    );
    expect(remarkExchangedAxes(record, record.sensors.map(createFootprintPreparer()))).toEqual([
      remark,
      undefined,
    ]);
  });
});
