import type { ExportNotes } from '../export-notes.ts';
import type { OutputFile } from '../files/output-file.ts';
import { readGeometry } from '../geometry/read-geometry.ts';
import { toWkt } from '../geometry/wkt-text.ts';
import { nameColumns, withoutControls } from '../rows/column-names.ts';
import type { CellValue, Layer } from '../rows/layer.ts';
import type { Progress } from './progress.ts';

/** The name by which GDAL and QGIS know the column for geometry. */
const wktColumn = 'WKT';

/**
 * Writes a layer as CSV (RFC 4180) in UTF-8, with its geometry as WKT in the last column. Text that a spreadsheet
 * would take for a formula gets an apostrophe in front; how often is noted.
 */
export async function writeCsv(
  file: OutputFile,
  layer: Layer,
  options: { readonly byteOrderMark: boolean },
  notes: ExportNotes,
  progress: Progress,
): Promise<void> {
  const cell = (value: CellValue) => csvCell(value, () => notes.count(describeDefused));
  const names = nameColumns(
    layer.columns,
    {
      clean: withoutControls,
      fold: (name) => name.toLowerCase(),
      reserved: [wktColumn],
      maxLength: Number.POSITIVE_INFINITY,
      length: (name) => name.length,
    },
    notes,
  );
  file.text(`${options.byteOrderMark ? '\uFEFF' : ''}${[...names, wktColumn].map(cell).join(',')}\r\n`);
  for (const batch of layer.rows()) {
    for (const { values, geometry } of batch) {
      const shape = readGeometry(geometry, notes);
      file.text(`${values.map(cell).join(',')},${shape ? cell(toWkt(shape)) : ''}\r\n`);
    }
    progress.written(batch.length);
    const busy = file.busy();
    if (busy) await busy;
  }
}

/** What makes spreadsheets take a cell for a formula (OWASP, CSV Injection); the wide forms are those of East Asia. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** One cell. `onDefused` is called when text had to be made harmless. */
export function csvCell(value: CellValue, onDefused: () => void = () => {}): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  let text = value;
  if (formulaStart.test(text) && !plainNumber.test(text)) {
    text = `'${text}`;
    onDefused();
  }
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function describeDefused(count: number): string {
  return count === 1
    ? 'One text that a spreadsheet would take for a formula was given an apostrophe in front.'
    : `${count} texts that a spreadsheet would take for formulas were given an apostrophe in front.`;
}
