import { numberCell, textCell } from '../file/cells.ts';
import { detectionTables } from '../file/detection-tables.ts';
import { type Sql, type SqlRow, sqliteCode, sqliteCodes } from '../file/sql.ts';
import type { DamagedRows } from './damaged-rows.ts';
import { everyKey, type KeyRange } from './rows-on-pages.ts';

type DetectionTable = (typeof detectionTables)[number];

/** Parts of some detections on damaged pages. */
export type DamagedContents = {
  /** Number of the detections, and the ids of their records. */
  readonly detections: number;
  readonly records: readonly string[];
  /** The ids of detections whose review is on a damaged page. */
  readonly reviewed: readonly number[];
  /** The ids of the records whose times or sensors do, where they have any of the detections. */
  readonly emptied: readonly string[];
};

/** The ones of these detections that are on damaged pages; undefined where damage prevents reading that. */
export function damagedContents(
  sql: Sql,
  rows: DamagedRows,
  ids: readonly number[],
): DamagedContents | undefined {
  const chosen = new Set(ids);
  return findDamagedContents(sql, rows, (id) => chosen.has(id));
}

/**
 * The contents on damaged pages of the detections that `isChosen` selects. It is read from the indexes, because the rows
 * themselves are damaged; undefined where damage prevents SQLite from reading these.
 */
export function findDamagedContents(
  sql: Sql,
  rows: DamagedRows,
  isChosen: (id: number) => boolean,
): DamagedContents | undefined {
  const read = (indexed: string, key: string, ranges: readonly KeyRange[] = [], recordId = 'record_id') =>
    ranges.flatMap(({ from, to }) =>
      sql.all(`SELECT ${key} AS key, ${recordId} FROM ${indexed} WHERE ${key} BETWEEN ? AND ?`, from, to),
    );
  const isRowChosen = (row: SqlRow) => isChosen(numberCell(row, 'key'));
  const readDetections = (rangesOf: (table: DetectionTable) => readonly KeyRange[] | undefined) =>
    detectionTables.flatMap((table) =>
      read(
        `${table} AS d INDEXED BY ${table}_by_record_key
         JOIN (SELECT id, record_id FROM records INDEXED BY sqlite_autoindex_records_1) AS r ON r.id = d.record_key`,
        'd.fid',
        rangesOf(table),
        'r.record_id',
      ).filter(isRowChosen),
    );
  try {
    const detections = readDetections((table) => rows[table]);
    const reviews = read('reviews INDEXED BY reviews_by_identity', 'detection_id', rows.reviews);
    const emptied = recordsOf([
      ...read('records INDEXED BY sqlite_autoindex_records_1', 'id', rows.records),
      ...read('sensors INDEXED BY sensors_by_record', 'id', rows.sensors),
      ...read('processors INDEXED BY processors_by_record', 'id', rows.processors),
    ]);
    const inScope = emptied.length === 0 ? undefined : new Set(recordsOf(readDetections(() => [everyKey])));
    return {
      detections: detections.length,
      records: recordsOf(detections),
      reviewed: reviews.filter(isRowChosen).map((row) => numberCell(row, 'key')),
      emptied: emptied.filter((record) => inScope?.has(record)),
    };
  } catch (error) {
    if (sqliteCode(error) !== sqliteCodes.corrupt) throw error;
    return undefined;
  }
}

function recordsOf(rows: readonly SqlRow[]): readonly string[] {
  return [...new Set(rows.map((row) => textCell(row, 'record_id')))];
}
