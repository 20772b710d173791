import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { type ReadLayer, readLayerFile } from '../../../../../electron/core/layers/read-layer-file.ts';
import { positionsOf } from '../../../../../electron/core/workspace/file/geopackage/geometry-blob.ts';
import { decodeLayerGeometry } from '../../../../../electron/core/workspace/file/layers/layer-geometry.ts';
import { UntypedCell } from '../../../../../shared/areas/import/untyped-cell.ts';
import { AttributeColumns } from '../../../../../shared/layers/layer-features.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

// Each file is the essence of a public report of people who do this job with other tools; its number is the report's.
const fixtures = fileURLToPath(new URL('../../../../fixtures/inputs-from-the-world/', import.meta.url));

/** The layers of a copy of a file, a sentence where it is refused, and the files beside the copy afterwards. */
async function read(name: string, suffixes: readonly string[] = ['']) {
  const folder = await makeTempFolder();
  const file = path.join(folder, name);
  for (const suffix of suffixes) copyFileSync(path.join(fixtures, name + suffix), file + suffix);
  const to = path.join(await makeTempFolder(), 'layer');
  const result = readLayerFile({ path: file, name, to }, buildToolRun());
  return {
    layers: result.ok ? result.value : [],
    refusal: result.ok ? '' : result.failure.message,
    beside: readdirSync(folder).toSorted(),
  };
}

function rowsOf(layer: ReadLayer | undefined): readonly unknown[] {
  const database = new DatabaseSync(layer?.path ?? '', { readOnly: true });
  const rows = database.prepare('SELECT * FROM features ORDER BY fid').all();
  database.close();
  return rows.map(({ fid: _fid, geom: _geom, ...values }) => values);
}

describe('a packed database', () => {
  const pack = async (...suffixes: readonly string[]) => {
    const entries = suffixes.map((suffix) => [
      `67-with-a-log.gpkg${suffix}`,
      readFileSync(path.join(fixtures, `67-with-a-log.gpkg${suffix}`)),
    ]);
    const file = path.join(await makeTempFolder(), 'a.zip');
    writeFileSync(file, zipSync(Object.fromEntries(entries)));
    const to = path.join(await makeTempFolder(), 'layer');
    return { read: readLayerFile({ path: file, name: 'a.zip', to }, buildToolRun()), to };
  };

  it('is read with the log that is in its archive', async () => {
    const { read: result, to } = await pack('', '-wal');
    const { layers } = await read('67-with-a-log.gpkg', ['', '-wal']);
    expect(result.ok && rowsOf(result.value[0])).toEqual(rowsOf(layers[0]));
    expect(readdirSync(path.dirname(to)).filter((name) => name.includes('unpacked'))).toEqual([]);
  });

  it('is refused without it, by its name', async () => {
    const { read: result } = await pack('');
    expect(result.ok ? '' : result.failure.message).toContain(
      '67-with-a-log.gpkg-wal, which is not next to it',
    );
  });
});

describe('values of layers', () => {
  test.each<[string, string, readonly unknown[]]>([
    ['63-long-ids.zip', 'BERTH_ID', ['123456789012345678', '123456789012345679']],
    ['63b-long-ids.geojson', 'berth', ['123456789012345678', '123456789012345679']],
    ['64-names-of-fields.zip', 'ИМЯ', ['Порт Находка', 'Порт Восточный']],
    ['64a-names-of-fields-gbk.zip', '水深', [11.5, 9]],
    ['65-decimal-comma.zip', 'DEPTH', [11.5, 1234.25, 9.75]],
    ['65b-dates-of-other-forms.zip', 'BUILT', ['26.11.26', '26112026', '2026-11-26']],
    ['71-true-and-false.gpkg', 'open', [1, 0]],
    ['72a-data-of-numbers.kml', 'depth', [9.5, 10.5, 11]],
    ['72b-elevation-of-waypoints.gpx', 'ele', [9.5, 10.5, 110]],
    ['73-times-of-a-track.gpx', 'last_time', ['2026-11-26T09:38:05Z']],
    ['73-times-of-a-track.kml', 'first_time', ['2026-11-26T09:31:05Z']],
  ])('%s has the %s that the file states', async (name, column, expected) => {
    const { layers } = await read(name);
    expect(rowsOf(layers[0]).map((row) => (row as Record<string, unknown>)[column])).toEqual(expected);
  });

  test.each([
    ['65b-dates-of-other-forms.zip', 'Cells that do not fit the type of their field'],
    ['69-curves.gpkg', 'Arcs became lines'],
    ['69b-curve.wkt', 'Arcs became lines'],
    ['71-true-and-false.gpkg', 'column photo'],
    ['71b-pictures.gpkg', 'column sketch'],
    ['73-times-of-a-track.gpx', 'Times of single positions were left out'],
    ['73b-speeds-of-a-track.kml', 'Values of single positions of a track were left out. (Line 2, speed)'],
    ['75b-heights-and-measures.csv', 'Measures were left out'],
  ])('%s is read with a note: %s', async (name, sentence) => {
    const { layers } = await read(name);
    expect(layers[0]?.bounds).not.toBeNull();
    expect(layers[0]?.notes.join(' ')).toContain(sentence);
  });

  it('are true and false where a column has nothing else, and texts are numbers where their column is', () => {
    const typeOf = (...values: readonly unknown[]) => {
      const columns = new AttributeColumns();
      for (const value of values) columns.add({ value });
      const [attribute] = columns.describe();
      return attribute?.isBoolean ? 'boolean' : attribute?.type;
    };
    const cells = (...texts: readonly string[]) => typeOf(...texts.map((text) => new UntypedCell(text)));
    expect(typeOf(true, false, null)).toBe('boolean');
    expect(typeOf(true, 2)).toBe('text');
    expect(typeOf(11.5, 'NA', 9)).toBe('real');
    expect(typeOf('11.5')).toBe('text');
    expect(cells('11', 'NA', 'n/a', 'NULL', 'nan', '-', '--', '')).toBe('integer');
    expect(cells('1.5e-05', '-.5')).toBe('real');
    expect(cells('true', 'FALSE', 'NA')).toBe('boolean');
    for (const code of ['007', '+49', '1E5', '123456789012345678', 'NA']) expect(cells(code)).toBe('text');
  });

  it('have names of columns in linear time', () => {
    const columns = new AttributeColumns();
    columns.add(
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`a${'\u0001'.repeat(index)}`, 1])),
    );
    expect(new Set(columns.describe().map(({ column }) => column)).size).toBe(5_000);
  });
});

describe('a database of another program', () => {
  const name = '67-with-a-log.gpkg';

  it('is read as its log has it, and nothing is left beside it', async () => {
    const { layers, beside } = await read(name, ['', '-wal']);
    expect(rowsOf(layers[0])).toEqual([
      { name: 'North quay', state: 'built' },
      { name: 'South quay', state: 'built' },
    ]);
    expect(beside).toEqual([name, `${name}-wal`]);
  });

  it('is refused without its log, with what to do', async () => {
    const { refusal, beside } = await read(name);
    expect(refusal).toContain('changes are in a log, 67-with-a-log.gpkg-wal, which is not next to it');
    expect(beside).toEqual([name]);
  });

  it('without a place on the Earth is refused by the name of its system', async () => {
    expect((await read('70b-plan-far-from-zero.gpkg')).refusal).toContain(
      '“undefined Cartesian” (srs_id −1)',
    );
  });
});

test.each([
  ['92-points.xlsx', 'This is an Excel workbook (.xlsx).'],
  ['92b-points.xls', 'This is an Excel workbook (.xls) or another file of Microsoft Office.'],
  ['93-sign-in-page.kml', 'This is a web page, perhaps one to sign in, not KML.'],
  ['93b-sign-in-page-as.csv', 'This is a web page, perhaps one to sign in, not CSV.'],
])('%s is refused as what it is', async (name, sentence) => {
  expect((await read(name)).refusal).toContain(sentence);
});

test('91b: an archive with one file that can be read is read', async () => {
  expect(existsSync(path.join(fixtures, '91b-areas-in-a.zip'))).toBe(true);
  const { layers } = await read('91b-areas-in-a.zip');
  expect(layers.map(({ features, geometry }) => [features, geometry])).toEqual([[1, 'polygons']]);
});

test('a file of gzip, and a GeoPackage in an archive, are read', async () => {
  const folder = await makeTempFolder();
  const readFile = (name: string, bytes: Uint8Array) => {
    writeFileSync(path.join(folder, name), bytes);
    const task = { path: path.join(folder, name), name, to: path.join(folder, 'layer') };
    const result = readLayerFile(task, buildToolRun());
    return result.ok ? result.value.map(({ features }) => features) : result.failure.message;
  };
  const table = readFileSync(path.join(fixtures, '75b-heights-and-measures.csv'));
  const database = readFileSync(path.join(fixtures, '71-true-and-false.gpkg'));
  const count = (name: string, bytes: Uint8Array) => readFile(name, bytes);
  expect(readFile('a.csv.gz', gzipSync(table))).toEqual(count('a.csv', table));
  expect(readFile('a.zip', zipSync({ 'a/b.gpkg': database }))).toEqual(count('b.gpkg', database));
  expect(readdirSync(folder).filter((name) => name.includes('unpacked'))).toEqual([]);
});

test('the folders of a placemark are an attribute', async () => {
  const folder = await makeTempFolder();
  const point = (name: string) =>
    `<Placemark><name>${name}</name><Point><coordinates>129,35</coordinates></Point></Placemark>`;
  const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>All</name><Folder><name>Ports</name>${point('a')}<Folder><name>Old</name>${point('b')}</Folder></Folder>${point('c')}</Document></kml>`;
  const file = path.join(folder, 'a.kml');
  writeFileSync(file, kml);
  const result = readLayerFile({ path: file, name: 'a.kml', to: path.join(folder, 'layer') }, buildToolRun());
  const rows = rowsOf(result.ok ? result.value[0] : undefined);
  expect(rows.map((row) => (row as Record<string, unknown>).folder)).toEqual(['Ports', 'Ports/Old', null]);
});

/** The layer of a text, and the positions of its features. */
async function readText(name: string, content: string | Uint8Array) {
  const folder = await makeTempFolder();
  writeFileSync(path.join(folder, name), content);
  const task = { path: path.join(folder, name), name, to: path.join(folder, 'layer') };
  const result = readLayerFile(task, buildToolRun());
  if (!result.ok) throw new Error(result.failure.message);
  const [layer] = result.value;
  const database = new DatabaseSync(layer?.path ?? '', { readOnly: true });
  const blobs = database.prepare('SELECT geom FROM features ORDER BY fid').all();
  database.close();
  const positions = blobs.flatMap(({ geom }) =>
    geom instanceof Uint8Array ? decodeLayerGeometry(geom).flatMap(positionsOf) : [],
  );
  return { layer, positions };
}

const placemark = (content: string) => `<Placemark>${content}</Placemark>`;
const kmlOf = (...content: readonly string[]) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content.join('')}</Document></kml>`;

describe('heights are retained', () => {
  const line = [
    [10, 50, 5.5],
    [11, 50, -3],
  ];
  const polygon = [[...line, [11, 51, 0], [10, 50, 5.5]]];
  test.each<[string, string, readonly (readonly number[])[]]>([
    ['a.geojson', JSON.stringify({ type: 'LineString', coordinates: line }), line],
    ['b.geojson', JSON.stringify({ type: 'Polygon', coordinates: polygon }), polygon.flat()],
    [
      'c.geojson',
      JSON.stringify({ type: 'LineString', coordinates: [[10, 50], line[1]] }),
      [[10, 50], line[1] ?? []],
    ],
    ['a.wkt', 'LINESTRING Z (10 50 5.5, 11 50 -3)', line],
    [
      'b.wkt',
      'GEOMETRYCOLLECTION Z (POINT Z (10 50 5.5), LINESTRING Z (10 50 5.5, 11 50 -3))',
      [line[0] ?? [], ...line],
    ],
    ['a.csv', 'name,wkt\nA,"LINESTRING ZM (10 50 5.5 1, 11 50 -3 2)"\n', line],
    [
      'a.kml',
      kmlOf(placemark('<LineString><coordinates>10,50,5.5 11,50,-3</coordinates></LineString>')),
      line,
    ],
    [
      'a.gpx',
      '<gpx><trk><trkseg><trkpt lat="50" lon="10"><ele>5.5</ele></trkpt><trkpt lat="50" lon="11"><ele>-3</ele></trkpt></trkseg></trk></gpx>',
      line,
    ],
  ])('%s', async (name, content, expected) => {
    const { layer, positions } = await readText(name, content);
    expect(positions).toEqual(expected);
    expect(layer?.notes.join(' ')).not.toContain('Heights');
  });

  test.each([
    [
      'points-z.fgb',
      [
        [10, 50, 5],
        [-170, -20, 0],
        [179, 80, -3.5],
      ],
    ],
    ['mixed.fgb', undefined],
  ])('%s of GDAL', async (name, expected) => {
    const file = new URL(`../../../../fixtures/layers/${name}`, import.meta.url);
    const { positions } = await readText(name, readFileSync(file));
    if (expected) expect(positions.toSorted()).toEqual(expected.toSorted());
    else expect(positions.every((position) => position.length === 2)).toBe(true);
  });

  test.skipIf(spawnSync('ogr2ogr', ['--version']).status !== 0)(
    'a shapefile of each kind with heights',
    async () => {
      const folder = await makeTempFolder();
      for (const wkt of [
        'POINT Z (10 50 5.5)',
        'LINESTRING Z (10 50 5.5,11 50 -3)',
        'MULTIPOINT Z (10 50 5.5,11 50 -3)',
      ]) {
        const [csv, shp] = [path.join(folder, 'a.csv'), path.join(folder, 'a.shp')];
        writeFileSync(csv, `wkt,n\n"${wkt}",1\n`);
        const options = [
          '-oo',
          'GEOM_POSSIBLE_NAMES=wkt',
          '-a_srs',
          'EPSG:4326',
          '-overwrite',
          '-dim',
          'XYZ',
        ];
        expect(spawnSync('ogr2ogr', [...options, shp, csv]).status).toBe(0);
        const files = ['shp', 'shx', 'dbf', 'prj'].map((ending) => [
          `a.${ending}`,
          readFileSync(path.join(folder, `a.${ending}`)),
        ]);
        const { positions } = await readText('a.zip', zipSync(Object.fromEntries(files)));
        expect(positions).toEqual(wkt.startsWith('POINT') ? line.slice(0, 1) : line);
      }
    },
  );
});

describe('colors of KML styles are the proposed style', () => {
  const style = (id: string, color: string, kind = 'PolyStyle') =>
    `<Style id="${id}"><${kind}><color>${color}</color></${kind}></Style>`;
  const area =
    '<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>';
  const lineString = '<LineString><coordinates>0,0 1,0</coordinates></LineString>';
  const point = '<Point><coordinates>0,0</coordinates></Point>';
  const folder = (name: string, ...content: readonly string[]) =>
    `<Folder><name>${name}</name>${content.join('')}</Folder>`;
  const use = (id: string, shape: string) => placemark(`<styleUrl>#${id}</styleUrl>${shape}`);

  test.each<[string, readonly string[], unknown]>([
    ['of areas, aabbggrr', [style('a', 'ff0000ff'), use('a', area)], { color: '#ff0000' }],
    ['behind its use', [use('a', area), style('a', 'ff123456')], { color: '#563412' }],
    ['of lines', [style('a', 'ffff0000', 'LineStyle'), use('a', lineString)], { color: '#0000ff' }],
    ['of points', [style('a', 'ff00ff00', 'IconStyle'), use('a', point)], { color: '#00ff00' }],
    [
      'of a map of styles, as Google Earth writes it',
      [
        style('n', 'ff0000ff'),
        style('h', 'ff00ffff'),
        '<StyleMap id="m"><Pair><key>normal</key><styleUrl>#n</styleUrl></Pair><Pair><key>highlight</key><styleUrl>#h</styleUrl></Pair></StyleMap>',
        use('m', area),
      ],
      { color: '#ff0000' },
    ],
    [
      'within a placemark',
      [placemark(`<Style><LineStyle><color>ff0000ff</color></LineStyle></Style>${lineString}`)],
      { color: '#ff0000' },
    ],
    [
      'of the outline, where an area is not filled',
      [
        '<Style id="a"><LineStyle><color>ff0000ff</color></LineStyle><PolyStyle><color>ff00ff00</color><fill>0</fill></PolyStyle></Style>',
        use('a', area),
      ],
      { color: '#ff0000' },
    ],
    [
      'by folder',
      [
        style('r', 'ff0000ff'),
        style('g', 'ff00ff00'),
        folder('Ports', use('r', area), use('r', area)),
        folder('Zones', use('g', area)),
      ],
      { color: '#ff0000', categories: { column: 'folder', colors: [{ value: 'Zones', color: '#00ff00' }] } },
    ],
    ['that the file does not have', [use('other', area)], undefined],
    ['of a file of somebody else', [placemark(`<styleUrl>http://x/y.kml#a</styleUrl>${area}`)], undefined],
  ])('%s', async (_, content, expected) => {
    const { layer } = await readText('a.kml', kmlOf(...content));
    expect(layer?.style).toEqual(expected);
    expect(layer?.notes).toEqual([]);
  });

  test.each<[string, readonly string[], string]>([
    [
      'colors that differ without folders',
      [style('r', 'ff0000ff'), style('g', 'ff00ff00'), use('r', area), use('g', area)],
      'Colors of KML that differ within folders were left out; the layer has the most frequent one. (#00ff00)',
    ],
    ['transparency', [style('a', '7f0000ff'), use('a', area)], '(transparency)'],
    [
      'icons',
      ['<Style id="i"><IconStyle><Icon><href>ship.png</href></Icon></IconStyle></Style>', use('i', point)],
      '(icons)',
    ],
  ])('%s are noted', async (_, content, expected) => {
    const { layer } = await readText('a.kml', kmlOf(...content));
    expect(layer?.notes.join(' ')).toContain(expected);
  });

  test('a style that nothing uses is not noted', async () => {
    const unused =
      '<Style id="i"><IconStyle><color>7f0000ff</color><Icon><href>ship.png</href></Icon></IconStyle></Style>';
    const { layer } = await readText('a.kml', kmlOf(unused, style('a', 'ff0000ff'), use('a', area)));
    expect(layer?.notes).toEqual([]);
  });
});
