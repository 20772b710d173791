import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../../shared/parse-csv.ts';
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
