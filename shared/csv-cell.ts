/** The value of a cell. */
type CellValue = string | number | boolean | null;

/** Start of a cell for a reader that splits at commas, semicolons, tabs or lines, whatever is in quotes. */
const cellStart = '[,;\\p{Cc}\\u2028\\u2029]';
/** Characters that readers drop in front of a cell: blanks, what is not shown, and quotes. */
const dropped = '[\\p{Zs}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800"]*';
/** Starts of cells that spreadsheets interpret as formulas (OWASP, CSV Injection; CWE-1236), with full-width forms. */
const formulaStart = new RegExp(`(^|${cellStart})(${dropped})(?=([=+\\-@＝＋－＠]))`, 'gu');
const number = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?°?';
const numbers = `${number}(?:\\p{Zs}*[,;\\t]\\p{Zs}*${number})*[\\p{Zs}"]*`;
/**
 * Text that is no formula although it begins with a sign, up to where a reader ends the cell that begins at this mark.
 */
const harmless: Readonly<Record<string, RegExp>> = {
  // Also positions behind the first one of WKT and JSON, such as ` -71 -34))` and `-34]]`.
  ',': new RegExp(`${number}(?: +${number})*[)\\]}]*[\\p{Zs}"]*(?=$|,)`, 'iuy'),
  ';': new RegExp(`${numbers}(?=$|;)`, 'iuy'),
};
const harmlessToEnd = new RegExp(`${numbers}$`, 'iuy');

/** Signs of a CSV file: between its cells, and before the decimals of its numbers. */
export type CsvSigns = { readonly separator: ',' | ';' | '\t'; readonly decimal: '.' | ',' };

/** The signs of RFC 4180, and of most programs. */
export const plainSigns: CsvSigns = { separator: ',', decimal: '.' };

/**
 * One cell of a CSV file (RFC 4180). Text that a spreadsheet would interpret as a formula gets an apostrophe in front, see
 * `escapeFormulas`, and `onFormulaEscaped` is called.
 */
export function csvCell(
  value: CellValue,
  onFormulaEscaped: () => void = () => {},
  { separator, decimal }: CsvSigns = plainSigns,
): string {
  if (value === null) return '';
  // In quotes a spreadsheet may take a number for text.
  if (Number.isFinite(value) && decimal !== separator) return String(value).replace('.', decimal);
  const text = escapeFormulas(String(value));
  if (text.length > String(value).length) onFormulaEscaped();
  const needsQuotes = text === '' || text.includes(separator) || /[",\r\n]|^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a CSV file, without its end. */
export function csvRow(cells: readonly CellValue[], signs?: CsvSigns): string {
  return cells.map((cell) => csvCell(cell, undefined, signs)).join(signs?.separator ?? plainSigns.separator);
}

/** A line of copied rows: cells with tabs between them, each in one line and without formulas, as in `csvCell`. */
export function tabRow(cells: readonly CellValue[]): string {
  return cells.map((cell) => escapeFormulas(String(cell ?? '').replaceAll(/[\t\r\n]+/g, ' '))).join('\t');
}

/**
 * The text with an apostrophe in front of each formula that a spreadsheet may find in it: also behind a comma, semicolon
 * or tab, at which it may split the cell, and behind blanks and other characters that it may drop. Numbers and positions
 * are no formulas.
 */
function escapeFormulas(text: string): string {
  const escaped = text.replaceAll(
    formulaStart,
    (whole, start: string, _between, mark: string, at: number) => {
      const pattern = harmless[start] ?? harmlessToEnd;
      pattern.lastIndex = at + whole.length;
      return (mark === '-' || mark === '+') && pattern.test(text) ? whole : `${whole}'`;
    },
  );
  return /^[\t\r\n]/.test(text) ? `'${escaped}` : escaped;
}
