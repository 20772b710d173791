import { type CsvSigns, csvCell } from '../../../../shared/csv-cell.ts';
import type { ExportNotes, Progress } from '../export-progress.ts';
import type { OutputFile } from '../files/output-file.ts';
import { readGeometry } from '../geometry/read-geometry.ts';
import { toWkt } from '../geometry/wkt-text.ts';
import { nameColumns } from '../rows/column-names.ts';
import type { CellValue, Layer } from '../rows/layer.ts';

/** The name by which GDAL and QGIS recognize the geometry column. */
const wktColumn = 'WKT';

/**
 * Writes a layer as CSV (RFC 4180) in UTF-8, with its geometry as WKT in the last column. Text that a spreadsheet would
 * interpret as a formula is prefixed with an apostrophe. The number of such texts is noted.
 */
export async function writeCsv(
  file: OutputFile,
  layer: Layer,
  { byteOrderMark, csvSigns }: { readonly byteOrderMark: boolean; readonly csvSigns: CsvSigns },
  notes: ExportNotes,
  progress: Progress,
): Promise<void> {
  const cell = (value: CellValue) => csvCell(value, () => notes.count(describeEscapedFormulas), csvSigns);
  const { separator } = csvSigns;
  const names = nameColumns(layer.columns, { reserved: [wktColumn] }, notes);
  file.text(`${byteOrderMark ? '\uFEFF' : ''}${[...names, wktColumn].map(cell).join(separator)}\r\n`);
  for (const batch of layer.rows()) {
    for (const { values, geometry } of batch) {
      const shape = readGeometry(geometry, notes);
      file.text(`${values.map(cell).join(separator)}${separator}${shape ? cell(toWkt(shape)) : ''}\r\n`);
    }
    progress.written(batch.length);
    const busy = file.whenWritable();
    if (busy) await busy;
  }
}

function describeEscapedFormulas(count: number): string {
  return count === 1
    ? 'One text that a spreadsheet would take for a formula was given an apostrophe in front.'
    : `${count} texts that a spreadsheet would take for formulas were given an apostrophe in front.`;
}
