/** Rows of texts, the heading first, and the character that separates them. */
export type CsvTable = { readonly separator: string; readonly rows: readonly (readonly string[])[] };

const separators = [',', ';', '\t', '|'] as const;

/**
 * Parses comma-separated values (RFC 4180): cells in quotation marks may have separators, line breaks and doubled
 * quotation marks. The separator is the one that the heading has most, outside of quotation marks; rows without any
 * text are left out. A quotation mark that is not closed ends with the text. A first line such as `sep=;`, which
 * spreadsheets write and hide, states the separator.
 */
export function parseCsv(whole: string): CsvTable {
  const [hint = '', stated] = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i.exec(whole) ?? [];
  const text = whole.slice(hint.length);
  const heading = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const counts = separators.map((one) => heading.split(one).length);
  const separator = stated ?? separators[counts.indexOf(Math.max(...counts))] ?? ',';
  const cell = new RegExp(
    String.raw`(?:"((?:[^"]|"")*)(?:"|$)([^"\r\n${separator}]*)|([^\r\n${separator}]*))(${separator === '|' ? '\\|' : separator}|\r\n|\n|\r|$)`,
    'y',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted, rest = '', plain = '', end = ''] = cell.exec(text) ?? [];
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest);
    if (end === separator && cell.lastIndex < text.length) continue;
    if (end === separator) row.push('');
    if (row.some((value) => value.trim() !== '')) rows.push(row);
    row = [];
    if (end === '') break;
  }
  return { separator, rows };
}
