import { describe, expect, test } from 'vitest';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { rectangle } from '../../../builders/positions.ts';

const read = (text: string, name = 'areas.geojsonl') =>
  importAreas({ name, bytes: new TextEncoder().encode(text) });
const namesOf = (text: string, name?: string) => read(text, name).areas.map((area) => area.name);
const feature = (name: string, west: number) =>
  JSON.stringify({
    type: 'Feature',
    properties: { name },
    geometry: rectangle(west, 35, west + 0.2, 35.2),
  });
const [a, b, c] = [feature('A', 129), feature('B', 130), feature('C', 131)];

describe('GeoJSON texts that follow one another', () => {
  test.each([
    ['one in each line', `${a}\n${b}\n`],
    ['with the line ends of Windows', `${a}\r\n${b}`],
    ['after record separators (RFC 8142)', `\u001e${a}\n\u001e${b}\n`],
    ['with nothing between', `${a}${b}`],
    [
      'over several lines',
      `${JSON.stringify(JSON.parse(a), null, 2)}\n${JSON.stringify(JSON.parse(b), null, 2)}`,
    ],
    [
      'as collections',
      `{"type":"FeatureCollection","features":[${a}]}\n{"type":"FeatureCollection","features":[${b}]}`,
    ],
  ])('%s', (_how, text) => {
    expect(read(text)).toMatchObject({ verdict: 'accept', notes: [] });
    expect(namesOf(text)).toEqual(['A', 'B']);
  });
  test.each([
    ['a line', `${a}\n${b.slice(0, 60)}\n${c}`],
    ['a text after a record separator', `\u001e${a}\n\u001e${b.slice(0, 60)}\n\u001e${c}`],
  ])('%s that is cut is named, and the others are read', (_what, text) => {
    const { areas, notes } = read(text);
    expect(areas.map(({ name }) => name)).toEqual(['A', 'C']);
    expect(notes).toMatchObject([{ code: 'bad-json', message: expect.stringContaining('Line 2') }]);
  });
  test('one text that is cut is refused as before', () => {
    expect(read(a.slice(0, 60))).toMatchObject({ verdict: 'reject', error: { code: 'bad-json' } });
  });
});

describe('a table (CSV)', () => {
  const wkt = (west: number) =>
    `"POLYGON ((${west} 35,${west}.2 35,${west}.2 35.2,${west} 35.2,${west} 35))"`;
  test.each([
    ['as QGIS writes it', `WKT,name,id\n${wkt(129)},Area A,1\n${wkt(130)},Area B,2\n`],
    ['separated by semicolons', `id;name;geom\n1;Area A;${wkt(129)}\n2;Area B;${wkt(130)}`],
    ['with a byte order mark', `\uFEFFName\tShape\nArea A\t${wkt(129)}\nArea B\t${wkt(130)}`],
    ['with EWKT', `name,area\nArea A,${wkt(129).replace('POLY', 'SRID=4326;POLY')}\nArea B,${wkt(130)}`],
  ])('%s', (_how, text) => {
    expect(namesOf(text, 'areas.csv')).toEqual(['Area A', 'Area B']);
  });
  test('a row that cannot be read is named with its column, and an empty one is noted', () => {
    const { areas, notes } = read(`WKT,name\n${wkt(129)},A\nPOLYGON ((,B\n,C`, 'areas.csv');
    expect(areas.map(({ name }) => name)).toEqual(['A']);
    expect(notes.map(({ message }) => message).join('\n')).toMatch(/Row 3 “B”, WKT.*\n.*Row 4 “C”/s);
  });
  test('of longitudes and latitudes has points, which are no areas', () => {
    expect(read('name,longitude,latitude\nA,129,35', 'points.csv')).toMatchObject({
      verdict: 'reject',
      notes: [{ code: 'not-a-polygon', message: expect.stringContaining('longitude and latitude') }],
    });
  });
});

test.each([
  ['<name>R&D basin</name>', 'The & at character 23 (“   <name>R&D basin'],
  ['<name>a&nbsp;b</name>', 'The entity &nbsp; at character'],
  [
    '<description><a href="https://example.org/?a=1&b=2"/></description>',
    'stands alone. Write &amp; for it.',
  ],
])('of KML with %s the line and the character are named', (element, message) => {
  const text = `<?xml version="1.0"?>\n<kml><Document>\n<Placemark>    ${element}</Placemark></Document></kml>`;
  expect(read(text, 'a.kml')).toMatchObject({
    verdict: 'reject',
    error: { code: 'xml-entity', place: 'a.kml, line 3', message: expect.stringContaining(message) },
  });
});

test.each([
  ['<name>A < B</name>', /^a\.kml, line 2: .* at character 10 \(“<name>A < B<\/name><\/”\)/],
  ['<name>A\u000bB</name>', /line 2: .* at character 8 \(“<name>A�B<\/name><\/”\)/],
  ['<name>A</nam>', /line 2: .* at character 13 .*close tag/],
])('of KML with %j the line and the character are named', (element, message) => {
  expect(read(`<kml>\n${element}</kml>`, 'a.kml')).toMatchObject({
    verdict: 'reject',
    error: { code: 'bad-xml', message: expect.stringMatching(message) },
  });
});

test('of KML with 400,000 commas and spaces the first position is named', () => {
  const text = `<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${'1, '.repeat(400_000)}1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;
  expect(read(text, 'a.kml')).toMatchObject({
    verdict: 'reject',
    error: { code: 'bad-coordinate', message: expect.stringContaining('is not a position') },
  });
});
