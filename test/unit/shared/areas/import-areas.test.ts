import { zipSync } from 'fflate';
import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { allSamples } from '../../../builders/area-samples/all-samples.ts';
import { shpFile } from '../../../builders/area-samples/shapefile-writer.ts';
import { plainKml } from '../../../builders/area-samples/xml-samples.ts';
import { rectangleRing as box, positions } from '../../../builders/positions.ts';

const read = (name: string, text: string) => importAreas({ name, bytes: new TextEncoder().encode(text) });
const readJson = (value: unknown, name = 'sites.geojson') => read(name, JSON.stringify(value));
const polygon = (...rings: Position[][]) => ({ type: 'Polygon', coordinates: rings });
const feature = (geometry: unknown, name?: string) => ({ type: 'Feature', properties: { name }, geometry });
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const bowTie: Position[] = positions('0 0, 2 2, 2 0, 0 2, 0 0');

function readSample(name: string) {
  const sample = allSamples.find((candidate) => candidate.name === name);
  if (!sample) throw new Error(`There is no sample ${name}.`);
  return importAreas(sample);
}

const ringsOf = (result: ReturnType<typeof importAreas>) =>
  result.areas.map(({ geometry }) => geometry.coordinates);

test.each([
  [
    ['a.kml', 'b.kml'],
    ['a', 'b'],
  ],
  [
    ['a.kml', 'x/a.kml'],
    ['a', 'x/a'],
  ],
  [
    ['a.kml', 'a.KML'],
    ['a.kml', 'a.KML'],
  ],
  [
    ['x/a.kml', 'x/a.shp', 'b.kml'],
    ['x/a.kml', 'x/a.shp', 'b'],
  ],
  [
    ['a.kml', 'a.shp', 'a.kml.shp'],
    ['a.kml', 'a.shp', 'a.kml.shp'],
  ],
])('the files %j of an archive are the layers %j', (files, layers) => {
  const square = shpFile([[box(0, 0, 1, 1).toReversed()]], 5);
  const content = (name: string) => (name.endsWith('.shp') ? square : new TextEncoder().encode(plainKml));
  const bytes = zipSync(Object.fromEntries(files.map((name) => [name, content(name)])));
  const { areas } = importAreas({ name: 'sites.zip', bytes });
  expect([...new Set(areas.map(({ layer }) => layer))]).toEqual(layers);
});

describe('geometry', () => {
  test('an unclosed, clockwise ring with heights and repeats comes out closed, anticlockwise and flat', () => {
    const ring = box(10, 20, 11, 21)
      .slice(0, -1)
      .toReversed()
      .flatMap(([x, y]) => [
        [x, y, 5],
        [x, y, 6],
      ]);
    const result = readJson(polygon(ring));
    expect(ringsOf(result)).toEqual([[positions('10 21, 10 20, 11 20, 11 21, 10 21')]]);
    expect(result.notes.map(({ code }) => code).toSorted()).toEqual([
      'duplicates-removed',
      'ring-closed',
      'ring-reoriented',
      'z-dropped',
    ]);
  });
  test.each([
    ['continuous', box(170, 10, 190, 20)],
    ['with a jump', box(170, 10, -170, 20)],
    ['on the other turn', box(-190, 10, -170, 20)],
  ])('a box over the antimeridian written %s is split in two', (_how, ring) => {
    const boxes = ringsOf(readJson(polygon(ring))).map(([outline = []]) => {
      const longitudes = outline.map(([longitude]) => longitude);
      return [Math.min(...longitudes), Math.max(...longitudes)];
    });
    expect(boxes).toEqual([
      [170, 180],
      [-180, -170],
    ]);
  });
  test('a hole on the other side of the antimeridian stays a hole', () => {
    const result = readJson(polygon(box(170, 10, -170, 20), box(-179, 12, -178, 14)));
    expect(ringsOf(result).map((rings) => rings.length)).toEqual([1, 2]);
  });
  test('0…360 across Greenwich does not count as the antimeridian', () => {
    const result = readJson(polygon(box(350, 10, 10, 20)));
    expect(ringsOf(result)).toEqual([[box(-10, 10, 10, 20)]]);
  });
  test('UTM and Web Mercator are projected as by GDAL', () => {
    const firstOf = (name: string) => readSample(name).areas[0]?.geometry.coordinates[0]?.[0] ?? [];
    const [utm, mercator] = ['fix--geojson-utm.geojson', 'fix--geojson-web-mercator.geojson'].map(firstOf);
    expect(utm?.[0]).toBeCloseTo(126.790_171_337_8, 8);
    expect(utm?.[1]).toBeCloseTo(35.673_629_152_8, 8);
    expect(mercator?.[0]).toBeCloseTo(123.967_509_208_5, 8);
    expect(mercator?.[1]).toBeCloseTo(35.922_771_163_8, 8);
  });
  test('an island in a lake of one shapefile record is a separate polygon', () => {
    expect(ringsOf(readSample('fix--shapefile-island-in-lake.zip')).map((rings) => rings.length)).toEqual([
      2, 1,
    ]);
  });
  test('every bit of a sound file comes through unchanged', () => {
    const ring = box(124.123_456_789_012_3, 35.1, 124.2, 35.987_654_321);
    expect(ringsOf(readJson(polygon(ring)))).toEqual([[ring]]);
  });
});

describe('names', () => {
  const named = (...names: (string | undefined)[]) =>
    readJson(
      collection(...names.map((name, index) => feature(polygon(box(index, 0, index + 0.5, 1)), name))),
    ).areas.map(({ name }) => name);
  test('are used, and made unique', () => {
    expect(named('Pier', 'Dock', 'Pier', 'Pier (2)', 'Pier')).toEqual([
      'Pier',
      'Dock',
      'Pier (2)',
      'Pier (2) (2)',
      'Pier (3)',
    ]);
  });
  test('default to the file name', () => {
    expect(named(undefined)).toEqual(['sites']);
    expect(named(undefined, 'A', ' ')).toEqual(['sites 1', 'A', 'sites 2']);
  });
  test('are one line without marks that turn text around', () => {
    expect(named('A\nB\u202Etxt.exe\u0000 C')).toEqual(['A B txt.exe C']);
  });
  test('of folders in a path do not count', () => {
    expect(readJson(polygon(box(0, 0, 1, 1)), 'C:\\work\\old sites.geojson').areas[0]?.name).toBe(
      'old sites',
    );
  });
  test.each([
    ['accept--shapefile-cyrillic.zip', ['Порт']],
    ['accept--shapefile-gbk.zip', ['港口']],
    ['accept--kml-folders.kml', ['A & B', 'C <b>']],
    ['fix--geojson-utf16.geojson', ['Порт']],
    ['accept--gpx-two-segments.gpx', ['Two yards', 'Two yards (2)']],
  ])('of %s are %j', (name, names) => {
    expect(readSample(name).areas.map((area) => area.name)).toEqual(names);
  });
});

describe('notes', () => {
  test('name the location of a refused polygon, and the others are imported', () => {
    const result = readJson(
      collection(feature(polygon(box(5, 5, 6, 6)), 'Good'), feature(polygon(bowTie), 'Bow-tie')),
    );
    expect(result.verdict).toBe('accept-with-fix');
    expect(result.areas.map(({ name }) => name)).toEqual(['Good']);
    expect(result.notes).toEqual([
      {
        code: 'self-crossing',
        message:
          'Feature 2 “Bow-tie”: The polygon crosses or touches itself at 1.0000° N 1.0000° E: ring 1 between positions 1 and 2, and ring 1 between positions 3 and 4. Move or remove a corner there.',
      },
    ]);
  });
  test('counts positions as the file does, repeats and all', () => {
    const result = readJson(polygon(bowTie.flatMap((position) => [position, position])));
    expect(result.error?.message).toContain(
      'between positions 1 and 3, and ring 1 between positions 5 and 7',
    );
  });
  test('names feature, ring and position of a latitude', () => {
    const ring = box(0, 0, 9, 9);
    const bad: Position[] = positions('1 1, 2 1, 2 95, 1 1');
    expect(readJson(collection(feature(polygon(ring, bad), 'Site'))).error).toMatchObject({
      code: 'latitude-out-of-range',
      field: 'latitude',
      place: 'Feature 1 “Site”, ring 2, position 3',
    });
  });
  test('names the line of WKT and of KML', () => {
    expect(read('a.wkt', '\n\nPOLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))').error?.place).toBe('Line 3');
    expect(readSample('fix--kml-network-link-beside.kml').notes[0]?.message).toMatch(/^Line 3: .*more\.kml/);
  });
  test('names everything that was left, and why', () => {
    const { notes } = readSample('fix--geojson-points-and-lines-beside.geojson');
    expect(notes.map(({ message }) => message)).toEqual([
      'Only polygons become areas; points and lines were left. (2: Feature 2, Point; Feature 3, LineString)',
      'Features without a geometry were left. (Feature 4)',
      'Empty geometries were left. (Feature 5)',
    ]);
  });
  test('stays short for many faults, and counts them', () => {
    const many = readJson(collection(...Array.from({ length: 500 }, () => feature(polygon(bowTie)))));
    expect(many.notes.length).toBeLessThanOrEqual(101);
    expect(many.notes.at(-1)?.message).toContain('(400: Feature 101');
  });
  test('do not repeat a refusal', () => {
    expect(readJson(polygon(bowTie)).notes).toEqual([]);
  });
});

describe('coordinate systems', () => {
  const withCrs = (name: string) =>
    readJson({ ...polygon(box(1, 1, 2, 2)), crs: { type: 'name', properties: { name } } });
  test.each([
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:OGC::CRS84',
    'OGC:CRS84',
    'CRS84',
    'EPSG:4326',
    'urn:ogc:def:crs:EPSG::4326',
    'urn:ogc:def:crs:EPSG:6.9:4326',
    'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
    'https://www.opengis.net/def/crs/EPSG/0/4326',
  ])('%s is WGS 84', (name) => {
    const result = withCrs(name);
    expect(result.notes.map(({ code }) => code)).toEqual(['crs-removed']);
    expect(ringsOf(result)).toEqual([[box(1, 1, 2, 2)]]);
  });
  test.each(['EPSG:27700', 'EPSG:2180', 'EPSG:99999999', 'toString', '__proto__', '', 'EPSG:4326; DROP'])(
    '“%s” is refused',
    (name) => {
      expect(withCrs(name).error?.code).toBe('crs-unknown');
    },
  );
  test('a position that the projection does not reach is refused', () => {
    const far = {
      ...polygon(box(1e9, 1e9, 2e9, 2e9)),
      crs: { type: 'name', properties: { name: 'EPSG:32652' } },
    };
    expect(readJson(far).verdict).toBe('reject');
  });
});

describe('limits', () => {
  test('a file over 20 MB is refused unread', () => {
    expect(importAreas({ name: 'a.json', bytes: new Uint8Array(20_000_001) }).error?.code).toBe(
      'file-too-large',
    );
  });
  test('too many positions are refused', () => {
    const ring = Array.from({ length: 500_001 }, (_, index): Position => [index / 1e4, index % 2]);
    expect(readJson(polygon(ring)).error?.code).toBe('too-many-positions');
  });
  test('a comb with ten thousand parallel teeth is refused, not checked forever', () => {
    const teeth = Array.from(
      { length: 60_000 },
      (_, index): Position => [index / 1e4, index % 2 === 0 ? 0.1 : 10],
    );
    expect(readJson(polygon([...teeth, [7, -1], [-1, -1]])).error?.code).toBe('too-complex');
  });
  test('a coastline of 100,000 corners is not', () => {
    const coast = Array.from({ length: 100_000 }, (_, index): Position => {
      const angle = (2 * Math.PI * index) / 100_000;
      const radius = 5 + Math.sin(900 * angle) / 4;
      return [20 + radius * Math.cos(angle), 20 + radius * Math.sin(angle)];
    });
    expect(readJson(polygon(coast)).areas).toHaveLength(1);
  });
  test('thousands of holes are assigned to their outlines', () => {
    const holes = Array.from({ length: 3000 }, (_, index) => {
      const [x, y] = [1 + (index % 60), 1 + Math.floor(index / 60)];
      return box(x, y, x + 0.5, y + 0.5).toReversed();
    });
    expect(readJson(polygon(box(0, 0, 80, 80), ...holes)).verdict).toBe('accept');
  });
});
