import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { CsvLineTooLong, createCsvRows, isEvenRow, parseCsv } from '../../../shared/parse-csv.ts';
import { seededRandom } from '../../builders/seeded-random.ts';

describe('a table (RFC 4180)', () => {
  test.each([
    [
      'a,b\r\n1,2\r\n',
      ',',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    // What Excel writes and hides.
    [
      'sep=;\r\na,x;b\r\n1,2;3',
      ';',
      [
        ['a,x', 'b'],
        ['1,2', '3'],
      ],
    ],
    [
      'a;b\n"1;x";2,5',
      ';',
      [
        ['a', 'b'],
        ['1;x', '2,5'],
      ],
    ],
    [
      'a\tb\n1\t',
      '\t',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      '"a,x"|b\r1|2',
      '|',
      [
        ['a,x', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n"line\nbreak","say ""x"""',
      ',',
      [
        ['a', 'b'],
        ['line\nbreak', 'say "x"'],
      ],
    ],
    ['a\n\n \n1', ',', [['a'], ['1']]],
    ['a,b\n"open', ',', [['a', 'b'], ['open']]],
    ['', ',', []],
  ])('%j is separated by %j', (text, separator, rows) => {
    expect(parseCsv(text)).toEqual({ separator, rows });
  });

  test('is read as Python reads what it has written', () => {
    const random = seededRandom(4180);
    const characters = ['a', 'é', '"', ',', ';', '\n', '\r\n', ' ', '|', '1', '中'];
    const tables = Array.from({ length: 300 }, () => [
      ['x', 'y', 'z'],
      ...Array.from({ length: random.between(1, 5) }, () =>
        Array.from({ length: 3 }, () =>
          Array.from({ length: random.between(0, 6) }, () => random.pick(characters)).join(''),
        ),
      ),
    ]);
    const program =
      'import csv,io,json,sys\nout=[]\nfor i,t in enumerate(json.load(sys.stdin)):\n f=io.StringIO(newline="")\n csv.writer(f,lineterminator=["\\n","\\r\\n"][i%2]).writerows(t)\n out.append(f.getvalue())\njson.dump(out,sys.stdout)';
    const written: unknown = JSON.parse(
      execFileSync('python3', ['-c', program], { input: JSON.stringify(tables), encoding: 'utf8' }),
    );
    for (const [index, text] of (written as string[]).entries()) {
      const rows = tables[index]?.filter((row) => row.some((cell) => cell.trim() !== ''));
      expect(parseCsv(text).rows, text).toEqual(rows);
    }
  });
});

/** Texts with a quotation mark that is not closed, and the rows that each has. */
const openMarks = [
  [
    'in the middle, twice, with others between them',
    `id,name,x
1,"QUEEN OF NEMO,35.4
2,SEA WIND,35.6
3,M/V 5" GUN,36
4,"LADY" ANN,36.2
5,"OLD ONE,36.4
6,LAST ONE,36.6
`,
    ['QUEEN OF NEMO', 'SEA WIND', 'M/V 5" GUN', 'LADY ANN', 'OLD ONE', 'LAST ONE'],
  ],
  [
    'in the first column',
    'name,x\n"Old quay,35.1\nSouth quay,35.2\n"New quay,35.3\n',
    ['Old quay', 'South quay', 'New quay'],
  ],
  ['in the last column', 'x,y,name\n1,2,"a\n3,4,b\n5,6,"c\n7,8,"d"\n', ['a', 'b', 'c', 'd']],
  ['alone in the last column', 'x,y,name\n1,2,"\n3,4,b\n5,6,"\n7,8,d', ['', 'b', '', 'd']],
  [
    'and one that ends a later name',
    'x,name,y\n1,"QUEEN,2\n3,SEA,4\n5,GUN 5",6\n7,d,8',
    ['QUEEN', 'SEA', 'GUN 5"', 'd'],
  ],
  [
    'before a quoted cell of the same row',
    'x,name,y,to\n1,"QUEEN,2,"AARHUS, DK"\n3,b,4,"X, Y"\n5,c,6,z',
    ['QUEEN', 'b', 'c'],
  ],
  ['before a geometry', 'name,wkt\n"Old,"POINT(1 2),POINT(3 4)"\nb,"POINT(1 2), x"', ['Old', 'b']],
  ['before a quoted cell', 'x,name,y\n1,"QUEEN,2\n3,"SEA, W",4\n5,"",6', ['QUEEN', 'SEA, W', '']],
  [
    'between cells of several lines',
    'x,name,y\n1,"a\nb",2\n3,"c,4\n5,"d\n""e"", f",6\n7,g,8',
    ['a\nb', 'c', 'd\n"e", f', 'g'],
  ],
  ['in the last row', 'name,x\na,1\n"b,2', ['a', 'b']],
  ['with carriage returns', 'x,name\r1,"a\r2,b\r3,"c\rd"', ['a', 'b', 'c\rd']],
] as const;

describe('a quotation mark that is not closed ends with its line', () => {
  test.each(openMarks)('%s', (_where, text, names) => {
    const [heading = [], ...rows] = parseCsv(text).rows;
    expect(rows.map((row) => row[heading.indexOf('name')])).toEqual(names);
    expect(rows.every((row) => isEvenRow(row, heading))).toBe(true);
  });

  test('a cell whose lines have the commas of a row, and other values, is one', () => {
    const cell = 'length, then width\nbeam, and draft';
    expect(parseCsv(`id,note,x\n1,"${cell}",2\n`).rows[1]).toEqual(['1', cell, '2']);
  });

  test('rows of a text that is cut anywhere are those of the whole text', () => {
    for (const [, text] of openMarks) {
      const { rows } = parseCsv(text);
      for (let at = 0; at <= text.length; at += 1) {
        const parts = createCsvRows(',', Number.POSITIVE_INFINITY);
        const read = [...parts.push(text.slice(0, at)), ...parts.push(text.slice(at)), ...parts.end()];
        expect(read, `${text} at ${at}`).toEqual(rows);
      }
    }
  });

  test.each(['"open,1,2', '1,2,"open', '1,"open""",2'])('200,000 lines of %s are 200,000 rows', (line) => {
    expect(parseCsv(`a,b,c\n${`${line}\n`.repeat(200_000)}`).rows).toHaveLength(200_001);
  });
});

test.each([
  ['x', 8_000_000],
  ['""', 1_000_000],
  ['x\n', 1_000_000],
  ['x,', 1_000_000],
])('a cell of %j is read whole, however long it is', (part, times) => {
  const { rows } = parseCsv(`a,b\n"${part.repeat(times)}",1\n`);
  expect(rows[1]?.[0]).toHaveLength(part.replace('""', '"').length * times);
  expect(rows[1]?.[1]).toBe('1');
});

test('a long line with marks that are not closed is split in linear time', () => {
  const { rows } = parseCsv(`a,b\n${'"x,y" z,'.repeat(200_000)}\n${'"a,'.repeat(200_000)}\n`);
  expect(rows).toHaveLength(3);
});

test('a line that is too long is named', () => {
  const rows = createCsvRows(',', 1000);
  expect(rows.push('a,b\n"c\nd",1\n')).toHaveLength(2);
  expect(() => rows.push('x'.repeat(1001))).toThrow(new CsvLineTooLong(4));
  // A mark that is not closed ends with its line, where the rest of the text is too long for a row.
  const open = createCsvRows(',', 1000);
  expect(open.push(`a,b\n"c,1\n${'d,2\n'.repeat(300)}`)).toHaveLength(302);
});

test.each([
  [['1', '2', '3'], true],
  [['1', '2', '3', ''], true],
  [['1', '2'], true],
  [['1'], false],
  [['1', '2', '3', '4'], false],
])('the row %j of a heading of two names and an empty one: %s', (row, expected) => {
  expect(isEvenRow(row, ['a', 'b', ''])).toBe(expected);
});
