/** Rows of texts, the heading first, and the character that separates them. */
export type CsvTable = { readonly separator: string; readonly rows: readonly (readonly string[])[] };

const separators = [',', ';', '\t', '|'] as const;

/** Characters in which the heading is looked for. */
const headingLength = 1 << 16;

/**
 * Parses comma-separated values (RFC 4180): cells in quotation marks may have separators, line breaks and doubled
 * quotation marks. Rows without any text are left out. Where a quotation mark is not closed, the row ends at its line.
 * Throws `CsvLineTooLong`.
 */
export function parseCsv(whole: string, maxRowLength = Number.POSITIVE_INFINITY): CsvTable {
  const { separator, start } = readCsvStart(whole);
  const rows = createCsvRows(separator, maxRowLength);
  return { separator, rows: [...rows.push(whole.slice(start)), ...rows.end()] };
}

/**
 * The separator of a text: the one that the heading has most, outside of quotation marks. A first line such as `sep=;`,
 * which spreadsheets write and hide, states it; `start` is the index after that.
 */
export function readCsvStart(whole: string): { readonly separator: string; readonly start: number } {
  const [hint = '', stated] = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i.exec(whole) ?? [];
  const text = whole.slice(hint.length, hint.length + headingLength);
  const heading = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = separators.map((one) => heading.split(one).length);
  return {
    separator: stated ?? separators[counts.indexOf(Math.max(...counts))] ?? ',',
    start: hint.length,
  };
}

/** A row that is longer than the limit, or does not end within it. */
export class CsvLineTooLong extends Error {
  /** Its number in the text, from 1. */
  readonly line: number;

  constructor(line: number) {
    super(`Line ${line} is too long.`);
    this.line = line;
  }
}

/** Whether a row has as many cells as the heading; empty names at the end of that need none. */
export function isEvenRow(row: readonly string[], heading: readonly string[]): boolean {
  const named = heading.findLastIndex((name) => name.trim() !== '') + 1;
  const used = row.findLastIndex((cell) => cell.trim() !== '') + 1;
  return row.length >= named && used <= Math.max(named, heading.length);
}

/** Parses rows as `parseCsv` does, of a text that arrives in parts; a line has at most `maxLineLength` characters. */
export function createCsvRows(separator: string, maxLineLength: number) {
  const lineBreak = /\r\n|\n|\r/g;
  const cellEnd = new RegExp(`[\\r\\n${separator === '|' ? '\\|' : separator}]`, 'g');
  let rest = '';
  let lines = 0;
  let heading: readonly string[] | undefined;
  /** The cells of a line by itself: marks that are not closed before a separator are left out, or else all of them. */
  const toPlainRow = (line: string): string[] => {
    const cells: string[] = [];
    for (let at = 0; at <= line.length; at += 1) {
      const closing = line[at] === '"' ? findClosing(line, at, separator, line.length) : undefined;
      const after = typeof closing === 'number' ? line[closing + 1] : 'none';
      const isClosed = typeof closing === 'number' && (after === undefined || after === separator);
      const end = line.indexOf(separator, isClosed ? closing : at);
      const stop = end < 0 ? line.length : end;
      cells.push(withoutQuotation(line.slice(at, stop)));
      at = stop;
    }
    if (!heading || isEvenRow(cells, heading)) return cells;
    const split = line.split(separator).map(withoutQuotation);
    return isEvenRow(split, heading) ? split : cells;
  };
  /** The row at `start` and where the next one begins; undefined where the text ends before the row does. */
  const readRow = (text: string, start: number, isLast: boolean): Row | undefined => {
    lineBreak.lastIndex = start;
    const found = lineBreak.exec(text);
    // A line feed may follow a carriage return.
    if (!isLast && (!found || (found[0] === '\r' && lineBreak.lastIndex === text.length))) return undefined;
    const line = text.slice(start, found?.index ?? text.length);
    const next = found ? lineBreak.lastIndex : text.length;
    // Most lines have no quotation marks, and splitting them is ten times as fast.
    if (!line.includes('"')) return { cells: line.split(separator), next, isOneLine: true };
    const quoted = readQuotedRow(text, start, isLast);
    if (quoted === 'unfinished' && text.length - start <= maxLineLength) return undefined;
    const isQuoted = typeof quoted === 'object';
    if (isQuoted && !quoted.isOneLine && !isJoined(text.slice(start, quoted.next), quoted)) return quoted;
    if (isQuoted && quoted.isOneLine && (!heading || (!quoted.isLoose && isEvenRow(quoted.cells, heading))))
      return quoted;
    const cells = toPlainRow(line);
    if (isQuoted && quoted.isOneLine && heading && !isEvenRow(cells, heading)) return quoted;
    return { cells, next, isOneLine: true };
  };
  /** The row at `start` by RFC 4180; `open` where a quotation mark is not closed, `unfinished` where the text may go on. */
  const readQuotedRow = (text: string, start: number, isLast: boolean): Row | 'open' | 'unfinished' => {
    const cells: string[] = [];
    let lineEnd = lineEndFrom(text, start);
    let isOneLine = true;
    let isLoose = false;
    for (let at = start; ; ) {
      let cell = '';
      if (text[at] === '"') {
        const closing = findClosing(text, at, separator, lineEnd);
        if (closing === undefined) return isLast ? 'open' : 'unfinished';
        if (closing === 'open') return 'open';
        cell = text.slice(at + 1, closing).replaceAll('""', '"');
        at = closing + 1;
        if (at > lineEnd) [lineEnd, isOneLine] = [lineEndFrom(text, at), false];
      }
      cellEnd.lastIndex = at;
      const stop = cellEnd.exec(text)?.index ?? text.length;
      isLoose ||= stop > at && cell.includes(separator);
      cells.push(cell + text.slice(at, stop));
      if (text[stop] === separator) {
        at = stop + 1;
        continue;
      }
      const isCut = stop === text.length || (text[stop] === '\r' && stop + 1 === text.length);
      if (isCut && !isLast) return 'unfinished';
      return { cells, next: stop + (text.startsWith('\r\n', stop) ? 2 : 1), isOneLine, isLoose };
    }
  };
  const lineEndFrom = (text: string, at: number): number => {
    lineBreak.lastIndex = at;
    return lineBreak.exec(text)?.index ?? text.length;
  };
  /**
   * Whether a row of several lines is several rows, since of the marks in cells that were not quoted two make a pair: each of
   * its lines has the cells of a row and numbers in the same columns or, where it has not the cells of one, any line.
   */
  const isJoined = (text: string, { cells }: Row): boolean => {
    if (!heading) return false;
    const isEven = isEvenRow(cells, heading);
    let columns: string | undefined;
    for (let at = 0; at < text.length; ) {
      const end = lineEndFrom(text, at);
      const row = toPlainRow(text.slice(at, end));
      if (isEven !== isEvenRow(row, heading)) return !isEven;
      const ofNumbers = numberColumns(row);
      columns ??= ofNumbers;
      if (isEven && (columns !== ofNumbers || !columns.includes(' '))) return false;
      at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    }
    return isEven;
  };
  const read = (text: string, isLast: boolean): string[][] => {
    const rows: string[][] = [];
    let start = 0;
    while (start < text.length) {
      const row = readRow(text, start, isLast);
      if (!row) break;
      if (row.next - start > maxLineLength) throw new CsvLineTooLong(lines + 1);
      if (row.cells.some((value) => value.trim() !== '')) {
        heading ??= row.cells;
        rows.push(row.cells);
      }
      lines += row.isOneLine ? 1 : (text.slice(start, row.next).match(lineBreak)?.length ?? 0);
      start = row.next;
    }
    rest = text.slice(start);
    if (rest.length > maxLineLength) throw new CsvLineTooLong(lines + 1);
    return rows;
  };
  return {
    /** The rows that are complete with this part. Throws `CsvLineTooLong`. */
    push: (part: string): string[][] => read(rest + part, false),
    /** The last row, where no line break ends it. */
    end: (): string[][] => {
      const rows = read(rest, true);
      rest = '';
      return rows;
    },
  };
}

type Row = {
  readonly cells: string[];
  readonly next: number;
  readonly isOneLine: boolean;
  /** Whether text follows the mark that closes a cell with separators, so that it may be the mark of the next cell. */
  readonly isLoose?: boolean;
};

/**
 * The index of the quotation mark that closes the one at `start`, undefined where the text ends before. Within its line
 * any single one does; after that it has to end a cell, since one that was not closed would go on to the next cell.
 */
function findClosing(
  text: string,
  start: number,
  separator: string,
  lineEnd: number,
): number | 'open' | undefined {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    const after = text[at + 1];
    if (after === '"') continue;
    const isEnd = after === undefined || after === separator || after === '\n' || after === '\r';
    return at < lineEnd || isEnd ? at : 'open';
  }
  return undefined;
}

/** The indexes of the cells that are numbers, each with a space before it but for the first one. */
function numberColumns(row: readonly string[]): string {
  return row.flatMap((cell, index) => (/^\s*[-+]?\d+(?:[.,]\d+)?\s*$/.test(cell) ? [index] : [])).join(' ');
}

/** A cell without the quotation marks around it, or the one that was not closed. */
function withoutQuotation(cell: string): string {
  if (!cell.startsWith('"')) return cell;
  return cell.slice(1, cell.length > 1 && cell.endsWith('"') ? -1 : undefined).replaceAll('""', '"');
}
