import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  previewLayerFile,
  type ReadLayer,
  readLayerFile,
} from '../../../../../electron/core/layers/read-layer-file.ts';
import { ImportLog } from '../../../../../shared/areas/import/import-log.ts';
import { readFlatGeobuf } from '../../../../../shared/areas/import/read-flatgeobuf.ts';
import { toLayerFeatures } from '../../../../../shared/layers/layer-features.ts';
import { ogr2ogr, readLayers } from '../../../../builders/gdal-server.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const context = {
  throwIfStopped() {},
  progress() {},
  signal: new AbortController().signal,
  send: () => Promise.resolve(),
};

function read(file: string): readonly ReadLayer[] {
  const result = readLayerFile({ path: file, name: path.basename(file), to: `${file}.layer` }, context);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

type Shape = 'Point' | 'LineString' | 'Polygon' | 'MultiPoint' | 'MultiLineString' | 'MultiPolygon';

/** Features with attributes of each kind, some of them absent. */
function collection(type: Shape, count: number) {
  const { next: random } = seededRandom(7);
  const point = () => [random() * 300 - 150, random() * 140 - 70];
  const ring = () => {
    const [x = 0, y = 0] = point();
    const corners = [0, 1, 2, 3, 4].map((step) => {
      const angle = (step / 5) * 2 * Math.PI;
      return [x + 2 * Math.cos(angle), y + 2 * Math.sin(angle)];
    });
    return [...corners, corners[0]];
  };
  const coordinates = () => {
    switch (type) {
      case 'Point':
        return point();
      case 'MultiPoint':
      case 'LineString':
        return [point(), point(), point()];
      case 'MultiLineString':
        return [
          [point(), point()],
          [point(), point(), point()],
        ];
      case 'Polygon':
        return [ring()];
      case 'MultiPolygon':
        return [[ring()], [ring()]];
    }
  };
  return {
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_, index) => ({
      type: 'Feature',
      geometry: { type, coordinates: coordinates() },
      properties: {
        name: `Häfen “${index}”`,
        berths: index,
        depth: index % 3 === 0 ? null : index / 4,
        note: index % 5 === 0 ? 'a, b; "c"\nd' : 'plain',
      },
    })),
  };
}

type Summary = { readonly features: number; readonly bounds: readonly number[] | null };

/** Features that GDAL finds in a file: all of its layers together. */
async function gdal(file: string): Promise<Summary> {
  // GPX has its tracks and routes a second time, as points.
  const used = (await readLayers(file)).filter(
    ({ name, features }) => features > 0 && !/^(?:track|route)_points$/.test(name),
  );
  return unite(
    used.reduce((sum, { features }) => sum + features, 0),
    used.flatMap(({ extent }) => (extent ? [extent] : [])),
  );
}

function unite(features: number, boxes: readonly (readonly number[])[]): Summary {
  const at = (index: number, best: typeof Math.min) => best(...boxes.map((box) => box[index] ?? Number.NaN));
  return {
    features,
    bounds: boxes.length === 0 ? null : [at(0, Math.min), at(1, Math.min), at(2, Math.max), at(3, Math.max)],
  };
}

function summary(layers: readonly ReadLayer[]): Summary {
  return unite(
    layers.reduce((sum, { features }) => sum + features, 0),
    layers.flatMap(({ bounds }) => (bounds ? [bounds] : [])),
  );
}

async function makeFile(type: Shape, name: string, ...options: readonly string[]): Promise<string> {
  const folder = await makeTempFolder();
  const source = path.join(folder, 'source.geojson');
  writeFileSync(source, JSON.stringify(collection(type, 40)));
  const target = path.join(folder, name);
  await ogr2ogr(target, source, options);
  return target;
}

function zipShapefile(shp: string): string {
  const members = ['shp', 'shx', 'dbf', 'prj', 'cpg'].map((ending) => {
    const file = shp.replace(/shp$/, ending);
    return [path.basename(file), new Uint8Array(readFileSync(file))] as const;
  });
  const zip = shp.replace(/shp$/, 'zip');
  writeFileSync(zip, zipSync(Object.fromEntries(members)));
  return zip;
}

/** GDAL reports no extent of a CSV, and the one of a projected table in its own coordinates: `source` stands for these. */
function expectEqual(ours: Summary, theirs: Summary, source?: Summary): void {
  expect(ours.features).toBe(theirs.features);
  const isInDegrees = theirs.bounds?.every((value) => Math.abs(value) <= 360) ?? false;
  const bounds = (isInDegrees ? theirs.bounds : source?.bounds) ?? [];
  expect(bounds).toHaveLength(4);
  for (const [index, value] of bounds.entries()) expect(ours.bounds?.[index]).toBeCloseTo(value, 5);
}

const everyShape = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
] as const;

describe('a file that becomes a layer has the features and the extent that GDAL finds in it', () => {
  const formats: readonly (readonly [name: string, shapes: readonly Shape[], options: readonly string[]])[] =
    [
      ['ports.geojson', everyShape, ['-f', 'GeoJSON']],
      ['ports.geojsonl', everyShape, ['-f', 'GeoJSONSeq']],
      ['ports.gpkg', everyShape, ['-f', 'GPKG']],
      ['utm.gpkg', ['Point'], ['-f', 'GPKG', '-t_srs', 'EPSG:3857']],
      ['ports.fgb', everyShape, ['-f', 'FlatGeobuf']],
      ['unindexed.fgb', everyShape, ['-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO']],
      ['utm.fgb', ['Point'], ['-f', 'FlatGeobuf', '-t_srs', 'EPSG:3857']],
      ['ports.kml', everyShape, ['-f', 'LIBKML']],
      ['ports.kmz', everyShape, ['-f', 'LIBKML']],
      ['wkt.csv', everyShape, ['-f', 'CSV', '-lco', 'GEOMETRY=AS_WKT']],
      ['ports.csv', ['Point'], ['-f', 'CSV', '-lco', 'GEOMETRY=AS_XY']],
      [
        'ports.gpx',
        ['Point', 'LineString', 'MultiLineString'],
        ['-f', 'GPX', '-dsco', 'GPX_USE_EXTENSIONS=YES'],
      ],
    ];
  const cases = formats.flatMap(([name, shapes, options]) =>
    shapes.map((shape) => [name, shape, options] as const),
  );

  it.each(cases)('%s of %s', async (name, shape, options) => {
    const file = await makeFile(shape, name, ...options);
    expectEqual(
      summary(read(file)),
      await gdal(file),
      summary(read(path.join(path.dirname(file), 'source.geojson'))),
    );
  });

  it.each(everyShape)('a zipped shapefile of %s', async (shape) => {
    const file = await makeFile(shape, 'ports.shp', '-lco', 'ENCODING=UTF-8');
    expectEqual(summary(read(zipShapefile(file))), await gdal(file));
  });
});

describe('the table of a layer', () => {
  it.each([
    ['ports.geojson', ['-f', 'GeoJSON']],
    ['ports.gpkg', ['-f', 'GPKG']],
    ['ports.fgb', ['-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO']],
    ['ports.csv', ['-f', 'CSV', '-lco', 'GEOMETRY=AS_XY']],
  ] as const)('has the attributes of %s with their types', async (name, options) => {
    const [layer] = read(await makeFile('Point', name, ...options));
    expect(layer?.geometry).toBe('points');
    const types = Object.fromEntries((layer?.attributes ?? []).map(({ name: each, type }) => [each, type]));
    expect(types).toMatchObject({ name: 'text', berths: 'integer', depth: 'real', note: 'text' });
    const database = new DatabaseSync(layer?.path ?? '', { readOnly: true });
    const row = database.prepare('SELECT name, berths, depth, note FROM features WHERE fid = 6').get();
    database.close();
    expect(row).toEqual({ name: 'Häfen “5”', berths: 5, depth: 1.25, note: 'a, b; "c"\nd' });
  });

  it.each([false, true])(
    'of FlatGeobuf with an index: %s has what GDAL reads, feature by feature',
    async (isIndexed) => {
      const folder = await makeTempFolder();
      const source = path.join(folder, 'source.geojson');
      const kinds = everyShape.flatMap((shape) => collection(shape, 5).features);
      writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: kinds }));
      const file = path.join(folder, 'kinds.fgb');
      const options = [
        '-f',
        'FlatGeobuf',
        '-lco',
        `SPATIAL_INDEX=${isIndexed ? 'YES' : 'NO'}`,
        '-nlt',
        'GEOMETRY',
      ];
      await ogr2ogr(file, source, options);
      const theirs = JSON.parse(
        await ogr2ogr('/vsistdout/', file, ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=15']),
      ) as ReturnType<typeof collection>;
      const log = new ImportLog('layer');
      const shapes = readFlatGeobuf(new Uint8Array(readFileSync(file)), 'kinds.fgb', log);
      const ours = [...toLayerFeatures(shapes.ok ? shapes.value : [], log)];
      expect(ours.map(({ attributes }) => attributes)).toEqual(
        theirs.features.map(({ properties }) =>
          Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null)),
        ),
      );
      const flat = (geometry: unknown) =>
        (JSON.stringify(geometry).match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
      for (const [index, { geometries }] of ours.entries()) {
        const [geometry] = geometries;
        const expected = flat(theirs.features[index]?.geometry.coordinates);
        expect(flat(geometry && 'coordinates' in geometry ? geometry.coordinates : [])).toEqual(
          expected.map((value) => expect.closeTo(value, 9)),
        );
      }
    },
  );

  it('of a damaged FlatGeobuf file has features that are refused or read, and never hangs', async () => {
    const file = await makeFile('MultiPolygon', 'damaged.fgb', '-f', 'FlatGeobuf');
    const whole = new Uint8Array(readFileSync(file));
    const { next: random } = seededRandom(35);
    const read = (bytes: Uint8Array) => {
      const log = new ImportLog('layer');
      const shapes = readFlatGeobuf(bytes, 'damaged.fgb', log);
      return shapes.ok ? [...toLayerFeatures(shapes.value, log)].length : shapes.refusal.code;
    };
    expect(read(whole)).toBe(40);
    for (let cut = 0; cut < whole.length - 1; cut += 61)
      expect(read(whole.slice(0, cut))).toMatch(/^(?:bad-flatgeobuf|unsupported-format)$/);
    for (let turn = 0; turn < 2_000; turn += 1) {
      const bytes = whole.slice();
      for (let change = 0; change < 3; change += 1)
        bytes[4 + Math.floor(random() * (bytes.length - 4))] = Math.floor(random() * 256);
      expect(['number', 'string']).toContain(typeof read(bytes));
    }
  });

  it('has a row without a geometry for a feature without one, and for one that is nowhere', async () => {
    const file = path.join(await makeTempFolder(), 'gaps.geojson');
    const feature = (coordinates: readonly number[] | null, n: number) => ({
      type: 'Feature',
      properties: { n },
      geometry: coordinates && { type: 'Point', coordinates },
    });
    const features = [feature([1, 2], 1), feature(null, 2), feature([3, 95], 3)];
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
    const [layer] = read(file);
    expect(layer).toMatchObject({ features: 3, bounds: [1, 2, 1, 2], geometry: 'points' });
    expect(layer?.notes).toEqual([expect.stringContaining('The latitude 95 is beyond ±90')]);
  });

  it('has columns with unique names, and none that hides the key of a row', async () => {
    const file = path.join(await makeTempFolder(), 'names.geojson');
    const properties = { fid: 1, FID: 2, rowid: 3, Name: 'a', name: 'b', '': 'c', 'a"b': 4 };
    const geometry = { type: 'Point', coordinates: [0, 0] };
    writeFileSync(file, JSON.stringify({ type: 'Feature', properties, geometry }));
    const [layer] = read(file);
    const columns = layer?.attributes.map(({ column }) => column);
    expect(columns).toEqual(['fid_2', 'FID_3', 'rowid_2', 'Name', 'name_2', 'attribute', 'a"b']);
  });
});

describe('a file that is no layer is refused with one sentence', () => {
  it.each([
    ['empty.geojson', '', 'The file is empty.'],
    ['text.csv', 'a,b\n1,2\n', 'None of its columns (“a”, “b”) has positions that are known.'],
    ['text.txt', 'a,b\n1,2\n', 'This is not GeoJSON'],
    ['none.geojson', '{"type":"FeatureCollection","features":[]}', 'There are no features in it.'],
    ['cut.geojson', '{"type":"FeatureCollection","features":[{"type":"Feat', 'The text is not valid JSON'],
    ['fake.gpkg', 'SQLite format 3\0 and no more', 'The database is damaged, or is no GeoPackage'],
    ['picture.png', '\x89PNG\r\n', 'This is a PNG image'],
  ])('%s', async (name, content, expected) => {
    const file = path.join(await makeTempFolder(), name);
    writeFileSync(file, Buffer.from(content, 'latin1'));
    const result = readLayerFile({ path: file, name, to: `${file}.layer` }, context);
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(!result.ok && result.failure.message).toContain(expected);
  });
});

describe('a table whose columns are chosen', () => {
  const table = 'code,a,b\nP1,129,35\nP2,130,36\n';
  const bytes = (text: string) => new TextEncoder().encode(text);
  const save = async (name: string, content: Uint8Array) => {
    const file = path.join(await makeTempFolder(), name);
    writeFileSync(file, content);
    return { path: file, name, to: `${file}.layer` };
  };

  it.each<[string, Uint8Array]>([
    ['a.csv', bytes(table)],
    ['a.tsv', bytes(table.replaceAll(',', '\t'))],
    ['a.txt', bytes(table)],
    ['utf16.csv', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')])],
    ['long.csv', bytes(table + 'P3,131,37\n'.repeat(200_000))],
    ['a.csv.gz', gzipSync(table)],
    ['a.zip', zipSync({ 'b/table.csv': bytes(table) })],
  ])('%s is previewed, and read by the columns', async (name, content) => {
    const task = await save(name, content);
    const preview = previewLayerFile(task);
    expect(preview).toMatchObject({ heading: ['code', 'a', 'b'], columns: {} });
    expect(preview?.samples.slice(0, 2)).toEqual([
      ['P1', '129', '35'],
      ['P2', '130', '36'],
    ]);
    const columns = { longitude: 1, latitude: 2, name: 0 };
    const result = readLayerFile({ ...task, columns }, context);
    expect(result.ok && result.value).toMatchObject([{ geometry: 'points', style: { label: 'code' } }]);
  });

  it.each<[string, Uint8Array]>([
    ['a.geojson', bytes('{"type":"Point","coordinates":[1,2]}')],
    ['a.wkt', bytes('POINT (1 2)')],
    ['a.kml', bytes('<kml/>')],
    ['a.txt', bytes('To whom it may concern,\nthere is no table here.\n')],
    ['a.csv', bytes('')],
    ['a.zip', zipSync({ 'a.kml': bytes('<kml/>') })],
    ['a.gz', bytes('\u001f')],
  ])('%s has no columns to choose', async (name, content) => {
    expect(previewLayerFile(await save(name, content))).toBeNull();
  });

  it.each([
    [{ longitude: 1, latitude: 7 }, 'Column 8 was chosen, but the table has 3.'],
    [{ name: 0 }, 'None of its columns'],
  ])('%j are refused with what is wrong', async (columns, sentence) => {
    const result = readLayerFile({ ...(await save('a.csv', bytes(table))), columns }, context);
    expect(!result.ok && result.failure.message).toContain(sentence);
  });
});
