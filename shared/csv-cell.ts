/** Starts of cells that spreadsheets interpret as formulas (OWASP, CSV Injection), with full-width forms. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * One cell of a CSV file (RFC 4180). Text that a spreadsheet would interpret as a formula is prefixed with an
 * apostrophe, and `onFormulaEscaped` is called.
 */
export function csvCell(
  value: string | number | boolean | null,
  onFormulaEscaped: () => void = () => {},
): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  let text = value;
  if (formulaStart.test(text) && !plainNumber.test(text)) {
    text = `'${text}`;
    onFormulaEscaped();
  }
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
