import type { Steps } from '../../../base/steps.ts';
import { chunkSize } from '../../file/columns/detection-chunk.ts';
import type { PropertyColumn } from '../../file/columns/property-chunk.ts';
import { detectionTables } from '../../file/detection-tables.ts';
import type { Sql } from '../../file/sql.ts';
import type { ChunkSource } from './chunk-source.ts';
import type { Detections, LoadedChunk } from './column-store.ts';
import type { FieldColumn } from './field-column.ts';
import { findPosition } from './find-position.ts';
import { type Cells, chunksInStep, createCells } from './property-columns.ts';

const chipProperty = 'sarChipIdentifier';
const hasChip = 2;

const selectChips = detectionTables
  .map(
    (table) =>
      `SELECT fid, chip_identifier FROM ${table} WHERE fid BETWEEN ?1 AND ?2 AND chip_identifier NOT NULL`,
  )
  .join(' UNION ALL ');

/**
 * Chip identifiers. An ingest reads them from a property, so that property's column is used, unless it contradicts the
 * detections' flags. Then the rows do.
 */
export function* readChipColumn(sql: Sql, source: ChunkSource, detections: Detections): Steps<FieldColumn> {
  const cells = createCells(detections.columns.count);
  for (const [index, chunk] of detections.chunks.entries()) {
    if (index % chunksInStep === 0) yield;
    const areRowsNewer = chunk.isDirty || !source.isCurrent(chunk);
    if (!areRowsNewer && !holdsChips(detections.columns.flags, chunk)) continue;
    const column = areRowsNewer ? undefined : source.property(chunk, chipProperty);
    const chips = column && chipsOnly(column, detections.columns.flags, chunk);
    if (chips) cells.addColumn(chunk, chips);
    else addRows(cells, sql, detections, chunk);
  }
  const column = cells.finish();
  // Without any chip there are no numbers either.
  return column.kind === 'coded'
    ? column
    : { kind: 'coded', codes: new Uint32Array(detections.columns.count), values: [null] };
}

function holdsChips(flags: Uint8Array, { start, count }: LoadedChunk): boolean {
  return flags.subarray(start, start + count).some((flag) => (flag & hasChip) !== 0);
}

/** Undefined when a detection has a chip that is no text here. */
function chipsOnly(
  column: PropertyColumn,
  flags: Uint8Array,
  { start, count }: LoadedChunk,
): PropertyColumn | undefined {
  if (column.kind === 'numbers' || column.codes.length !== count) return undefined;
  const codes = column.codes.slice();
  for (let index = 0; index < count; index += 1) {
    const code = codes[index] as number;
    if (((flags[start + index] as number) & hasChip) === 0) codes[index] = 0;
    else if (typeof column.values[code - 1] !== 'string') return undefined;
  }
  return { ...column, codes };
}

function addRows(cells: Cells, sql: Sql, { columns: { id } }: Detections, { chunk }: LoadedChunk): void {
  const first = chunk * chunkSize;
  for (const [fid, chip] of sql.arrays(selectChips, first, first + chunkSize - 1)) {
    const position = findPosition(id, Number(fid));
    if (position >= 0) cells.add(position, String(chip));
  }
}
