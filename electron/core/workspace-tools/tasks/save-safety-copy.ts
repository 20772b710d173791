import { hash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { requireSpace } from '../../base/free-space.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { numberCell, numberOrNull, textCell } from '../../workspace/file/cells.ts';
import { registerSpatialFunctions } from '../../workspace/file/geopackage/spatial-functions.ts';
import { attachForReading, copyLayerTable } from '../../workspace/file/layers/copy-layer-table.ts';
import { listLayerTable } from '../../workspace/file/layers/layer-table.ts';
import { readReviewsVersion } from '../../workspace/file/results-version.ts';
import { formerCopyOf, newestCopyOf } from '../../workspace/file/safety-copy-names.ts';
import { migrate } from '../../workspace/file/schema/migrate.ts';
import { type RoleTable, roleOf, tablesWith } from '../../workspace/file/schema/table-roles.ts';
import { closeDatabase, countRows, createSql, removeDatabase, type Sql } from '../../workspace/file/sql.ts';
import { lockTimeoutMs, openReader } from '../../workspace/open/open-database.ts';
import { fileIdSetting } from '../../workspace/open/workspace-file-id.ts';
import { listLayers } from '../../workspace/read/layers/list-layers.ts';
import { getSetting } from '../../workspace/read/settings.ts';
import { readSafetyCopy, type SafetyCopyFacts, safetyCopyKeys } from './read-safety-copy.ts';

/**
 * Outcome of saving a safety copy: `nothing` where there is nothing to copy, `damaged` where a table is, `too-large`
 * where there are more than `maxReviews`.
 */
type SafetyCopyOutcome = {
  readonly kind: 'saved' | 'unchanged' | 'nothing' | 'damaged' | 'too-large';
};

/** Tables with what exists nowhere else, in the order in which they are copied. */
const copiedTables = tablesWith(({ safetyCopy }) => safetyCopy !== undefined);

/**
 * Features above which a layer is left to the file that it came from: each copy would write all of them again, and a copy
 * is made of every change.
 */
const maxLayerFeatures = 50_000;

/** The key of a table that can grow large. */
function largeKeyOf(table: RoleTable): string | undefined {
  const copied = roleOf(table)?.safetyCopy;
  return typeof copied === 'object' ? copied.large : undefined;
}
/** Number of rows of a large table that are copied between two checks for cancellation. */
const rowsAtOnce = 20_000;

/** Columns that change each time the service lists its orders. */
const uncompared: ReadonlySet<string> = new Set(['last_seen_at']);

/** Space that a copy leaves free on the disk, in bytes, so that it never is what fills it. */
const spareBytes = 64 * 2 ** 20;

/**
 * Saves a copy of what exists nowhere else beside an open workspace, unless the newest copy has it already. The file is
 * only read. The copy replaces the one before the last once it is complete, and none is made of damaged tables.
 */
export async function saveSafetyCopy(
  {
    path: file,
    isOnNetwork,
    maxReviews = Number.POSITIVE_INFINITY,
  }: { readonly path: string; readonly isOnNetwork: boolean; readonly maxReviews?: number | undefined },
  context: ToolContext,
): Promise<SafetyCopyOutcome> {
  const { database } = openReader(file, { isOnNetwork });
  try {
    const sql = createSql(database);
    const fileId = getSetting(sql, fileIdSetting);
    if (fileId === undefined || !hasContent(sql)) return { kind: 'nothing' };
    const state = describeState(sql);
    const newest = readSafetyCopy(newestCopyOf(file));
    if (newest?.fileId === fileId && newest.state === state) return { kind: 'unchanged' };
    if (countRows(sql, 'review_history') > maxReviews) return { kind: 'too-large' };
    const layers = listCopiedLayers(sql);
    for (const table of [...copiedTables, ...layers.map((layer) => layer.table)]) {
      context.throwIfStopped();
      if (!isIntact(sql, table)) return { kind: 'damaged' };
    }
    const space = await requireSpace(path.dirname(file), sizeOf(sql, layers) + spareBytes);
    if (!space.ok) throw new Error(space.failure.message);
    const part = `${file}.safety-part`;
    removeDatabase(part);
    try {
      const savedAt = new Date().toISOString();
      copyTables(file, part, isOnNetwork, layers, { fileId, state, savedAt }, context);
      rotate(file, part, newest, fileId);
      return { kind: 'saved' };
    } finally {
      removeDatabase(part);
    }
  } finally {
    closeDatabase(database);
  }
}

function listCopiedLayers(sql: Sql): readonly VectorLayer[] {
  return listLayers(sql).filter(({ features }) => features <= maxLayerFeatures);
}

function hasContent(sql: Sql): boolean {
  return copiedTables.some(
    (table) => table !== 'settings' && sql.get(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined,
  );
}

/** A hash that changes with the content: of large tables by their versions and counts, of all others by their rows. */
function describeState(sql: Sql): string {
  const parts = copiedTables.map((table) => {
    const key = largeKeyOf(table);
    const text = key
      ? `SELECT count(*), max(${key}) FROM ${table}`
      : `SELECT ${columnsOf(sql, table)
          .filter((name) => !uncompared.has(name))
          .join(', ')} FROM ${table}`;
    return hash('sha256', JSON.stringify([table, sql.arrays(text).map((row) => row.map(toJson))]));
  });
  // GeoPackage has programs state when they change a table (OGC 12-128r17, table 4).
  const layers = sql.all(
    "SELECT table_name, last_change FROM gpkg_contents WHERE table_name LIKE 'layer\\_%' ESCAPE '\\' ORDER BY 1",
  );
  return hash('sha256', [readReviewsVersion(sql), JSON.stringify(layers), ...parts].join(' '));
}

function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

function columnsOf(sql: Sql, table: string): readonly string[] {
  return sql.all`SELECT name FROM pragma_table_info(${table})`.map((row) => textCell(row, 'name'));
}

/** Whether the table and its indexes agree; what SQLite cannot read throws. */
function isIntact(sql: Sql, table: string): boolean {
  return sql.get(`PRAGMA integrity_check("${table}")`)?.integrity_check === 'ok';
}

/** The bytes of the copied tables and their indexes. */
function sizeOf(sql: Sql, layers: readonly VectorLayer[]): number {
  const row = sql.get(
    `SELECT total(pgsize) AS bytes FROM dbstat WHERE aggregate = TRUE AND name IN
       (SELECT name FROM sqlite_schema WHERE tbl_name IN (SELECT value FROM json_each(?)))`,
    JSON.stringify([...copiedTables, ...layers.map(({ table }) => table)]),
  );
  return row ? numberCell(row, 'bytes') : 0;
}

/** The new file is thrown away should this be cut short, so that it needs no journal. */
function copyTables(
  file: string,
  part: string,
  isOnNetwork: boolean,
  layers: readonly VectorLayer[],
  facts: SafetyCopyFacts,
  context: ToolContext,
): void {
  // The source that is attached to it is waited for, too.
  const database = new DatabaseSync(part, { timeout: lockTimeoutMs(isOnNetwork) });
  try {
    registerSpatialFunctions(database);
    database.exec(
      `PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
       PRAGMA cell_size_check = ON; PRAGMA foreign_keys = OFF;`,
    );
    const sql = createSql(database);
    attachForReading(sql, file);
    migrate(sql);
    const copyAll = () => {
      for (const table of copiedTables) copyTable(sql, table, context);
      for (const layer of layers) copyLayer(sql, layer, context);
    };
    // On a network drive a transaction would keep the writer waiting; what is newer than the state is copied again.
    if (isOnNetwork) copyAll();
    else sql.transaction(copyAll);
    for (const fact of ['fileId', 'state', 'savedAt'] as const)
      sql.run`INSERT INTO app_meta (key, value) VALUES (${safetyCopyKeys[fact]}, ${facts[fact]})`;
  } finally {
    closeDatabase(database);
  }
}

function copyTable(sql: Sql, table: RoleTable, context: ToolContext): void {
  const columns = columnsOf(sql, table)
    .map((name) => `"${name}"`)
    .join(', ');
  const insert = `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM source.${table}`;
  const key = largeKeyOf(table);
  if (key === undefined) {
    sql.run(insert);
    context.throwIfStopped();
    return;
  }
  // An index that is built of all rows costs a third of one that grows row by row.
  const indexes = sql.all`
    SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND tbl_name = ${table} AND sql NOT NULL`;
  for (const index of indexes) sql.run(`DROP INDEX main.${textCell(index, 'name')}`);
  const readLast = () => numberOrNull(sql.get(`SELECT max(${key}) AS last FROM main.${table}`) ?? {}, 'last');
  let former: number | null = Number.MIN_SAFE_INTEGER;
  for (;;) {
    sql.run(`${insert} WHERE ${key} > ? ORDER BY ${key} LIMIT ${rowsAtOnce}`, former);
    context.throwIfStopped();
    const last = readLast();
    if (last === null || last === former) break;
    former = last;
  }
  for (const index of indexes) {
    sql.run(textCell(index, 'sql'));
    context.throwIfStopped();
  }
}

function copyLayer(sql: Sql, layer: VectorLayer, context: ToolContext): void {
  copyLayerTable(sql, layer);
  listLayerTable(sql.database, layer);
  context.throwIfStopped();
}

/** Puts a complete copy in the place of the newest one, which takes that of the former one. */
function rotate(file: string, part: string, newest: SafetyCopyFacts | undefined, fileId: string): void {
  const handle = openSync(part, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  const copy = newestCopyOf(file);
  if (existsSync(copy)) {
    // One of a file that was at this path before may be the only copy of something.
    const isOfAnother = newest !== undefined && newest.fileId !== fileId;
    renameSync(copy, isOfAnother ? newestCopyOf(`${file}.${newest.fileId.slice(0, 8)}`) : formerCopyOf(file));
  }
  renameSync(part, copy);
}
