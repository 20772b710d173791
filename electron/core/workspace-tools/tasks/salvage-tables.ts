import type { SQLInputValue } from 'node:sqlite';
import { vectorLayerSchema } from '../../../../shared/layers/vector-layer.ts';
import { reviewQueueProgressSchema, savedReviewQueueSchema } from '../../../../shared/review/review-queue.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { numberCell, textCell } from '../../workspace/file/cells.ts';
import { detectionTables, selectFromBoth } from '../../workspace/file/detection-tables.ts';
import { createLayerTable, isLayerTable, listLayerTable } from '../../workspace/file/layers/layer-table.ts';
import { roleOf } from '../../workspace/file/schema/table-roles.ts';
import { type Sql, type SqlRow, sqliteCode } from '../../workspace/file/sql.ts';
import { locateReviews, renameHistory } from '../../workspace/read/reviews/locate-reviews.ts';
import { getSetting } from '../../workspace/read/settings.ts';
import type { DamagedRows } from '../../workspace/safety/damaged-rows.ts';
import { hasKey } from '../../workspace/safety/rows-on-pages.ts';
import { reviewQueueSettings } from '../../workspace/tables/review-queue-settings.ts';
import { saveSetting } from '../../workspace/tables/settings-table.ts';
import { writeReviews } from '../../workspace/tables/stored-reviews.ts';
import { type SalvagedReviews, salvageReviews } from './salvage-reviews.ts';
import { addCount, noRows, type RowSource, type SalvageCount, type SalvagedFile } from './salvage-rows.ts';
import { readLayouts } from './table-layouts.ts';

/** Outcome of the rows of a table. */
export type TableCount = SalvageCount & {
  /** Rows that were copied although they may be wrong. */
  doubtful: number;
  /** Rows of the safety copy. */
  fromCopy: number;
};

/** Totals of copying. */
export type CopyTotals = {
  readonly tables: Map<string, TableCount>;
  readonly reviews: TableCount & { remade: number };
  /** Records of reviews that may be wrong. */
  readonly doubtfulReviews: string[];
};

/**
 * Copies every table that is not derived from raw records: rows that the new file lacks by its unique columns.
 * `keys` names the records' keys in the new file by those in the damaged one.
 */
export function copyTables(
  source: RowSource,
  sql: Sql,
  keys: ReadonlyMap<number, number>,
  totals: CopyTotals,
  context: ToolContext,
): void {
  const reviews = salvageReviews(source);
  for (const table of tablesOf(sql)) {
    context.throwIfStopped();
    if (table === 'reviews') copyReviews(sql, reviews, totals);
    else if (table === 'review_history') copyReviewHistory(sql, reviews, countOf(totals, table));
    else if (table === 'settings') copySettings(source, sql, keys, countOf(totals, table));
    else copyTable(source, sql, table, keys, countOf(totals, table));
  }
  // The safety copy may be older than a restored area.
  sql.run('DELETE FROM areas_deleted WHERE area_id IN (SELECT area_id FROM areas)');
}

/** Deletions before what they delete, so that the safety copy restores nothing that was deleted since. */
function tablesOf(sql: Sql): readonly string[] {
  return sql
    .all("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name DESC")
    .map((row) => textCell(row, 'name'))
    .filter((name) => !roleOf(name)?.isDerived && !/^(sqlite_|gpkg_|rtree_)/.test(name));
}

function countOf({ tables }: CopyTotals, table: string): TableCount {
  const count = tables.get(table) ?? { ...noRows(), doubtful: 0, fromCopy: 0 };
  tables.set(table, count);
  return count;
}

function copyTable(
  { file, damaged, copy }: RowSource,
  sql: Sql,
  table: string,
  keys: ReadonlyMap<number, number>,
  count: TableCount,
): void {
  const insert = createInsert(sql, table, keys);
  const damagedKeys = damaged[table as keyof DamagedRows] ?? [];
  sql.transaction(() => {
    const counted = noRows();
    const doubtful: SqlRow[] = [];
    for (const { key, isDoubtful, read } of file.rows(table, counted)) {
      const row = read();
      if (!row) continue;
      if (isDoubtful || (key !== undefined && hasKey(damagedKeys, key))) doubtful.push(row);
      else if (insert(row) === 'refused') count.lost += 1;
    }
    addCount(count, { ...counted, rescued: 0 });
    const isNewer = (row: SqlRow) => copy !== undefined && isAfter(row, copy.savedAt);
    const insertDoubtful = (row: SqlRow) => {
      const outcome = insert(row);
      if (outcome === 'inserted') count.doubtful += 1;
      if (outcome === 'refused') count.lost += 1;
    };
    for (const row of doubtful.filter(isNewer)) insertDoubtful(row);
    const isTorn = counted.lost > 0 || !counted.isExact || doubtful.length > 0;
    if (copy && (isTorn || copy.isAhead)) {
      for (const { read } of copy.file.rows(table, noRows())) {
        const row = read();
        const isDeleted =
          table === 'areas' && sql.get`SELECT 1 FROM areas_deleted WHERE area_id = ${String(row?.area_id)}`;
        if (row && !isDeleted && insert(row) === 'inserted') count.fromCopy += 1;
      }
    }
    for (const row of doubtful.filter((one) => !isNewer(one))) insertDoubtful(row);
  });
}

/** Whether a row has a time after `time`. */
function isAfter(row: SqlRow, time: string): boolean {
  return Object.entries(row).some(
    ([column, value]) => column.endsWith('_at') && typeof value === 'string' && value > time,
  );
}

/** Inserts rows of another file; what the new file's constraints refuse is a damaged row. */
function createInsert(sql: Sql, table: string, keys: ReadonlyMap<number, number>) {
  // Numbers that a file gives out itself mean nothing in another.
  const columns = sql
    .all(
      "SELECT name FROM pragma_table_info(?) WHERE ? OR NOT (pk = 1 AND type = 'INTEGER' AND name IN ('id', 'fid'))",
      table,
      // The table of a layer is the same in every file, by its name.
      isLayerTable(table) ? 1 : 0,
    )
    .map((row) => textCell(row, 'name'));
  const statement = sql.database.prepare(
    `INSERT OR IGNORE INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
     VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (row: SqlRow): 'inserted' | 'present' | 'refused' => {
    const values = columns.map((name) => (name === 'record_key' ? newKey(row, keys) : row[name]));
    // Undefined where the record itself is lost.
    if (values.includes(undefined)) return 'present';
    try {
      return statement.run(...(values as SQLInputValue[])).changes > 0 ? 'inserted' : 'present';
    } catch (error) {
      if (sqliteCode(error) === undefined) throw error;
      return 'refused';
    }
  };
}

/** Copies the settings; a review queue that comes with them gets the new ids of its detections. */
function copySettings(
  source: RowSource,
  sql: Sql,
  keys: ReadonlyMap<number, number>,
  count: TableCount,
): void {
  const hadQueue = getSetting(sql, reviewQueueSettings.queue) !== undefined;
  copyTable(source, sql, 'settings', keys, count);
  if (!hadQueue && getSetting(sql, reviewQueueSettings.queue)) translateReviewQueue(source.file, sql);
}

function newKey({ record_key }: SqlRow, keys: ReadonlyMap<number, number>): number | undefined {
  return typeof record_key === 'number' ? keys.get(record_key) : undefined;
}

function copyReviews(sql: Sql, { reviews, count, doubtful }: SalvagedReviews, totals: CopyTotals): void {
  addCount(totals.reviews, count);
  totals.reviews.remade += count.remade;
  totals.reviews.fromCopy += count.fromCopy;
  totals.doubtfulReviews.push(...doubtful);
  const missing = locateReviews(sql, reviews).flatMap(({ entry }) =>
    sql.get`SELECT 1 FROM reviews WHERE record_id = ${entry.recordId} AND identity = ${entry.identity}`
      ? []
      : [entry],
  );
  sql.transaction(() => writeReviews(sql, missing, []));
}

function copyReviewHistory(
  sql: Sql,
  { reviews, history, historyCount }: SalvagedReviews,
  count: TableCount,
): void {
  addCount(count, historyCount);
  // With the identities that the reviews have in the new file.
  const placed = locateReviews(sql, reviews);
  sql.transaction(() => writeReviews(sql, [], renameHistory(history, placed)));
}

/**
 * Gives the review queue that was copied from a damaged file the ids that its detections have in the new file. Those of
 * records that are lost, or that have another content now, are left out. Without any left there is no queue.
 */
function translateReviewQueue(source: SalvagedFile, sql: Sql): void {
  const read = (key: string) => parseBoundedJson(getSetting(sql, key) ?? '');
  const queue = savedReviewQueueSchema.safeParse(read(reviewQueueSettings.queue)).data;
  const place = reviewQueueProgressSchema.safeParse(read(reviewQueueSettings.place)).data;
  const ids: number[] = [];
  let at = 0;
  if (queue && place) {
    const bytes = Buffer.from(queue.ids, 'base64');
    const former = Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
      bytes.readUInt32LE(4 * index),
    );
    const translated = translateIds(source, sql, new Set(former));
    for (const [index, each] of former.entries()) {
      const id = translated.get(each);
      if (id === undefined) continue;
      if (index < place.at) at += 1;
      ids.push(id);
    }
  }
  if (!queue || !place || ids.length === 0) {
    for (const key of Object.values(reviewQueueSettings)) sql.run`DELETE FROM settings WHERE key = ${key}`;
    return;
  }
  const renumbered = Buffer.alloc(4 * ids.length);
  for (const [index, id] of ids.entries()) renumbered.writeUInt32LE(id, 4 * index);
  const saved = { ...queue, ids: renumbered.toString('base64') };
  saveSetting(sql, reviewQueueSettings.queue, JSON.stringify(saved));
  const progress = { ...place, at: Math.min(at, ids.length - 1) };
  saveSetting(sql, reviewQueueSettings.place, JSON.stringify(progress));
}

/** The ids that detections have in the new file, found by their record and their position in it. */
function translateIds(source: SalvagedFile, sql: Sql, ids: ReadonlySet<number>): ReadonlyMap<number, number> {
  const hashes = new Map<string, Uint8Array>();
  for (const { read } of source.rows('records', noRows())) {
    const { record_id: recordId, content_hash: hash } = read() ?? {};
    if (typeof recordId === 'string' && hash instanceof Uint8Array) hashes.set(recordId, hash);
  }
  const current = selectFromBoth(
    (table) => `SELECT fid FROM records JOIN ${table} AS found ON found.record_key = records.id
      WHERE records.record_id = ?1 AND content_hash = ?2 AND position = ?3`,
  );
  const translated = new Map<number, number>();
  for (const table of detectionTables) {
    for (const { key, read } of source.rows(table, noRows())) {
      if (key === undefined || !ids.has(key)) continue;
      const { record_id: recordId, position } = read() ?? {};
      const hash = typeof recordId === 'string' ? hashes.get(recordId) : undefined;
      if (!hash || typeof recordId !== 'string' || typeof position !== 'number') continue;
      const found = sql.get(current, recordId, hash, position);
      if (found) translated.set(key, numberCell(found, 'fid'));
    }
  }
  return translated;
}

/** Creates the tables of the layers that a file lists and the new file lacks, and makes their rows known to the file. */
export function createSalvagedLayers(file: SalvagedFile, sql: Sql): void {
  for (const { read } of file.rows('layers', noRows())) {
    const body = read()?.body;
    const layer = vectorLayerSchema.safeParse(parseBoundedJson(typeof body === 'string' ? body : '')).data;
    if (!layer || sql.get`SELECT 1 FROM sqlite_schema WHERE name = ${layer.table}`) continue;
    sql.transaction(() => {
      createLayerTable(sql.database, layer);
      listLayerTable(sql.database, layer);
    });
  }
  file.addTables(new Map([...readLayouts(sql)].filter(([table]) => isLayerTable(table))));
}
