import { expect, test } from 'vitest';
import { ComparisonBudget } from '../../../../shared/areas/import/comparison-budget.ts';
import { ImportLog } from '../../../../shared/areas/import/import-log.ts';
import { readShapes } from '../../../../shared/areas/import/read-shapes.ts';
import { UntypedCell } from '../../../../shared/areas/import/untyped-cell.ts';
import { AttributeColumns } from '../../../../shared/layers/layer-features.ts';

/** The points of a table as a layer, their attributes, and its notes; the refusal's sentence where it is none. */
function readLayer(text: string, name = 'table.csv') {
  const log = new ImportLog('layer');
  const read = readShapes({ name, bytes: Buffer.from(text) }, log, new ComparisonBudget(1000));
  if (!read.ok) return read.refusal.message;
  const shapes = read.value.flatMap(({ shapes: each }) => [...each]);
  return {
    points: shapes.map((shape) => ('point' in shape ? shape.point : null)),
    attributes: shapes.map(({ feature }) => textsOf(feature?.attributes ?? {})),
    types: typesOf(shapes.map(({ feature }) => feature?.attributes ?? {})),
    notes: log.layerNotes(),
  };
}

function textsOf(attributes: Readonly<Record<string, unknown>>) {
  const texts = Object.entries(attributes).map(([name, cell]) => [
    name,
    cell instanceof UntypedCell ? cell.text : cell,
  ]);
  return Object.fromEntries(texts);
}

/** The types of the columns of a layer with these rows. */
function typesOf(rows: readonly Readonly<Record<string, unknown>>[]) {
  const columns = new AttributeColumns();
  for (const row of rows) columns.add(row);
  return Object.fromEntries(columns.describe().map(({ name, type }) => [name, type]));
}

test('a row of units below the names is left with a note, and its columns have numbers', () => {
  expect(
    readLayer(
      'time,latitude,longitude,wave\nUTC,degrees_north,degrees_east,m\n2026-11-26T00:00:00Z,34.76,129.84,1.2\n2026-11-26T01:00:00Z,35.25,129.92,NaN\n',
    ),
  ).toEqual({
    points: [
      [129.84, 34.76],
      [129.92, 35.25],
    ],
    attributes: [
      { time: '2026-11-26T00:00:00Z', latitude: '34.76', longitude: '129.84', wave: '1.2' },
      { time: '2026-11-26T01:00:00Z', latitude: '35.25', longitude: '129.92', wave: 'NaN' },
    ],
    types: { time: 'text', latitude: 'real', longitude: 'real', wave: 'real' },
    notes: ['The row below the names has units, and was left. (Row 2)'],
  });
});

test('rows with more or fewer cells than names are noted, and none is joined with the next ones', () => {
  const read = readLayer('name,lat,lon\n"Old quay,35.1,129.1\nb,35.2,129.2,9\nc,35.3\nd,35.4,129.4\n');
  expect(read).toMatchObject({
    points: [
      [129.1, 35.1],
      [129.2, 35.2],
      [Number.NaN, 35.3],
      [129.4, 35.4],
    ],
    notes: [
      'Rows have more or fewer cells than the first row has names; cells without a name were left. Check their values. (2: Row 3; Row 4)',
    ],
  });
});

test.each(['NA', 'N/A', 'nan', 'NULL', '-', ''])('“%s” in a column of numbers is no value', (mark) => {
  const read = readLayer(`lat,lon,depth,code\n35,129,11.5,${mark}\n35,129,${mark},${mark}\n`);
  expect(read).toMatchObject({ types: { depth: 'real', code: 'text' } });
});

test('a table without positions is refused with its columns and the names to give', () => {
  expect(readLayer('a,b\n1,2\n')).toBe(
    'table.csv: None of its columns (“a”, “b”) has positions that are known. Name two of them latitude and longitude, one lat_lon or lon_lat, or one with geometries wkt.',
  );
  expect(readLayer('a,location\n1,"35, 12"\n')).toBe(
    'table.csv, column “location”: Longitudes and latitudes can be exchanged in it. Name it lat_lon or lon_lat, by which comes first.',
  );
});

test('letters in columns of their own belong to the numbers before them', () => {
  expect(readLayer('INDEX,LATITUDE,N/S,LONGITUDE,E/W\n1,12.5,S,77.25,W\n')).toMatchObject({
    points: [[-77.25, -12.5]],
  });
});
