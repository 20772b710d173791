/** Rows of texts, the heading first, and the character that separates them. */
export type CsvTable = { readonly separator: string; readonly rows: readonly (readonly string[])[] };

const separators = [',', ';', '\t', '|'] as const;

/**
 * Parses comma-separated values (RFC 4180): cells in quotation marks may have separators, line breaks and doubled
 * quotation marks. Rows without any text are left out. A quotation mark that is not closed ends with the text.
 */
export function parseCsv(whole: string): CsvTable {
  const { separator, start } = readCsvStart(whole);
  const rows = createCsvRows(separator, Number.POSITIVE_INFINITY);
  return { separator, rows: [...rows.push(whole.slice(start)), ...rows.end()] };
}

/**
 * The separator of a text: the one that the heading has most, outside of quotation marks. A first line such as `sep=;`,
 * which spreadsheets write and hide, states it; `start` is the index after that.
 */
export function readCsvStart(whole: string): { readonly separator: string; readonly start: number } {
  const [hint = '', stated] = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i.exec(whole) ?? [];
  const text = whole.slice(hint.length);
  const heading = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const counts = separators.map((one) => heading.split(one).length);
  return {
    separator: stated ?? separators[counts.indexOf(Math.max(...counts))] ?? ',',
    start: hint.length,
  };
}

/** A row that does not end: a quotation mark in it is not closed. */
export class CsvRowTooLong extends Error {}

/** Parses rows as `parseCsv` does, of a text that arrives in parts; a row has at most `maxRowLength` characters. */
export function createCsvRows(separator: string, maxRowLength: number) {
  const cell = new RegExp(
    String.raw`(?:"((?:[^"]|"")*)(?:"|$)([^"\r\n${separator}]*)|([^\r\n${separator}]*))(${separator === '|' ? '\\|' : separator}|\r\n|\n|\r|$)`,
    'y',
  );
  const lineBreak = /\r\n|\n|\r/g;
  let rest = '';
  /** The row at `start` and where the next one begins; undefined where the text ends before the row does. */
  const readRow = (text: string, start: number, isLast: boolean): [string[], number] | undefined => {
    lineBreak.lastIndex = start;
    const found = lineBreak.exec(text);
    const line = text.slice(start, found?.index ?? text.length);
    // Most lines have no quotation marks, and splitting them is ten times as fast.
    if (!line.includes('"')) {
      const next = found ? lineBreak.lastIndex : text.length;
      // A line feed may follow a carriage return.
      const isWhole = isLast || (found && (found[0] !== '\r' || next < text.length));
      return isWhole ? [line.split(separator), next] : undefined;
    }
    const row: string[] = [];
    cell.lastIndex = start;
    while (true) {
      const [, quoted, after = '', plain = '', end = ''] = cell.exec(text) ?? [];
      row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + after);
      const isAtEnd = cell.lastIndex >= text.length;
      if (isAtEnd && !isLast && (end === '' || end === '\r' || end === separator)) return undefined;
      if (end === separator && isAtEnd) row.push('');
      if (end !== separator || isAtEnd) return [row, end === '' ? text.length : cell.lastIndex];
    }
  };
  const read = (text: string, isLast: boolean): string[][] => {
    const rows: string[][] = [];
    let start = 0;
    while (start < text.length) {
      const [row, next] = readRow(text, start, isLast) ?? [];
      if (!row || next === undefined) break;
      if (row.some((value) => value.trim() !== '')) rows.push(row);
      start = next;
    }
    rest = text.slice(start);
    if (rest.length > maxRowLength) throw new CsvRowTooLong();
    return rows;
  };
  return {
    /** The rows that are complete with this part. Throws `CsvRowTooLong`. */
    push: (part: string): string[][] => read(rest + part, false),
    /** The last row, where no line break ends it. */
    end: (): string[][] => {
      const rows = read(rest, true);
      rest = '';
      return rows;
    },
  };
}
