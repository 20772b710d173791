import type { SQLOutputValue } from 'node:sqlite';
import { storedEpoch } from '../../ingest/parse-instant.ts';
import { parseProperties } from '../parse-properties.ts';
import type { Sql } from '../sql.ts';
import { type ChunkContents, createChunkBuilder } from './chunk-builder.ts';
import { chunkSize } from './detection-chunk.ts';

/** Ids that the columns can hold; rows with others, which only other programs can have added, are not in them. */
export const maxDetectionId = 2 ** 32 - 1;

/** Reader of a chunk from rows. */
export type ChunkReadOptions = {
  /** The key of a name in the columns. */
  readonly nameKey: (name: string) => number;
  /** Properties that are to be columns. */
  readonly isColumn: (property: string) => boolean;
  /** Called with properties that cannot be columns after all, because a value of theirs is too long. */
  readonly onTooLong?: (property: string) => void;
};

/**
 * The columns of one chunk, read from the rows of both tables: for chunks that something else than an ingest has
 * changed. Other programs may have left anything in the rows; what is not understood counts as absent.
 */
export function readChunkFromRows(sql: Sql, chunk: number, options: ChunkReadOptions): ChunkContents {
  const builder = createChunkBuilder(options.isColumn);
  const nameKey = (value: SQLOutputValue | undefined) =>
    typeof value === 'string' ? options.nameKey(value) : 0;
  const first = Math.max(1, chunk * chunkSize);
  const last = Math.min(maxDetectionId, chunk * chunkSize + chunkSize - 1);
  const rows = sql.arrays(selectChunk, first, last);
  const duplicates = findDuplicateIds(rows);
  for (const row of rows) {
    const [id, isArea, longitude, latitude, collected, uploaded, confidence, chip, analytic, region] = row;
    // An id that another program has used in both tables means the point.
    if (isArea === 1 && duplicates.has(Number(id))) continue;
    const [sensor, recordKey, properties] = row.slice(10);
    builder.add({
      id: Number(id),
      longitude: numberOf(longitude),
      latitude: numberOf(latitude),
      collected: storedEpoch(collected),
      uploaded: storedEpoch(uploaded),
      confidence: numberOf(confidence),
      record: typeof recordKey === 'number' ? recordKey : 0,
      analytic: nameKey(analytic),
      region: nameKey(region),
      sensor: nameKey(sensor),
      isArea: isArea === 1,
      hasChip: typeof chip === 'string',
      properties: parseProperties(properties),
    });
  }
  for (const property of builder.tooLong) options.onTooLong?.(property);
  return builder.finish();
}

const selectFrom = (table: string, isArea: 0 | 1) => `
  SELECT fid, ${isArea}, longitude, latitude, collected_at, uploaded_at, confidence, chip_identifier, analytic, region,
    sensor_name, record_key, properties FROM ${table} WHERE fid BETWEEN ?1 AND ?2`;
const selectChunk = `${selectFrom('detections', 0)} UNION ALL ${selectFrom('detection_areas', 1)} ORDER BY 1, 2`;

function findDuplicateIds(rows: readonly (readonly (SQLOutputValue | undefined)[])[]): ReadonlySet<number> {
  const duplicates = new Set<number>();
  let former: SQLOutputValue | undefined;
  for (const [id] of rows) {
    if (id === former) duplicates.add(Number(id));
    former = id;
  }
  return duplicates;
}

function numberOf(value: SQLOutputValue | undefined): number {
  return typeof value === 'number' ? value : Number.NaN;
}
