import type { ToolContext } from '../../base/tool-context.ts';
import { textCell } from '../../workspace/file/cells.ts';
import { readRawRecords } from '../../workspace/file/raw-blocks.ts';
import { closeDatabase, countRows, createSql, type Sql, sqliteCode } from '../../workspace/file/sql.ts';
import { openReader } from '../../workspace/open/open-database.ts';
import { type DamagedRows, findDamagedRows } from '../../workspace/safety/damaged-rows.ts';
import type { WorkspaceDamage } from '../../workspace/safety/describe-damage.ts';
import { type CheckResult, findDamagedPages, type PageCheck } from '../../workspace/safety/page-sums.ts';

/**
 * Compares an open file with its checksums. Where pages have changed on the disk, returns what is stored on them and which
 * raw records are damaged.
 */
export function checkPages(
  { path, pageCheck }: { readonly path: string; readonly pageCheck: PageCheck },
  context: ToolContext,
): CheckResult {
  const damagedPages = findDamagedPages(path, pageCheck, context.throwIfStopped);
  if (damagedPages.length === 0) return { damagedPages, damage: undefined };
  const details = readDetails(path, damagedPages, pageCheck, context);
  const damage = { damagedPages: damagedPages.length, pages: pageCheck.sums.length, ...details };
  return { damagedPages, damage };
}

type Details = Pick<WorkspaceDamage, 'contents' | 'damagedRecords' | 'records' | 'rows'>;

function readDetails(
  path: string,
  pages: readonly number[],
  pageCheck: PageCheck,
  context: ToolContext,
): Details {
  let database: ReturnType<typeof openReader>['database'] | undefined;
  const damagedRecords: string[] = [];
  let contents: readonly string[] = [];
  let rows: DamagedRows | undefined;
  try {
    ({ database } = openReader(path));
    const sql = createSql(database);
    contents = readContents(sql, pages);
    rows = findDamagedRows(sql, pageCheck, pages);
    context.throwIfStopped();
    for (const _record of readRawRecords(sql, 'TRUE', (recordId) => damagedRecords.push(recordId))) {
      context.throwIfStopped();
    }
    return { contents, damagedRecords, records: countRows(sql, 'records'), rows };
  } catch (error) {
    // The damage keeps SQLite from reading the rest, or the log is being copied into pages that are read without SQLite.
    if (sqliteCode(error) === undefined && !(error instanceof RangeError)) throw error;
    return { contents, damagedRecords, records: undefined, rows };
  } finally {
    if (database) closeDatabase(database);
  }
}

/** Words for tables, which are found by the beginning of their names. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^raw_blocks|^record_raw/, 'raw records'],
  [/^(detections|detection_areas|detection_chunks|property_chunks|properties|names)/, 'detections'],
  [/^review/, 'reviews'],
  [/^rtree_/, 'spatial indexes'],
  [/^(areas|bookmarks)/, 'areas'],
  [/^(orders|order_|submissions)/, 'orders'],
  [/^(fetches|fetch_records|seen_pages|searches|record_changes|queries)/, 'searches and their history'],
  [/^(footprints|sensors|processors|records|problems)/, 'records'],
  [/^watch_/, 'the watch'],
  [/^settings/, 'settings'],
];

/** Contents of these pages, in words; empty where the file is too damaged for that. */
function readContents(sql: Sql, pages: readonly number[]): readonly string[] {
  try {
    const rows = sql.all`
      SELECT DISTINCT coalesce(sqlite_schema.tbl_name, dbstat.name) AS name FROM dbstat
      LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name
      WHERE pageno IN (SELECT value FROM json_each(${JSON.stringify(pages)}))`;
    const tables = rows.map((row) => textCell(row, 'name'));
    if (tables.length === 0) return ['unused space'];
    return [...new Set(tables.map((table) => words.find(([name]) => name.test(table))?.[1] ?? table))];
  } catch {
    return [];
  }
}
