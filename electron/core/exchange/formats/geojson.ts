import type { ExportFormat } from '../../../../shared/exchange/export-format.ts';
import type { ExportNotes, Progress } from '../export-progress.ts';
import type { ByteSink, OutputFile } from '../files/output-file.ts';
import { readGeometry, readPlainPoint } from '../geometry/read-geometry.ts';
import { toRfc7946 } from '../geometry/rfc7946-geometry.ts';
import type { CellValue, Column, LayerRow } from '../rows/layer.ts';

/** Chunks of serialized features, with `featureSeparator` between the features and none around them. */
export type FeatureChunks = AsyncIterable<{ readonly rows: number; write(file: OutputFile): void }>;

/** The separator between two features of a file. */
export function featureSeparator(format: ExportFormat): Uint8Array {
  return format === 'geojsonl' ? newLine : commaAndNewLine;
}

const newLine = Buffer.from('\n');
const commaAndNewLine = Buffer.from(',\n');

/**
 * Writes one feature per line: as a FeatureCollection (RFC 7946), or with `geojsonl` as plain lines, without
 * the separators of RFC 8142.
 */
export async function writeFeatures(
  file: OutputFile,
  format: ExportFormat,
  chunks: FeatureChunks,
  marking: string,
  progress: Progress,
): Promise<void> {
  const isCollection = format !== 'geojsonl';
  const separator = featureSeparator(format);
  // A foreign member (RFC 7946, 6.1).
  const member = marking === '' ? '' : `"marking":${JSON.stringify(marking)},`;
  if (isCollection) file.text(`{"type":"FeatureCollection",${member}"features":[\n`);
  let isFirst = true;
  for await (const { rows, write } of chunks) {
    if (rows > 0) {
      if (!isFirst) file.bytes(separator);
      isFirst = false;
      write(file);
    }
    progress.written(rows);
    const busy = file.whenWritable();
    if (busy) await busy;
  }
  if (isCollection) file.text('\n]}\n');
  else if (!isFirst) file.text('\n');
}

/** Batches of rows as chunks of features, serialized in this thread when they are written. */
export async function* serializeFeatures<Row>(
  batches: Iterable<readonly Row[]>,
  format: ExportFormat,
  serialize: (row: Row, sink: ByteSink) => void,
): FeatureChunks & AsyncGenerator<{ readonly rows: number; write(file: OutputFile): void }> {
  const separator = featureSeparator(format);
  for (const batch of batches) {
    yield {
      rows: batch.length,
      write(file) {
        batch.forEach((row, index) => {
          if (index > 0) file.bytes(separator);
          serialize(row, file);
        });
      },
    };
  }
}

const beginFeature = Buffer.from('{"type":"Feature","id":');
const beginPoint = Buffer.from(',"geometry":{"type":"Point","coordinates":[');
const endPoint = Buffer.from(']}');
const comma = Buffer.from(',');

/** Writes `{"type":"Feature","id":…,"geometry":…`, the geometry by the rules of RFC 7946. */
export function writeFeatureStart(
  sink: ByteSink,
  uid: string,
  geometry: Uint8Array | null,
  notes: ExportNotes,
): void {
  sink.bytes(beginFeature);
  sink.text(JSON.stringify(uid));
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

/** Serializes the rows of a layer with these columns. */
export function createLayerSerializer(
  columns: readonly Column[],
  notes: ExportNotes,
): (row: LayerRow, sink: ByteSink) => void {
  return ({ uid, geometry, values }, sink) => {
    writeFeatureStart(sink, uid, geometry, notes);
    const members = columns.map((column, index) => memberText(column, values[index] ?? null));
    sink.text(`,"properties":{${members.join(',')}}}`);
  };
}

/** A cell as a member of a JSON object: `"name":value`. */
export function memberText({ name, type }: Column, value: CellValue): string {
  const text = type === 'json' && typeof value === 'string' ? value : JSON.stringify(value);
  return `${JSON.stringify(name)}:${text}`;
}
