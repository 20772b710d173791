import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ReadLayer, readLayerFile } from '../../../../../electron/core/layers/read-layer-file.ts';
import { importAreas } from '../../../../../shared/areas/import-areas.ts';
import { ogr2ogr, readLayers, whyNoGdal } from '../../../../builders/gdal-server.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const missing = whyNoGdal();
if (missing)
  process.stderr.write(`Skipped: odd files of layers are not compared with GDAL, as ${missing}.\n`);

type Read = { readonly layers: readonly ReadLayer[]; readonly refusal: string };

function read(file: string): Read {
  const task = { path: file, name: path.basename(file), to: `${file}.layer` };
  const result = readLayerFile(task, buildToolRun());
  return result.ok ? { layers: result.value, refusal: '' } : { layers: [], refusal: result.failure.message };
}

type Summary = { readonly features: number; readonly bounds: readonly number[] | null };

/** Features that GDAL reads of a layer in degrees, with curves as lines. */
async function gdal(file: string, layer: string): Promise<Summary> {
  const text = await ogr2ogr('/vsistdout/', file, [
    ...(file.endsWith('.csv') ? ['-s_srs', 'EPSG:4326'] : []),
    ...['-f', 'GeoJSON', '-t_srs', 'EPSG:4326', '-lco', 'RFC7946=NO', '-lco', 'COORDINATE_PRECISION=9'],
    ...['-nlt', 'CONVERT_TO_LINEAR', layer],
  ]);
  const { features } = JSON.parse(text) as { readonly features: readonly { readonly geometry: unknown }[] };
  const numbers = features.flatMap(({ geometry }) => positionsOf(geometry));
  const [xs, ys] = [numbers.map(([x]) => x), numbers.map(([, y]) => y)];
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return { features: features.length, bounds: numbers.length === 0 ? null : bounds };
}

function positionsOf(value: unknown): [number, number][] {
  if (Array.isArray(value)) {
    const [x, y] = value as unknown[];
    return typeof x === 'number' && typeof y === 'number' ? [[x, y]] : value.flatMap(positionsOf);
  }
  if (typeof value !== 'object' || value === null) return [];
  return [...('coordinates' in value ? positionsOf(value.coordinates) : [])].concat(
    'geometries' in value ? positionsOf(value.geometries) : [],
  );
}

function expectBounds(
  actual: readonly number[] | null | undefined,
  expected: readonly number[] | null,
  tolerance = 2e-5,
): void {
  expect(actual === null).toBe(expected === null);
  for (const [index, value] of (expected ?? []).entries())
    expect(Math.abs((actual?.[index] ?? Number.NaN) - value)).toBeLessThan(tolerance);
}

/** A file with these geometries in WKT, each with its number as an attribute. */
async function make(
  name: string,
  geometries: readonly string[],
  options: readonly string[] = [],
  column = 'n',
): Promise<string> {
  const folder = await makeTempFolder();
  const source = path.join(folder, 'source.csv');
  const rows = geometries.map((wkt, index) => `"${wkt}",${index}`);
  writeFileSync(source, `WKT,${column}\n${rows.join('\n')}\n`);
  const file = path.join(folder, name);
  const system = options.includes('-t_srs') ? '-s_srs' : '-a_srs';
  const kind = options.includes('-nlt') ? [] : ['-nlt', 'GEOMETRY'];
  await ogr2ogr(file, source, [system, 'EPSG:4326', ...kind, ...options]);
  return file;
}

/** Adds a layer to a GeoPackage. */
async function add(file: string, name: string, ...options: readonly string[]): Promise<void> {
  const source = options.includes('-sql') ? [] : ['source'];
  await ogr2ogr(file, file, ['-update', '-nln', name, ...options, ...source]);
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

const points = ['POINT (121 31)', 'POINT (121.5 31.25)', 'POINT (122 32)'];
const area = 'POLYGON ((121 31,121 32,122 32,122 31,121 31))';
const curves = [
  'POINT (1 2)',
  'CURVEPOLYGON (CIRCULARSTRING (0 0,1 1,2 0,1 -1,0 0))',
  'CIRCULARSTRING (0 0,1 1,2 0)',
];
const surfaces = ['POINT (1 2)', 'TIN Z (((0 0 0,0 1 0,1 1 0,0 0 0)))', 'TRIANGLE ((0 0,0 1,1 1,0 0))'];
const nested =
  'GEOMETRYCOLLECTION (POINT (1 2),GEOMETRYCOLLECTION (LINESTRING (0 0,1 1),GEOMETRYCOLLECTION (POLYGON ((0 0,0 1,3 1,0 0)))))';

/** A zipped Shapefile with these of its files, and others. */
async function shapefile(
  epsg: number,
  endings: readonly string[],
  others: Readonly<Record<string, string>> = {},
): Promise<{ readonly zip: string; readonly shp: string }> {
  const shp = await make('ports.shp', points, [
    '-f',
    'ESRI Shapefile',
    '-nlt',
    'POINT',
    '-t_srs',
    `EPSG:${epsg}`,
  ]);
  const members = endings.map((ending) => {
    const file = shp.replace(/shp$/, ending);
    return [path.basename(file), new Uint8Array(readFileSync(file))] as const;
  });
  const texts = Object.entries(others).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
  const zip = shp.replace(/shp$/, 'zip');
  writeFileSync(zip, zipSync(Object.fromEntries([...members, ...texts])));
  expect(existsSync(shp)).toBe(true);
  return { zip, shp };
}

const whole = ['shp', 'shx', 'dbf', 'prj'];

describe.skipIf(missing)('an odd file has the features and the bounds that GDAL finds', () => {
  it.each([3857, 32651, 28356, 3413, 4269, 3995, 3832])('a Shapefile in EPSG:%i', async (epsg) => {
    const { zip, shp } = await shapefile(epsg, whole);
    const [layer] = read(zip).layers;
    const expected = await gdal(shp, 'ports');
    expect(layer?.features).toBe(expected.features);
    expectBounds(layer?.bounds, expected.bounds);
  });

  it.each(['dbf', 'shx'])('a Shapefile without .%s', async (ending) => {
    const { zip, shp } = await shapefile(
      32651,
      whole.filter((each) => each !== ending),
    );
    const [layer] = read(zip).layers;
    const expected = await gdal(shp, 'ports');
    expect(layer?.features).toBe(expected.features);
    expectBounds(layer?.bounds, expected.bounds);
    if (ending === 'dbf')
      expect(layer?.notes.join(' ')).toContain('The .dbf with the names of the records is missing');
  });

  const files: readonly (readonly [what: string, make: () => Promise<string>])[] = [
    ['a GeoPackage in UTM', () => make('a.gpkg', [area], ['-t_srs', 'EPSG:32651'])],
    ['a GeoPackage in polar coordinates', () => make('a.gpkg', ['POINT (-30 78)'], ['-t_srs', 'EPSG:3413'])],
    ['nested collections in a GeoPackage', () => make('a.gpkg', [nested])],
    ['surfaces in a GeoPackage', () => make('a.gpkg', surfaces)],
    ['surfaces in FlatGeobuf', () => make('a.fgb', surfaces)],
    ['nested collections in FlatGeobuf', () => make('a.fgb', [nested])],
    ['nested collections in WKT', () => make('a.csv', [nested], ['-lco', 'GEOMETRY=AS_WKT'])],
    ['nested collections in GeoJSON', () => make('a.geojson', [nested])],
    ['nested collections in KML', () => make('a.kml', [nested], ['-f', 'LIBKML'])],
    ['a GeoPackage with heights', () => make('a.gpkg', ['POINT Z (1 2 3)', 'LINESTRING Z (1 2 3,4 5 6)'])],
    [
      'a GeoPackage with measures',
      () => make('a.gpkg', ['POINT M (1 2 3)', 'LINESTRING ZM (1 2 3 4,4 5 6 7)']),
    ],
    [
      'a GeoPackage with another column of geometries and key',
      () => make('a.gpkg', points, ['-lco', 'GEOMETRY_NAME=shape', '-lco', 'FID=id']),
    ],
    [
      'a GeoPackage with null geometries',
      async () => {
        const file = await make('a.gpkg', points);
        change(file, 'DROP TRIGGER IF EXISTS rtree_source_geom_update1');
        await add(file, 'none', '-sql', 'SELECT NULL AS geom, n FROM source');
        return file;
      },
    ],
    [
      'a GeoPackage with empty geometries',
      () => make('a.gpkg', ['POINT EMPTY', 'POLYGON EMPTY', 'POINT (1 2)']),
    ],
    [
      'FlatGeobuf of one feature with an index, in UTM',
      () => make('a.fgb', [area], ['-t_srs', 'EPSG:32651']),
    ],
    ['FlatGeobuf of one feature without an index', () => make('a.fgb', [area], ['-lco', 'SPATIAL_INDEX=NO'])],
    [
      'FlatGeobuf of seventeen features with an index',
      () =>
        make(
          'a.fgb',
          Array.from({ length: 17 }, (_, x) => `POINT (${x} 1)`),
        ),
    ],
    [
      'FlatGeobuf in a system without a number in proj4',
      () => make('a.fgb', ['POINT (153 -27)'], ['-t_srs', 'EPSG:28356']),
    ],
    [
      'areas across 180° beyond it',
      () => make('a.geojson', ['POLYGON ((179 -1,181 -1,181 1,179 1,179 -1))']),
    ],
    [
      'areas across 180° in two parts',
      () =>
        make('a.geojson', [
          'MULTIPOLYGON (((179 -1,180 -1,180 1,179 1,179 -1)),((-180 -1,-179 -1,-179 1,-180 1,-180 -1)))',
        ]),
    ],
    ['areas around a pole', () => make('a.gpkg', ['POLYGON ((-180 80,180 80,180 90,-180 90,-180 80))'])],
    [
      'tracks only',
      () =>
        make(
          'a.gpx',
          ['MULTILINESTRING ((1 2,3 4),(5 6,7 8))'],
          ['-nlt', 'MULTILINESTRING', '-nln', 'tracks', '-f', 'GPX', '-dsco', 'GPX_USE_EXTENSIONS=YES'],
        ),
    ],
    ['an attribute that is called fid', () => make('a.geojson', points, [], 'fid')],
    ['an attribute that is called geom', () => make('a.geojson', points, [], 'geom')],
    ['an attribute that is called id', () => make('a.gpkg', points, [], 'id')],
  ];

  it.each(files)('%s', async (_, build) => {
    const file = await build();
    const { layers, refusal } = read(file);
    expect(refusal).toBe('');
    for (const layer of layers) {
      const names = file.endsWith('.gpkg') ? [layer.name] : (await readLayers(file)).map(({ name }) => name);
      const name = names.includes('tracks') ? 'tracks' : (names[0] ?? '');
      const expected = await gdal(file, name);
      expect(layer.features).toBe(expected.features);
      expectBounds(layer.bounds, expected.bounds);
    }
  });

  it.each(['a.gpkg', 'a.fgb', 'a.wkt'])('curves in %s, as lines with a note', async (name) => {
    const file = await make(name.replace('wkt', 'gpkg'), curves);
    const asText = path.join(path.dirname(file), 'a.wkt');
    writeFileSync(asText, curves.join('\n'));
    const [layer] = read(name === 'a.wkt' ? asText : file).layers;
    const expected = await gdal(file, 'source');
    expect(layer?.features).toBe(expected.features);
    // GDAL makes lines every 4°, which are off the arc by 0.06 % of its radius.
    expectBounds(layer?.bounds, expected.bounds, 1e-3);
    expect(layer?.notes).toEqual([expect.stringContaining('Arcs became lines')]);
  });

  it('a GeoPackage with several layers in several systems, each of which is one', async () => {
    const file = await make('a.gpkg', points);
    await add(file, 'mercator', '-t_srs', 'EPSG:3857');
    await add(file, 'utm', '-t_srs', 'EPSG:32651');
    const { layers } = read(file);
    expect(layers.map(({ name }) => name)).toEqual(['source', 'mercator', 'utm']);
    for (const layer of layers) expectBounds(layer.bounds, (await gdal(file, layer.name)).bounds);
    // The key of a row is no attribute, also where it has another name.
    await add(file, 'keyed', '-lco', 'FID=number', '-sql', 'SELECT *, n AS fid FROM source');
    const attributes = read(file).layers.map(({ attributes: all }) => all.map(({ name }) => name));
    expect(attributes).toEqual((await readLayers(file)).map(({ fields }) => Object.keys(fields)));
  });

  it('an archive with several Shapefiles and KML files, each of which is one', async () => {
    const folder = await makeTempFolder();
    const files = await Promise.all([
      make('ports.shp', points),
      make('zones.shp', [area], ['-t_srs', 'EPSG:3857', '-nlt', 'POLYGON'], 'depth'),
      make('ports.shp', [...points, 'POINT (5 6)'], [], 'berths'),
      make('routes.kml', ['LINESTRING (0 0,1 1)'], ['-f', 'LIBKML']),
    ]);
    const members = files.flatMap((file, index) =>
      ['shp', 'shx', 'dbf', 'prj', 'kml'].flatMap((ending) => {
        const member = file.replace(/\w+$/, ending);
        if (!existsSync(member)) return [];
        return [[`folder ${index}/${path.basename(member)}`, new Uint8Array(readFileSync(member))] as const];
      }),
    );
    const zip = path.join(folder, 'harbours.zip');
    writeFileSync(zip, zipSync(Object.fromEntries([...members, ['notes.txt', new Uint8Array(3)]])));
    const { layers } = read(zip);
    expect(layers.map(({ name }) => name).sort()).toEqual([
      'folder 0/ports',
      'folder 2/ports',
      'routes',
      'zones',
    ]);
    for (const file of files.slice(0, 3)) {
      const [theirs] = await readLayers(file);
      const fields = Object.keys(theirs?.fields ?? {});
      const layer = layers.find(({ attributes }) => attributes.at(-1)?.name === fields.at(-1));
      expect(layer?.name.replace(/^.*\//, '')).toBe(theirs?.name);
      expect(layer?.features).toBe(theirs?.features);
      expect(layer?.attributes.map(({ name }) => name)).toEqual(fields);
      expectBounds(layer?.bounds, (await gdal(file, theirs?.name ?? '')).bounds);
    }
    expect(layers[0]?.fileNotes?.join(' ')).toContain('harbours.zip, notes.txt');
    const areas = importAreas({ name: 'harbours.zip', bytes: new Uint8Array(readFileSync(zip)) }).areas;
    expect(areas.map(({ layer }) => layer)).toEqual(['zones']);
  });

  it('an archive of which a Shapefile is damaged or empty is read, and that is named', async () => {
    const file = await make('ports.shp', points);
    const member = (ending: string) => new Uint8Array(readFileSync(file.replace(/shp$/, ending)));
    const zip = path.join(path.dirname(file), 'some.zip');
    const zipped = { 'a.shp': new Uint8Array(120), 'ports.shp': member('shp'), 'ports.dbf': member('dbf') };
    writeFileSync(
      zip,
      zipSync({ ...zipped, 'none.kml': new TextEncoder().encode('<kml><Document/></kml>') }),
    );
    const { layers } = read(zip);
    expect(layers.map(({ name, features }) => [name, features])).toEqual([['ports', 3]]);
    const notes = layers[0]?.fileNotes?.join(' ');
    expect(notes).toContain('a.shp: This is no shapefile.');
    expect(notes).toContain('none: There are no features in it.');
  });
});

describe.skipIf(missing)('what cannot be read of a file is named, and the rest is read', () => {
  it('layers of a GeoPackage that are empty or in a system that is not known do not hold up the others', async () => {
    const file = await make('a.gpkg', points);
    await add(file, 'none', '-where', 'n > 99');
    await add(file, 'elsewhere');
    change(
      file,
      `INSERT INTO gpkg_spatial_ref_sys VALUES ('mine', 777777, 'me', 1, 'LOCAL_CS["Mine grid",UNIT["metre",1]]', NULL);
       UPDATE gpkg_contents SET srs_id = 777777 WHERE table_name = 'elsewhere';
       UPDATE gpkg_geometry_columns SET srs_id = 777777 WHERE table_name = 'elsewhere'`,
    );
    const { layers } = read(file);
    expect(layers.map(({ name, features }) => [name, features])).toEqual([['source', 3]]);
    expect(layers[0]?.fileNotes).toEqual([
      expect.stringContaining('elsewhere: '),
      expect.stringContaining('none: There are no features in it.'),
    ]);
  });

  it('tables of a GeoPackage without geometry, and tiles, are named', async () => {
    const file = await make('a.gpkg', points);
    change(
      file,
      `CREATE TABLE codes (fid INTEGER PRIMARY KEY, code TEXT); INSERT INTO codes (code) VALUES ('a');
       CREATE TABLE ortho (id INTEGER PRIMARY KEY, zoom_level INTEGER, tile_data BLOB);
       INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
       VALUES ('codes', 'attributes', 'codes', 0), ('ortho', 'tiles', 'ortho', 4326)`,
    );
    const sentences = [
      'codes: A table without geometry is no layer, and was left out. Join it to one, for example with QGIS.',
      'ortho: Tiles of pictures are no features, and were left out.',
    ];
    expect(read(file).layers[0]?.fileNotes).toEqual(sentences);
    change(file, "DELETE FROM gpkg_geometry_columns; DELETE FROM gpkg_contents WHERE table_name = 'source'");
    expect(read(file).refusal).toContain(sentences.join(' '));
  });

  it('views are named, whether or not the file has tables, too', async () => {
    const file = await make('a.gpkg', points);
    change(
      file,
      `CREATE VIEW some AS SELECT fid, geom, n FROM source WHERE n > 0;
       INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('some', 'features', 'some', 4326);
       INSERT INTO gpkg_geometry_columns VALUES ('some', 'geom', 'POINT', 4326, 0, 0)`,
    );
    const sentence = 'some: Views and tables with computed columns are not read.';
    expect(read(file).layers[0]?.fileNotes).toEqual([expect.stringContaining(sentence)]);
    change(
      file,
      `DELETE FROM gpkg_ogr_contents WHERE table_name = 'source';
       DELETE FROM gpkg_extensions WHERE table_name = 'source';
       DELETE FROM gpkg_geometry_columns WHERE table_name = 'source';
       DELETE FROM gpkg_contents WHERE table_name = 'source'`,
    );
    expect(read(file).refusal).toContain(sentence);
  });

  it.each([
    ['POLYGON ((179 -1,-179 -1,-179 1,179 1,179 -1))', true],
    ['LINESTRING (179 0,-179 0)', true],
    ['MULTIPOINT (179 0,-179 0)', false],
    ['POLYGON ((-180 80,180 80,180 90,-180 90,-180 80))', false],
    ['POLYGON ((179 -1,181 -1,181 1,179 1,179 -1))', false],
  ])('an edge that may be meant to cross the antimeridian is named: %s', async (wkt, isNamed) => {
    const [layer] = read(await make('a.geojson', [wkt])).layers;
    expect(layer?.notes.join(' ').includes('runs the long way round')).toBe(isNamed);
  });

  it('a Shapefile without a .prj in meters has features, and a note for each why it is nowhere', async () => {
    const { zip } = await shapefile(32651, ['shp', 'shx', 'dbf']);
    const [layer] = read(zip).layers;
    expect([layer?.features, layer?.bounds]).toEqual([3, null]);
    expect(layer?.notes.join(' ')).toContain('is beyond ±90. Write degrees.');
  });

  it.each([
    [
      'PROJCS["S-JTSK_Krovak",GEOGCS["GCS_S_JTSK",DATUM["D_S_JTSK",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Krovak"],PARAMETER["Latitude_Of_Center",49.5],UNIT["Meter",1.0]]',
      'Its projection “Krovak” is not known here',
    ],
    ['nothing', 'not one that proj4 can read'],
  ])('a Shapefile whose .prj is %s is refused', async (prj, sentence) => {
    const { zip } = await shapefile(32651, ['shp', 'shx', 'dbf'], { 'ports.prj': prj });
    expect(read(zip).refusal).toContain(sentence);
    expect(read(zip).refusal).toContain('Save the file in WGS 84 (EPSG:4326) and import it again.');
  });

  it.each<[string, string, string]>([
    [
      'a.kml',
      '<NetworkLink><Link><href>http://127.0.0.1:9/x.kml</href></Link></NetworkLink>',
      'was not followed',
    ],
    ['a.kml', '<GroundOverlay><LatLonBox><north>1</north></LatLonBox></GroundOverlay>', 'no features'],
    ['a.kml', '', 'no features'],
  ])('%s with only %s is refused', async (name, content, sentence) => {
    const file = path.join(await makeTempFolder(), name);
    writeFileSync(file, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`);
    expect(read(file).refusal).toContain(sentence);
  });
});

describe('the attributes of an odd file', () => {
  const text = async (name: string, content: string) => {
    const file = path.join(await makeTempFolder(), name);
    writeFileSync(file, content);
    const [layer] = read(file).layers;
    const database = new DatabaseSync(layer?.path ?? '', { readOnly: true });
    const row = database.prepare('SELECT * FROM features').get();
    database.close();
    const { fid: _, geom: _geom, ...values } = row ?? {};
    return { bounds: layer?.bounds, values, notes: layer?.notes };
  };

  it.each([
    ['name,lat,lon\na,31°30\'00"N,121°15\'00"E\n', [121.25, 31.5]],
    ['name;lat;lon\na;31 30 00 N;121 15 00 E\n', [121.25, 31.5]],
    ['name,lat,lon\na,31 30.0 S,121 15.0 W\n', [-121.25, -31.5]],
    ['name;lat;lon\na;31,5;121,25\n', [121.25, 31.5]],
    ['name,latitude,longitude\na,N31°30\'00",E121°15\'00"\n', [121.25, 31.5]],
  ])('positions of a CSV with minutes and seconds: %s', async (content, [x, y]) => {
    expect((await text('a.csv', content)).bounds).toEqual(
      [x, y, x, y].map((each) => expect.closeTo(each ?? 0, 9)),
    );
  });

  it('latitudes and longitudes that are exchanged, or none, are refused by their row', async () => {
    for (const cells of ['121°15\'00"E,31°30\'00"N', 'north,east', '31°75\'00"N,121°15\'00"E']) {
      const { bounds, notes } = await text('a.csv', `lat,lon\n${cells}\n`);
      expect([bounds, notes]).toEqual([null, [expect.stringContaining('Row 2')]]);
    }
  });

  it('are all there where their names are the same or differ by case, and where they are those of the table', async () => {
    expect((await text('a.csv', 'lat,lon,lat,name,NAME,name,fid,geom\n31,121,5,a,b,c,7,g\n')).values).toEqual(
      {
        ...{ lat: 31, lon: 121, lat_2: 5, name: 'a', NAME_2: 'b', name_2_2: 'c', fid_2: 7, geom_2: 'g' },
      },
    );
    const data =
      '<Data name="name"><value>b</value></Data><Data name="x"><value>1</value></Data><Data name="x"><value>2</value></Data>';
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>a</name><ExtendedData>${data}</ExtendedData><Point><coordinates>1,2</coordinates></Point></Placemark></kml>`;
    expect((await text('a.kml', kml)).values).toEqual({ name: 'a', name_2: 'b', x: 1, x_2: 2 });
  });

  it('are all there where they are 255, and refused where they are more than a table may have', async () => {
    const row = (count: number) => {
      const numbers = Array.from({ length: count }, (_, index) => index);
      return `lat,lon,${numbers.map((index) => `f${index}`).join(',')}\n1,2,${numbers.join(',')}\n`;
    };
    expect(Object.keys((await text('a.csv', row(255))).values)).toHaveLength(257);
    const file = path.join(await makeTempFolder(), 'many.csv');
    writeFileSync(file, row(600));
    expect(read(file).refusal).toContain('Its features have more than 500 attributes, the limit.');
  });
});
