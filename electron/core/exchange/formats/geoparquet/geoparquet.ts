import { zstdCompressSync } from 'node:zlib';
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

/** Rows of a row group: enough to compress well, few enough to limit memory with 500 columns. */
const rowsPerGroup = 20_000;

const optional = { repetition_type: 'OPTIONAL' } as const;
const columnElements: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  integer: { type: 'INT64', ...optional },
  real: { type: 'DOUBLE', ...optional },
  boolean: { type: 'BOOLEAN', ...optional },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', ...optional },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
};
const boxSides = ['xmin', 'ymin', 'xmax', 'ymax'] as const;
const geometryElements: readonly SchemaElement[] = [
  { name: 'geometry', type: 'BYTE_ARRAY', ...optional },
  { name: 'bbox', num_children: boxSides.length, ...optional },
  ...boxSides.map((name) => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' }) as const),
];

type Box = Readonly<Record<(typeof boxSides)[number], number>>;

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
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    createdBy: 'Sightline',
  });
  const geometries = createGeometries(notes);
  const cells = layer.columns.map(({ type }) => ({
    values: [] as unknown[],
    toValue: createValueConverter(type, notes),
  }));
  const [wkb, boxes]: [(Uint8Array | null)[], (Box | null)[]] = [[], []];
  const writeGroup = async () => {
    await writer.write({
      columnData: [
        ...cells.map(({ values }, index) => ({ name: names[index] ?? '', data: values })),
        { name: 'geometry', data: wkb, statistics: false },
        { name: 'bbox', data: boxes },
      ],
      rowGroupSize: rowsPerGroup,
    });
    output.flush();
    for (const list of [wkb, boxes, ...cells.map(({ values }) => values)]) list.length = 0;
    await file.whenWritable();
  };
  for (const batch of layer.rows()) {
    for (const row of batch) {
      cells.forEach(({ values, toValue }, index) => {
        values.push(toValue(row.values[index] ?? null));
      });
      const geometry = geometries.read(row);
      wkb.push(geometry?.wkb ?? null);
      boxes.push(geometry?.box ?? null);
    }
    progress.written(batch.length);
    if (wkb.length >= rowsPerGroup) await writeGroup();
  }
  if (wkb.length > 0) await writeGroup();
  writer.kvMetadata = [
    { key: 'geo', value: JSON.stringify(geometries.metadata()) },
    ...(marking === '' ? [] : [{ key: 'marking', value: marking }]),
  ];
  await writer.finish();
  output.flush();
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

/** Converts the cells of one column. The detections of a record, which follow one another, have the same times. */
function createValueConverter(type: ColumnType, notes: ExportNotes): (value: CellValue) => unknown {
  const dateOf = memoizeLast((text: string) => {
    const instant = parseInstant(text);
    return instant ? new Date(instant.iso) : null;
  });
  return (value) => {
    if (value === null) return null;
    if (type === 'integer' && typeof value === 'number') return BigInt(value);
    if (type !== 'time' || typeof value !== 'string') return value;
    const date = dateOf(value);
    if (!date) notes.count(describeInvalidTimes);
    return date;
  };
}

/** Reads geometries, and describes all that were read in the `geo` metadata. */
function createGeometries(notes: ExportNotes) {
  const types = new Set<string>();
  const whole: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const extend = ({ xmin, ymin, xmax, ymax }: Box) => {
    whole[0] = Math.min(whole[0], xmin);
    whole[1] = Math.min(whole[1], ymin);
    whole[2] = Math.max(whole[2], xmax);
    whole[3] = Math.max(whole[3], ymax);
  };
  return {
    read({ geometry: blob }: LayerRow): { readonly wkb: Uint8Array; readonly box: Box } | null {
      const point = readPlainPoint(blob);
      const hasHeights = !point && blobHasHeights(blob);
      const shape = point ? null : readGeometry(blob, notes);
      const box = point ? boxAround(point) : shape && boxOf(shape);
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

function boxAround([x, y]: readonly [number, number]): Box {
  return { xmin: x, ymin: y, xmax: x, ymax: y };
}

function boxOf(shape: SimpleGeometry): Box | null {
  const envelope = envelopeOf(shape);
  return (
    (envelope && { xmin: envelope.minX, ymin: envelope.minY, xmax: envelope.maxX, ymax: envelope.maxY }) ??
    null
  );
}
