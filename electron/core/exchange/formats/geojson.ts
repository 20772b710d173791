import type { ExportNotes } from '../export-notes.ts';
import type { ByteSink, OutputFile } from '../files/output-file.ts';
import { readGeometry, readPlainPoint } from '../geometry/read-geometry.ts';
import { toRfc7946 } from '../geometry/rfc7946-geometry.ts';
import type { CellValue, Column, LayerRow } from '../rows/layer.ts';
import type { Progress } from './progress.ts';

/** Rows in batches, and how one is printed as a GeoJSON feature on one line. */
export type PrintedRows<Row> = {
  readonly rows: Iterable<readonly Row[]>;
  readonly print: (row: Row, sink: ByteSink) => void;
};

/** Writes a FeatureCollection (RFC 7946), one feature a line, so that the file can be looked at and compared. */
export async function writeFeatureCollection<Row>(
  file: OutputFile,
  features: PrintedRows<Row>,
  progress: Progress,
): Promise<void> {
  file.text('{"type":"FeatureCollection","features":[\n');
  await writeRows(file, features, Buffer.from(',\n'), progress);
  file.text('\n]}\n');
}

/** Writes one feature a line and nothing else: newline-delimited GeoJSON, without the separators of RFC 8142. */
export async function writeFeatureLines<Row>(
  file: OutputFile,
  features: PrintedRows<Row>,
  progress: Progress,
): Promise<void> {
  await writeRows(file, features, Buffer.from('\n'), progress);
  if (file.size() > 0) file.text('\n');
}

async function writeRows<Row>(
  file: OutputFile,
  { rows, print }: PrintedRows<Row>,
  separator: Uint8Array,
  progress: Progress,
): Promise<void> {
  let isFirst = true;
  for (const batch of rows) {
    for (const row of batch) {
      if (!isFirst) file.bytes(separator);
      isFirst = false;
      print(row, file);
    }
    progress.written(batch.length);
    const busy = file.busy();
    if (busy) await busy;
  }
}

const beginFeature = Buffer.from('{"type":"Feature","id":');
const beginPoint = Buffer.from(',"geometry":{"type":"Point","coordinates":[');
const endPoint = Buffer.from(']}');
const comma = Buffer.from(',');

/** Writes `{"type":"Feature","id":…,"geometry":…`, the geometry by the rules of RFC 7946. */
export function writeFeatureStart(
  sink: ByteSink,
  id: number,
  geometry: Uint8Array | null,
  notes: ExportNotes,
): void {
  sink.bytes(beginFeature);
  sink.number(id);
  const point = readPlainPoint(geometry);
  if (!point) {
    const simple = readGeometry(geometry, notes);
    sink.text(`,"geometry":${simple ? JSON.stringify(toRfc7946(simple)) : 'null'}`);
    return;
  }
  sink.bytes(beginPoint);
  sink.number(point[0]);
  sink.bytes(comma);
  sink.number(point[1]);
  sink.bytes(endPoint);
}

/** Prints the rows of a layer with these columns. */
export function createLayerPrinter(
  columns: readonly Column[],
  notes: ExportNotes,
): (row: LayerRow, sink: ByteSink) => void {
  return ({ id, geometry, values }, sink) => {
    writeFeatureStart(sink, id, geometry, notes);
    const members = columns.map((column, index) => memberText(column, values[index] ?? null));
    sink.text(`,"properties":{${members.join(',')}}}`);
  };
}

/** A cell as a member of a JSON object: `"name":value`. */
export function memberText({ name, type }: Column, value: CellValue): string {
  const text = type === 'json' && typeof value === 'string' ? value : JSON.stringify(value);
  return `${JSON.stringify(name)}:${text}`;
}
