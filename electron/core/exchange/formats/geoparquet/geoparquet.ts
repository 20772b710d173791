import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import { memoizeLast } from '../../../../../shared/memoize-last.ts';
import { encodeGeometry, envelopeOf } from '../../../workspace/file/geopackage/geometry-blob.ts';
import { wkbOf } from '../../../workspace/file/geopackage/read-geometry-blob.ts';
import { parseInstant } from '../../../workspace/ingest/parse-instant.ts';
import { describeInvalidTimes, type ExportNotes, type Progress } from '../../export-progress.ts';
import type { OutputFile } from '../../files/output-file.ts';
import { blobHasHeights, readGeometry, readPlainPoint } from '../../geometry/read-geometry.ts';
import { nameColumns } from '../../rows/column-names.ts';
import type { CellValue, ColumnType, Layer, LayerRow } from '../../rows/layer.ts';
import {
  type ColumnChunkBuilder,
  type ColumnShape,
  createColumnChunkBuilder,
  type WrittenChunk,
} from './column-chunk.ts';

/** Rows of a row group: enough to compress well, few enough to limit memory with 500 columns. */
const rowsPerGroup = 20_000;

/** Bytes of values, about, after which a row group is closed before it has all of these rows. */
const bytesPerGroup = 2 ** 26;

const optional = { repetition_type: 'OPTIONAL' } as const;
const textElement = { type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional } as const;
const columnElements = {
  integer: { type: 'INT64', ...optional },
  real: { type: 'DOUBLE', ...optional },
  boolean: { type: 'BOOLEAN', ...optional },
  text: textElement,
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', ...optional },
  json: textElement,
} as const satisfies Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>>;
const boxSides = ['xmin', 'ymin', 'xmax', 'ymax'] as const;
const geometryElements: readonly SchemaElement[] = [
  { name: 'geometry', type: 'BYTE_ARRAY', ...optional },
  { name: 'bbox', num_children: boxSides.length, ...optional },
  ...boxSides.map((name) => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' }) as const),
];

/** In the order of `boxSides`. */
type Box = readonly [number, number, number, number];

/**
 * Writes a layer as GeoParquet 1.1.0 (https://geoparquet.org/releases/v1.1.0): WKB in longitude and latitude of OGC:CRS84,
 * a box for each row, times in UTC with milliseconds, ZSTD. Coordinates are those of the record.
 */
export async function writeGeoParquet(
  file: OutputFile,
  layer: Layer,
  marking: string,
  notes: ExportNotes,
  progress: Progress,
): Promise<void> {
  const names = nameColumns(layer.columns, { reserved: ['geometry', 'bbox'] }, notes);
  const output = createFileWriter(file);
  const writer = new ParquetWriter({
    writer: output.writer,
    schema: [
      { name: 'schema', num_children: names.length + 2 },
      ...layer.columns.map(({ type }, index) => ({ name: names[index] ?? '', ...columnElements[type] })),
      ...geometryElements,
    ],
    createdBy: 'Sightline',
  });
  const geometries = createGeometries(notes);
  const chunkOf = (shape: ColumnShape) => createColumnChunkBuilder(shape, rowsPerGroup);
  const cells = layer.columns.map(({ type }, index) => {
    const chunk = chunkOf({ type: columnElements[type].type, path: [names[index] ?? ''] });
    return { chunk, add: type === 'time' ? createTimeAdder(chunk, notes) : chunk.add };
  });
  const wkb = chunkOf({ type: 'BYTE_ARRAY', path: ['geometry'], isOpaque: true });
  const sides = boxSides.map((side) => chunkOf({ type: 'DOUBLE', path: ['bbox', side] }));
  const chunks = [...cells.map(({ chunk }) => chunk), wkb, ...sides];
  let rows = 0;
  const writeGroup = async () => {
    addRowGroup(
      writer,
      rows,
      chunks.map((chunk) => chunk.write(output.writer)),
    );
    output.flush();
    rows = 0;
    await file.whenWritable();
  };
  for (const batch of layer.rows()) {
    for (const row of batch) {
      // By number: iterators for each of a million rows take a quarter of the time.
      for (let index = 0; index < cells.length; index += 1) cells[index]?.add(row.values[index] ?? null);
      const geometry = geometries.read(row);
      wkb.add(geometry?.wkb ?? null);
      for (let index = 0; index < sides.length; index += 1) sides[index]?.add(geometry?.box[index] ?? null);
      rows += 1;
      if (rows === rowsPerGroup) await writeGroup();
    }
    progress.written(batch.length);
    if (chunks.reduce((sum, chunk) => sum + chunk.size(), 0) > bytesPerGroup) await writeGroup();
  }
  if (rows > 0) await writeGroup();
  writer.kvMetadata = [
    { key: 'geo', value: JSON.stringify(geometries.metadata()) },
    ...(marking === '' ? [] : [{ key: 'marking', value: marking }]),
  ];
  await writer.finish();
  output.flush();
}

function addRowGroup(writer: ParquetWriter, rows: number, columns: WrittenChunk[]): void {
  const sum = (of: 'total_uncompressed_size' | 'total_compressed_size') =>
    columns.reduce((total, { meta_data }) => total + meta_data[of], 0n);
  writer.num_rows += BigInt(rows);
  writer.row_groups.push({
    columns,
    num_rows: BigInt(rows),
    total_byte_size: sum('total_uncompressed_size'),
    total_compressed_size: sum('total_compressed_size'),
  });
}

/** Collects what the writer appends; `flush` writes it to the file. */
function createFileWriter(file: OutputFile): { readonly writer: ByteWriter; flush(): void } {
  const writer = new ByteWriter(1024 * 1024);
  return {
    writer,
    flush() {
      file.bytes(writer.getBytes());
      writer.index = 0;
    },
  };
}

/** Adds times to a column. The detections of a record, which follow one another, have the same. */
function createTimeAdder(chunk: ColumnChunkBuilder, notes: ExportNotes): (value: CellValue) => void {
  const millisecondsOf = memoizeLast((text: string) => {
    const instant = parseInstant(text);
    return instant ? Date.parse(instant.iso) : null;
  });
  return (value) => {
    const milliseconds = typeof value === 'string' ? millisecondsOf(value) : null;
    if (value !== null && milliseconds === null) notes.count(describeInvalidTimes);
    chunk.add(milliseconds);
  };
}

/** Reads geometries, and describes all that were read in the `geo` metadata. */
function createGeometries(notes: ExportNotes) {
  const types = new Set<string>();
  const whole: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const extend = ([west, south, east, north]: Box) => {
    whole[0] = Math.min(whole[0], west);
    whole[1] = Math.min(whole[1], south);
    whole[2] = Math.max(whole[2], east);
    whole[3] = Math.max(whole[3], north);
  };
  return {
    read({ geometry: blob }: LayerRow): { readonly wkb: Uint8Array; readonly box: Box } | null {
      const point = readPlainPoint(blob);
      const hasHeights = !point && blobHasHeights(blob);
      const shape = point ? null : readGeometry(blob, notes);
      const box = point ? ([...point, ...point] as const) : shape && boxOf(shape);
      if (!blob || !box) return null;
      types.add(`${shape?.type ?? 'Point'}${hasHeights ? ' Z' : ''}`);
      extend(box);
      return { wkb: wkbOf(shape ? encodeGeometry(shape, hasHeights) : blob), box };
    },
    metadata: () => ({
      version: '1.1.0',
      primary_column: 'geometry',
      columns: {
        geometry: {
          encoding: 'WKB',
          geometry_types: [...types].sort(),
          ...(types.size > 0 ? { bbox: whole } : {}),
          covering: {
            bbox: Object.fromEntries(boxSides.map((side) => [side, ['bbox', side]])),
          },
        },
      },
    }),
  };
}

function boxOf(shape: SimpleGeometry): Box | null {
  const envelope = envelopeOf(shape);
  return envelope ? [envelope.minX, envelope.minY, envelope.maxX, envelope.maxY] : null;
}
