import type { DatabaseSync } from 'node:sqlite';
import { reviewOfDetectionSchema } from '../../../../shared/review/merge-reviews.ts';
import { type Review, reviewSchema } from '../../../../shared/review/review.ts';
import { textCell } from '../../workspace/cells.ts';
import type { Sql, SqlRow, SqlValue } from '../../workspace/sql.ts';
import type { HistoryEntry } from '../../workspace/tables/review-rows.ts';
import { writeReviews } from '../../workspace/tables/stored-reviews.ts';
import type { ToolRun } from '../tool-run.ts';
import { columnsOf, type SalvageCount, salvageRows } from './salvage-rows.ts';

/** What the ingest makes of raw records, and what belongs to the file itself. Everything else is copied. */
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
export type CopySum = {
  readonly tables: Map<string, SalvageCount>;
  reviews: SalvageCount;
};

/**
 * Copies every table that is not made of raw records: rows that the new file lacks, told by its own unique columns.
 * `keys` names the records' keys in the new file by those in the damaged one.
 */
export function copyTables(
  source: DatabaseSync,
  sql: Sql,
  keys: ReadonlyMap<number, number>,
  sum: CopySum,
  run: ToolRun,
): void {
  for (const table of tablesOf(sql)) {
    run.check();
    const columns = columnsOf(source, table);
    if (columns.length === 0) continue;
    if (table === 'reviews') copyReviews(source, sql, sum.reviews);
    else if (table === 'review_history') copyReviewHistory(source, sql, countOf(sum, table));
    else copyTable(source, sql, table, columns, keys, countOf(sum, table));
  }
}

function tablesOf(sql: Sql): readonly string[] {
  return sql
    .all("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name")
    .map((row) => textCell(row, 'name'))
    .filter((name) => !derived.has(name) && !/^(sqlite_|gpkg_|rtree_)/.test(name));
}

function countOf({ tables }: CopySum, table: string): SalvageCount {
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
  const own = new Set(
    sql
      .all(
        "SELECT name FROM pragma_table_info(?) WHERE pk = 1 AND type = 'INTEGER' AND name IN ('id', 'fid')",
        table,
      )
      .map((row) => textCell(row, 'name')),
  );
  const columns = columnsOf(sql.database, table).filter(
    (name) => sourceColumns.includes(name) && !own.has(name),
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

/** Undefined where the record itself is lost. */
function newKey({ record_key }: SqlRow, keys: ReadonlyMap<number, number>): number | undefined {
  return typeof record_key === 'number' ? keys.get(record_key) : undefined;
}

/** A row that damage has made senseless is refused by the new file's own rules. */
function tryInsert(sql: Sql, text: string, values: SqlValue[]): boolean {
  try {
    sql.run(text, ...values);
    return true;
  } catch {
    return false;
  }
}

function copyReviews(source: DatabaseSync, sql: Sql, count: SalvageCount): void {
  const read = readReviewRows(source, 'reviews', count);
  const missing = read.filter(
    ({ recordId, identity }) =>
      !sql.get('SELECT 1 FROM reviews WHERE record_id = ? AND identity = ?', recordId, identity),
  );
  sql.transaction(() => writeReviews(sql, missing, []));
}

function copyReviewHistory(source: DatabaseSync, sql: Sql, count: SalvageCount): void {
  const read = readReviewRows(source, 'review_history', count);
  sql.transaction(() => writeReviews(sql, [], read));
}

function readReviewRows(source: DatabaseSync, table: string, count: SalvageCount): readonly HistoryEntry[] {
  const rows: SalvageCount = { rescued: 0, lost: 0 };
  const reviews = [...salvageRows(source, table, rows)].flatMap((row) => {
    const parsed = reviewOfDetectionSchema.safeParse({
      recordId: row.record_id,
      identity: row.identity,
      review: {
        verdict: row.verdict,
        flagged: row.flagged === 1,
        note: row.note,
        reviewer: row.reviewer,
        reviewedAt: row.reviewed_at,
      },
    });
    if (!parsed.success) return [];
    // So that what was done can still be undone.
    const batch = typeof row.batch === 'string' ? row.batch : null;
    return [{ ...parsed.data, batch, former: readFormer(row.former) }];
  });
  count.rescued += reviews.length;
  count.lost += rows.lost + rows.rescued - reviews.length;
  return reviews;
}

/** What stood before; null also where damage has made it senseless. */
function readFormer(text: SqlRow[string] | undefined): Review | null {
  if (typeof text !== 'string') return null;
  try {
    return reviewSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
