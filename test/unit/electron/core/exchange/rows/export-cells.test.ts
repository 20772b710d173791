import { describe, expect, test } from 'vitest';
import { writeNumber } from '../../../../../../electron/core/exchange/files/write-number.ts';
import { nameColumns } from '../../../../../../electron/core/exchange/rows/column-names.ts';
import { createPropertyColumnsFinder } from '../../../../../../electron/core/exchange/rows/detection-layer.ts';
import { csvCell } from '../../../../../../shared/csv-cell.ts';
import { companionNames } from '../../../../../../shared/exchange/companion-names.ts';
import { exportFormats } from '../../../../../../shared/exchange/export-format.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';

function printed(value: number): string {
  const buffer = Buffer.alloc(32);
  return buffer.toString('latin1', 0, writeNumber(buffer, 0, value));
}

describe('a number', () => {
  test.each([
    0,
    -0,
    1,
    -1,
    10,
    0.1,
    -0.5,
    121.123456,
    -179.9999999,
    0.1 + 0.2,
    1.5e-7,
    1e21,
    123456789012345680,
    5e-324,
    1.7976931348623157e308,
    99999999.9999999,
    4294967295,
    9007199254740991,
    100,
    1000000.25,
  ])('%d is printed as JSON.stringify does', (value) => {
    expect(printed(value)).toBe(JSON.stringify(value));
  });

  test('of the size of a seventh decimal reads back the same', () => {
    expect(Number(printed(1e-7))).toBe(1e-7);
  });

  test('any of many is printed as JSON.stringify does', () => {
    const { next, between } = seededRandom(3);
    for (let count = 0; count < 20_000; count += 1) {
      const decimals = 10 ** between(0, 9);
      const value = Math.round((next() - 0.5) * 400 * decimals) / decimals;
      expect(printed(value)).toBe(JSON.stringify(value));
      const wild = (next() - 0.5) * 10 ** between(-20, 20);
      expect(printed(wild)).toBe(JSON.stringify(wild));
    }
  });
});

describe('a cell of a CSV', () => {
  test.each<[string | number | boolean | null, string]>([
    ['plain', 'plain'],
    ['', '""'],
    [null, ''],
    [-5.5, '-5.5'],
    [true, 'true'],
    ['=1+1', "'=1+1"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['@cmd', "'@cmd"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['＝1', "'＝1"],
    ['-5.25', '-5.25'],
    ['+1e5', '+1e5'],
    ['a"b', '"a""b"'],
    ['a,b', '"a,b"'],
    ['two\nlines', '"two\nlines"'],
    [' edge ', '" edge "'],
    ['=a,"b"', '"\'=a,""b"""'],
  ])('%j becomes %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});

describe('columns of properties', () => {
  const typesOf = (...values: unknown[]) => {
    const finder = createPropertyColumnsFinder();
    for (const value of values) finder.add({ value });
    return finder.finish().columns.map(({ type }) => type);
  };

  test.each<[unknown[], string[]]>([
    [[1, 2, null], ['integer']],
    [[1, 2.5], ['real']],
    [[2 ** 60], ['real']],
    [[true, false], ['boolean']],
    [['a', 'b'], ['text']],
    [[1, 'a'], ['text']],
    [[true, 1], ['text']],
    [[{ a: 1 }, [2]], ['json']],
    [[{ a: 1 }, 'text'], ['text']],
    [[null, undefined], []],
  ])('%j are of type %j', (values, types) => {
    expect(typesOf(...values)).toEqual(types);
  });

  test('more than a table can have go into one', () => {
    const finder = createPropertyColumnsFinder();
    const many = Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`name ${index}`, index]));
    finder.add(many);
    const { columns, read } = finder.finish();
    expect(columns).toHaveLength(501);
    expect(columns.at(-1)).toMatchObject({ name: 'other_properties', type: 'json' });
    const values = read(many);
    expect(Object.keys(JSON.parse(String(values.at(-1))))).toHaveLength(200);
  });

  test('a property called __proto__ is one like others', () => {
    const finder = createPropertyColumnsFinder();
    const properties = JSON.parse('{"__proto__": 5}');
    finder.add(properties);
    expect(finder.finish().read(properties)).toEqual([5]);
    expect(finder.finish().read({})).toEqual([null]);
  });
});

test('names that a format cannot distinguish get numbers, however short they must be', () => {
  const names = ['averylongname1', 'averylongname2', 'AVERYLONGNAME', 'fid', '船'];
  const rules = {
    clean: (name: string) => name.replace(/\W+/g, '_'),
    reserved: ['fid'],
    maxLength: 10,
  };
  const columns = names.map((name) => ({ name, type: 'text' as const }));
  expect(nameColumns(columns, rules)).toEqual(['averylongn', 'averylon_2', 'AVERYLON_3', 'fid_2', '_']);
});

describe('files next to an export', () => {
  const all = { footprints: true, chips: 'cached', qgisProject: true } as const;

  test('are called after the one that was chosen', () => {
    expect(companionNames('ships.csv', { format: 'csv', ...all })).toEqual({
      footprints: 'ships.csv-footprints.csv',
      chips: 'ships.csv-chips.zip',
    });
    expect(companionNames('ships.shp.zip', { format: 'shp', ...all })).toEqual({
      chips: 'ships.shp.zip-chips.zip',
    });
    expect(companionNames('ships.gpkg', { format: 'gpkg', ...all })).toEqual({
      chips: 'ships.gpkg-chips.zip',
      qgisProject: 'ships.gpkg.qgz',
    });
    expect(companionNames('r.json', { format: 'raw-json', ...all })).toEqual({ chips: 'r.json-chips.zip' });
  });

  test('are called differently next to files of different names, whatever the formats', () => {
    const names = ['ships', ...exportFormats.map(({ extension }) => `ships.${extension}`)];
    const byFile = Map.groupBy(
      exportFormats.flatMap(({ format }) =>
        names.flatMap((name) =>
          Object.values(companionNames(name, { format, ...all })).map((file) => ({ name, file })),
        ),
      ),
      ({ file }) => file,
    );
    for (const [file, owners] of byFile) expect(new Set(owners.map(({ name }) => name)).size, file).toBe(1);
    expect(byFile.size).toBeGreaterThan(names.length);
  });
});
