import type { DatabaseSync } from 'node:sqlite';
import { type Review, reviewSchema } from '../../../../shared/review/review.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { textCell } from '../../workspace/cells.ts';
import type { DamagedRows } from '../../workspace/safety/damaged-rows.ts';
import type { KeyRange } from '../../workspace/safety/rows-on-pages.ts';
import { type Sql, type SqlRow, type SqlValue, sqliteCode } from '../../workspace/sql.ts';
import { locateReviews, renameHistory } from '../../workspace/tables/locate-reviews.ts';
import { reviewQueueSettings } from '../../workspace/tables/review-queue-settings.ts';
import { type HistoryEntry, parseReviewRow } from '../../workspace/tables/review-rows.ts';
import { createSettingsTable } from '../../workspace/tables/settings-table.ts';
import { writeReviews } from '../../workspace/tables/stored-reviews.ts';
import { translateReviewQueue } from './salvage-queue.ts';
import { columnsOf, type SalvageCount, salvageRows } from './salvage-rows.ts';

/** Tables that the ingest derives from raw records, and metadata of the file itself. Everything else is copied. */
const derived = new Set([
  'app_meta',
  'detection_areas',
  'detection_chunks',
  'detections',
  'footprints',
  'names',
  'problems',
  'processors',
  'properties',
  'property_chunks',
  'queries',
  'raw_blocks',
  'records',
  'seen_pages',
  'sensors',
]);

/** What copying adds up. */
export type CopyTotals = {
  readonly tables: Map<string, SalvageCount>;
  reviews: SalvageCount;
  /** Records of reviews on damaged pages. */
  readonly doubtfulReviews: string[];
};

/**
 * Copies every table that is not derived from raw records: rows that the new file lacks by its unique columns.
 * `keys` names the records' keys in the new file by those in the damaged one.
 */
export function copyTables(
  { database: source, damaged }: { readonly database: DatabaseSync; readonly damaged: DamagedRows },
  sql: Sql,
  keys: ReadonlyMap<number, number>,
  totals: CopyTotals,
  context: ToolContext,
): void {
  for (const table of tablesOf(sql)) {
    context.throwIfStopped();
    const columns = columnsOf(source, table);
    if (columns.length === 0) continue;
    if (table === 'reviews') copyReviews(source, sql, totals, damaged.reviews ?? []);
    else if (table === 'review_history') copyReviewHistory(source, sql, countOf(totals, table));
    else if (table === 'settings') copySettings(source, sql, columns, keys, countOf(totals, table));
    else copyTable(source, sql, table, columns, keys, countOf(totals, table));
  }
}

function tablesOf(sql: Sql): readonly string[] {
  return sql
    .all("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name")
    .map((row) => textCell(row, 'name'))
    .filter((name) => !derived.has(name) && !/^(sqlite_|gpkg_|rtree_)/.test(name));
}

function countOf({ tables }: CopyTotals, table: string): SalvageCount {
  const count = tables.get(table) ?? { rescued: 0, lost: 0 };
  tables.set(table, count);
  return count;
}

function copyTable(
  source: DatabaseSync,
  sql: Sql,
  table: string,
  sourceColumns: readonly string[],
  keys: ReadonlyMap<number, number>,
  count: SalvageCount,
): void {
  // Numbers that a file gives out itself mean nothing in another.
  const generatedKeys = new Set(
    sql
      .all(
        "SELECT name FROM pragma_table_info(?) WHERE pk = 1 AND type = 'INTEGER' AND name IN ('id', 'fid')",
        table,
      )
      .map((row) => textCell(row, 'name')),
  );
  const columns = columnsOf(sql.database, table).filter(
    (name) => sourceColumns.includes(name) && !generatedKeys.has(name),
  );
  const insert = `INSERT OR IGNORE INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
    VALUES (${columns.map(() => '?').join(', ')})`;
  sql.transaction(() => {
    const read: SalvageCount = { rescued: 0, lost: 0 };
    for (const row of salvageRows(source, table, read)) {
      const values = columns.map((name) => (name === 'record_key' ? newKey(row, keys) : row[name]));
      if (values.includes(undefined)) continue;
      count[tryInsert(sql, insert, values as SqlValue[]) ? 'rescued' : 'lost'] += 1;
    }
    count.lost += read.lost;
  });
}

/** Copies the settings; a review queue that comes with them gets the new ids of its detections. */
function copySettings(
  source: DatabaseSync,
  sql: Sql,
  columns: readonly string[],
  keys: ReadonlyMap<number, number>,
  count: SalvageCount,
): void {
  const { getSetting } = createSettingsTable(sql);
  const hadQueue = getSetting(reviewQueueSettings.queue) !== undefined;
  copyTable(source, sql, 'settings', columns, keys, count);
  if (!hadQueue && getSetting(reviewQueueSettings.queue)) translateReviewQueue(source, sql);
}

/** Undefined where the record itself is lost. */
function newKey({ record_key }: SqlRow, keys: ReadonlyMap<number, number>): number | undefined {
  return typeof record_key === 'number' ? keys.get(record_key) : undefined;
}

/** False for a damaged row that the new file's constraints refuse. */
function tryInsert(sql: Sql, text: string, values: SqlValue[]): boolean {
  try {
    sql.run(text, ...values);
    return true;
  } catch {
    return false;
  }
}

function copyReviews(source: DatabaseSync, sql: Sql, totals: CopyTotals, damaged: readonly KeyRange[]): void {
  for (const { from, to } of damaged) {
    // From the index, since the rows themselves are damaged.
    const text = `SELECT DISTINCT record_id FROM reviews INDEXED BY reviews_by_identity
      WHERE detection_id BETWEEN ? AND ?`;
    totals.doubtfulReviews.push(...readRecordIds(source, text, from, to));
  }
  const placed = locateReviews(sql, readReviewRows(source, 'reviews', totals.reviews));
  const missing = placed.flatMap(({ entry }) =>
    sql.get('SELECT 1 FROM reviews WHERE record_id = ? AND identity = ?', entry.recordId, entry.identity)
      ? []
      : [entry],
  );
  sql.transaction(() => writeReviews(sql, missing, []));
}

/** Empty where the index is damaged, too. */
function readRecordIds(source: DatabaseSync, text: string, from: number, to: number): readonly string[] {
  try {
    return source
      .prepare(text)
      .all(from, to)
      .map((row) => textCell(row, 'record_id'));
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return [];
  }
}

function copyReviewHistory(source: DatabaseSync, sql: Sql, count: SalvageCount): void {
  const read = readReviewRows(source, 'review_history', count);
  // With the identities that the reviews have in the new file.
  const placed = locateReviews(sql, readReviewRows(source, 'reviews', { rescued: 0, lost: 0 }));
  sql.transaction(() => writeReviews(sql, [], renameHistory(read, placed)));
}

function readReviewRows(source: DatabaseSync, table: string, count: SalvageCount): readonly HistoryEntry[] {
  const rows: SalvageCount = { rescued: 0, lost: 0 };
  const reviews = [...salvageRows(source, table, rows)].flatMap((row) => {
    const entry = parseReviewRow(row);
    if (!entry) return [];
    // So that what was done can still be undone.
    const batch = typeof row.batch === 'string' ? row.batch : null;
    return [{ ...entry, batch, former: readFormer(row.former) }];
  });
  count.rescued += reviews.length;
  count.lost += rows.lost + rows.rescued - reviews.length;
  return reviews;
}

/** The previous review; null also where damage made it unreadable. */
function readFormer(text: SqlRow[string] | undefined): Review | null {
  if (typeof text !== 'string') return null;
  return reviewSchema.safeParse(parseBoundedJson(text)).data ?? null;
}
