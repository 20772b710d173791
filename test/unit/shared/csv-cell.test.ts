import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { csvCell, tabRow } from '../../../shared/csv-cell.ts';
import { seededRandom } from '../../builders/seeded-random.ts';

/** Characters that a reader may drop in front of a formula, and where it may begin a cell. */
const ignored = [
  ' ',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u00ad',
  '\u2060',
  '\ufe0f',
  '"',
];
const separators = [',', ';', '\t', '\r\n', '\n', '\r', '\0', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const formulas = [
  '=1+1',
  '+1+1',
  '-2+3',
  '@SUM(1)',
  '＝1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  "=cmd|'/c calc'!A1",
];

describe('a formula gets an apostrophe', () => {
  test.each(formulas)('%s, wherever a cell may begin', (formula) => {
    const texts = [
      formula,
      ...ignored.map((mark) => `${mark}${formula}`),
      ...separators.flatMap((separator) => [
        `${separator}${formula}`,
        `a${separator}${formula}`,
        ...ignored.map((mark) => `a${separator}${mark}${formula}`),
      ]),
    ];
    for (const text of texts) {
      let escaped = 0;
      const cell = csvCell(text, () => {
        escaped += 1;
      });
      expect(dangers(unquote(cell)), JSON.stringify(text)).toEqual([]);
      expect(escaped, JSON.stringify(text)).toBe(1);
      expect(dangers(tabRow([text])), JSON.stringify(text)).toEqual([]);
    }
  });

  test('in each name of the case from outside', () => {
    const { data } = JSON.parse(
      readFileSync(
        new URL('../../fixtures/inputs-from-the-world/24-csv-formulas.json', import.meta.url),
        'utf8',
      ),
    );
    const [{ content }] = data.svc_udp_analyticgeojsonrecord;
    const names: string[] = content.features.map(
      ({ properties }: { properties: { vesselName: string } }) => properties.vesselName,
    );
    expect(names).toHaveLength(8);
    for (const name of names) {
      expect(dangers(name)).not.toEqual([]);
      expect(dangers(unquote(csvCell(name)))).toEqual([]);
    }
  });
});

test.each([
  '-5.25',
  '+1e5',
  '-.5',
  '-12°',
  '-33.85000, 151.20000',
  '-33.85, -70.25',
  '[-71,-34]',
  '[[-71,-34],[-72,-35]]',
  '{"bbox":[-71,-34,-70,-33]}',
  '{"a":[-5,-6],"b":-7}',
  'LINESTRING (-70 -33, -71.5 -34, -72 -35)',
  'POLYGON ((-70 -33, -71 -34, -70 -34, -70 -33), (-70.1 -33.1, -70.2 -33.2, -70.1 -33.1))',
  'POINT Z (-70 -33 -5)',
  '2026-11-27T10:15:00Z',
  '24c1bd8e-0000-4000-8000-000000002400',
  'a-b=c@example.org',
  'Motor vessel; built 1998, length 120 m',
  '-5\t-6',
])('%s stays as it is', (text) => {
  const escaped: string[] = [];
  expect(unquote(csvCell(text, () => escaped.push(text)))).toBe(text);
  expect(escaped).toEqual([]);
});

test.each<[number | boolean | null, string]>([
  [-5.5, '-5.5'],
  [1e-7, '1e-7'],
  [false, 'false'],
  [null, ''],
  [Number.NEGATIVE_INFINITY, "'-Infinity"],
])('the value %s is %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a copied row is one line, whatever its cells contain', () => {
  expect(tabRow(['a\tb', '=1', 'two\r\nlines', -5, null])).toBe("a b\t'=1\ttwo lines\t-5\t");
});

test('a long text of separators or blanks takes no longer than its length', () => {
  for (const mark of [',', '\t', ' ', '\u200b', '"', ', ', '-']) {
    expect(csvCell(mark.repeat(1_000_000)).length).toBeGreaterThanOrEqual(1_000_000);
  }
});

test('no reader finds a formula in rows of random cells, and the cells are lost by none that reads RFC 4180', () => {
  const random = seededRandom(24);
  const pieces = [...ignored, ...separators, ...formulas, '-5', '+31.5', 'a', '"', "'", '()', '-', '=', '船'];
  const rows = Array.from({ length: 3000 }, () =>
    Array.from({ length: random.between(1, 4) }, () =>
      Array.from({ length: random.between(0, 7) }, () => random.pick(pieces)).join(''),
    ),
  );
  const read = readWithPython(rows.map((cells) => cells.map((cell) => csvCell(cell)).join(',')));
  for (const [at, { rfc, others }] of read.entries()) {
    expect(rfc.map(withoutEscapes)).toEqual(rows[at]?.map(withoutEscapes));
    for (const cell of others) {
      // A reader that does not split at commas gets the cells after a number with it.
      const isFormula =
        startsFormula(cell) &&
        !/^[\s\p{Cc}\p{Default_Ignorable_Code_Point}"]*[+-][\d.]+["\s,;\p{Cc}\p{Cf}]/u.test(cell);
      expect(isFormula, JSON.stringify([rows[at], cell])).toBe(false);
    }
  }
});

type ReadRow = { readonly rfc: readonly string[]; readonly others: readonly string[] };

/** The cells of each line as Python's csv module reads it, by each separator, with quotes and without. */
function readWithPython(lines: readonly string[]): readonly ReadRow[] {
  const script = `
import csv, io, json, sys
csv.field_size_limit(10 ** 9)
def read(line, delimiter, quoting):
    return [cell for row in csv.reader(io.StringIO(line, newline=''), delimiter=delimiter, quoting=quoting) for cell in row]
out = []
for line in json.load(sys.stdin):
    # The module reads no NUL.
    line = line.replace('\\0', '\\x01')
    others = [cell for d in ',;\\t' for q in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE) for cell in read(line, d, q)]
    out.append({'rfc': read(line, ',', csv.QUOTE_MINIMAL), 'others': others})
print(json.dumps(out))
`;
  const output = execFileSync('python3', ['-c', script], {
    input: JSON.stringify(lines),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(output) as readonly ReadRow[];
}

/** Python reads a NUL as U+0001 here, and an apostrophe in front of a formula may be one of ours. */
function withoutEscapes(text: string): string {
  return text.replaceAll('\0', '\x01').replaceAll(/'+(?=[=+\-@＝＋－＠\t\r\n])/g, '');
}

/** Value that a reader of CSV with commas gets of one cell. */
function unquote(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

/** The parts of a text, split as any reader may, that begin a formula. */
function dangers(text: string): readonly string[] {
  return [text, ...[',', ';', '\t', /[\r\n]+/].flatMap((separator) => text.split(separator))].filter(
    startsFormula,
  );
}

/** Numbers between separators, or between blanks in positions of WKT. */
const numbers = /^[+-][\d.]+(e[+-]?\d+)?°?([\s,;]+[+-]?[\d.]+)*[\s")]*$/i;

/** Whether a spreadsheet may read a formula: its mark comes first, or after what readers drop. A number is none. */
function startsFormula(cell: string): boolean {
  const bare = cell.replace(/^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}"]+/u, '');
  return /^[=+\-@＝＋－＠]/.test(bare) && !numbers.test(bare);
}
