import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Result, succeed } from '../../../../shared/result.ts';
import { brandOfQuery } from '../../../../shared/results/brand-of-query.ts';
import type { CaseCounts, CaseFacts } from '../../../../shared/workspace/case-file.ts';
import { appVersion } from '../../base/app-version.ts';
import { CallStopped } from '../../base/thread-protocol.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { openChipReader } from '../../chips/chip-cache.ts';
import { writeCarried } from '../../workspace/carried/carried-kinds.ts';
import { ofRecordsInScope, recordsInScope } from '../../workspace/carried/chosen-records.ts';
import { numberCell, textCell } from '../../workspace/file/cells.ts';
import { detectionTables } from '../../workspace/file/detection-tables.ts';
import { registerAttributes } from '../../workspace/file/geopackage/register-layer.ts';
import { registerSpatialFunctions } from '../../workspace/file/geopackage/spatial-functions.ts';
import { attachForReading, copyLayerTable } from '../../workspace/file/layers/copy-layer-table.ts';
import { closeDatabase, countRows, createSql, type Sql } from '../../workspace/file/sql.ts';
import { sqlWriteFailure } from '../../workspace/file/sql-write-failure.ts';
import { buildPageBody } from '../../workspace/ingest/build-page-body.ts';
import { closeWriter, openDatabase, openReader } from '../../workspace/open/open-database.ts';
import { createWorkspaceStore, type WorkspaceStore } from '../../workspace/open/workspace-store.ts';
import { parseDecision } from '../../workspace/read/ais/read-decisions.ts';
import { listLayers } from '../../workspace/read/layers/list-layers.ts';
import { locateReviews, renameHistory } from '../../workspace/read/reviews/locate-reviews.ts';
import { readReviews } from '../../workspace/read/reviews/read-reviews.ts';
import { addDecisions } from '../../workspace/tables/ais-decisions.ts';
import { finishLayer } from '../../workspace/tables/layers-table.ts';
import { writeReviews } from '../../workspace/tables/stored-reviews.ts';
import { forgetWatchedIds, relocateEvents } from '../../workspace/tables/watch-tables.ts';
import type { ChipSource, PlannedScope } from '../export-plan.ts';
import { findChip } from '../formats/chips.ts';
import { prepareScope } from '../rows/detection-source.ts';
import { type CaseChoice, caseFactsKey, countCase, leftBehind } from './case-contents.ts';
import { addCaseStyles, relateChips } from './other-programs.ts';
import { readRecordPages } from './record-pages.ts';

/** Contents and path of a case; `to` must not exist yet, and is deleted unless the case is complete. */
export type CaseTask = CaseChoice & {
  readonly workspacePath: string;
  readonly to: string;
  readonly scopeWords: string;
  /** Source of chips; null: the case has none. */
  readonly chips: ChipSource | null;
  /** UTC, ISO 8601. */
  readonly madeAt: string;
  readonly madeBy: string;
};

/** Summary of the written case. */
export type WrittenCase = {
  readonly counts: CaseCounts;
  readonly facts: CaseFacts;
};

/** Writes a case as `writeCase` does. Fails with `disk` where its file cannot be written. */
export async function writeCaseFile(task: CaseTask, run: ToolContext): Promise<Result<WrittenCase>> {
  try {
    // The file system states why a file cannot be made, which SQLite does not.
    closeSync(openSync(task.to, 'wx'));
    rmSync(task.to);
    return succeed(await writeCase(task, run));
  } catch (error) {
    if (error instanceof CallStopped) throw error;
    return { ok: false, failure: sqlWriteFailure(error, task.to) };
  }
}

/** Lists the contents of the workspace that a case of this choice would leave behind, before it is written. */
export function planCase({
  workspacePath,
  ...choice
}: CaseChoice & { readonly workspacePath: string }): readonly string[] {
  const { database } = openReader(workspacePath);
  try {
    const sql = createSql(database);
    prepareScope(sql, choice.scope);
    return leftBehind(sql, choice);
  } finally {
    closeDatabase(database);
  }
}

/** The number of records whose reviews are read at a time. */
const recordsAtOnce = 100;

/**
 * Writes the chosen detections of a workspace, which may be open, as a workspace of its own, from one read transaction.
 * It has their records, reviews and AIS decisions with their history, corrected meanings and chips, as well as statements
 * about places, areas, searches, layers and rules of the watch.
 */
export async function writeCase(task: CaseTask, run: ToolContext): Promise<WrittenCase> {
  return writeFromWorkspace(task, (source, database) => {
    prepareScope(source, task.scope);
    return fillCase(source, database, task, run);
  });
}

/**
 * Fills a new workspace from one read transaction of another one. If it fails, all files are deleted whose names begin with
 * that of `to`, which must be a part file.
 */
export function writeFromWorkspace<Written>(
  { workspacePath, to }: { readonly workspacePath: string; readonly to: string },
  fill: (source: Sql, database: DatabaseSync) => Written,
): Written {
  const from = new DatabaseSync(workspacePath, { readOnly: true, timeout: 5000 });
  try {
    registerSpatialFunctions(from);
    from.exec('PRAGMA temp_store = MEMORY; BEGIN');
    const { database } = openDatabase(to);
    try {
      // The file is not published before it is complete.
      database.exec('PRAGMA synchronous = OFF');
      const written = fill(createSql(from), database);
      // From here on the file must outlive a power cut.
      database.exec('PRAGMA synchronous = FULL');
      return written;
    } finally {
      closeWriter(database);
    }
  } catch (error) {
    // Journals, and a file that was set aside on opening because the disk was full.
    const { dir, base } = path.parse(to);
    for (const name of readdirSync(dir))
      if (name.startsWith(base)) rmSync(path.join(dir, name), { force: true });
    throw error;
  } finally {
    closeDatabase(from);
  }
}

function fillCase(source: Sql, database: DatabaseSync, task: CaseTask, run: ToolContext): WrittenCase {
  const { scope, madeAt } = task;
  const sql = createSql(database);
  const store = createWorkspaceStore(database);
  copyRecords(source, store, scope, run);
  copyReviews(source, sql, scope, run);
  writeCarried(source, store, task, { madeAt, throwIfStopped: run.throwIfStopped });
  locateFindings(sql, store);
  copyDecisions(source, sql, scope);
  if (task.withLayers) copyLayers(source, sql, task.workspacePath, run);
  const missingChips = task.chips ? copyChips(source, sql, scope, task.chips, run) : 0;
  relateChips(sql);
  addCaseStyles(sql);
  const facts: CaseFacts = {
    sightline: appVersion,
    madeAt,
    madeBy: task.madeBy,
    scope: task.scopeWords,
    detections: listDetections(source, sql, scope),
    missingChips,
    leftBehind: [...leftBehind(source, task)],
  };
  store.saveSetting(caseFactsKey, JSON.stringify(facts));
  return { counts: countCase(sql), facts };
}

/** A record is never cut: its other detections are in the case, too. */
function copyRecords(source: Sql, store: WorkspaceStore, scope: PlannedScope, run: ToolContext): void {
  const importId = randomUUID();
  const condition = recordsInScope(scope);
  const total = countRows(source, `records WHERE ${condition}`);
  let done = 0;
  for (const { origin, records } of readRecordPages(source, condition)) {
    run.throwIfStopped();
    const brand = brandOfQuery(origin.queryText);
    const body = buildPageBody(
      records.map(({ bytes }) => bytes),
      brand,
    );
    const fetchedAt = records[0]?.fetchedAt ?? '';
    const outcome = store.ingestImportedPage(
      { fetchId: importId, ...origin, brand, fetchedAt, body },
      records.map(({ recordId, bytes }) => ({ recordId, byteLength: bytes.length })),
    );
    if (!outcome.ok) throw new Error(`A record could not be written to the case. ${outcome.message}`);
    done += records.length;
    run.progress({ done, total, unit: 'records' });
  }
}

function copyReviews(source: Sql, sql: Sql, scope: PlannedScope, run: ToolContext): void {
  // Of everything, also reviews that wait for their record.
  const ids = source
    .all(
      scope.kind === 'all'
        ? 'SELECT record_id FROM records UNION SELECT record_id FROM reviews ORDER BY record_id'
        : `SELECT record_id FROM records WHERE ${recordsInScope(scope)} ORDER BY record_id`,
    )
    .map((row) => textCell(row, 'record_id'));
  for (let at = 0; at < ids.length; at += recordsAtOnce) {
    run.throwIfStopped();
    const part = ids.slice(at, at + recordsAtOnce);
    const reviews = readReviews(source, 'reviews', part);
    const history = readReviews(source, 'review_history', part);
    sql.transaction(() => writeReviews(sql, reviews, renameHistory(history, locateReviews(sql, reviews))));
  }
}

/** A rule that is opened with the case knows all of its detections, and finds those of its events by what they are. */
function locateFindings(sql: Sql, store: WorkspaceStore): void {
  forgetWatchedIds(sql);
  for (const row of sql.all('SELECT DISTINCT rule_id FROM watch_events'))
    relocateEvents(sql, store.locateWatchEvents(textCell(row, 'rule_id')));
}

function copyDecisions(source: Sql, sql: Sql, scope: PlannedScope): void {
  const rows = source.all(`SELECT * FROM ais_decisions WHERE ${ofRecordsInScope(scope)} ORDER BY id`);
  sql.transaction(() =>
    addDecisions(
      sql,
      rows.flatMap((row) => parseDecision(row) ?? []),
    ),
  );
}

/** Copies all layers of a workspace file into another one. */
export function copyLayers(source: Sql, sql: Sql, workspacePath: string, run: ToolContext): void {
  const detach = attachForReading(sql, workspacePath);
  try {
    for (const layer of listLayers(source)) {
      run.throwIfStopped();
      sql.transaction(() => copyLayerTable(sql, layer));
      finishLayer(sql, layer);
    }
  } finally {
    detach();
  }
}

/** Returns how many chips of the detections in scope are not on the disk. */
function copyChips(source: Sql, sql: Sql, scope: PlannedScope, chips: ChipSource, run: ToolContext): number {
  let missing = 0;
  const cached = openChipReader(chips);
  try {
    sql.transaction(() => {
      for (const { region, chipIdentifier } of chipAddresses(source, scope)) {
        run.throwIfStopped();
        const { png } = findChip(source, region, chipIdentifier, cached);
        if (!png) missing += 1;
        else
          sql.run`
            INSERT INTO chips (data, content_type, region, chip_identifier)
            VALUES (${png}, 'image/png', ${region}, ${chipIdentifier})`;
      }
    });
  } finally {
    cached.close();
  }
  return missing;
}

function* chipAddresses(source: Sql, scope: PlannedScope) {
  const selects = detectionTables.map((table) =>
    scope.kind === 'all'
      ? `SELECT region, chip_identifier FROM ${table}`
      : `SELECT region, chip_identifier FROM chosen CROSS JOIN ${table} ON fid = chosen.id`,
  );
  const addresses = source.database.prepare(
    `SELECT DISTINCT region, chip_identifier FROM (${selects.join(' UNION ALL ')})
     WHERE region NOT NULL AND chip_identifier NOT NULL ORDER BY region, chip_identifier`,
  );
  for (const row of addresses.iterate()) {
    yield { region: textCell(row, 'region'), chipIdentifier: textCell(row, 'chip_identifier') };
  }
}

/**
 * Lists the chosen detections for other programs in `case_detections`, since whole records have others, too. Returns how
 * many they are; of everything none are listed.
 */
function listDetections(source: Sql, sql: Sql, scope: PlannedScope): number {
  if (scope.kind === 'all') return countCase(sql).detections;
  return sql.transaction(() => {
    sql.database.exec('CREATE TABLE case_detections (detection_id INTEGER PRIMARY KEY NOT NULL)');
    registerAttributes(sql.database, 'case_detections', 'The detections that were chosen for this case');
    let count = 0;
    for (const table of detectionTables) {
      const insert = sql.database.prepare(
        `INSERT INTO case_detections SELECT fid FROM ${table}
         WHERE record_key = (SELECT id FROM records WHERE record_id = ?) AND position = ?`,
      );
      const chosen = source.database.prepare(
        `SELECT record_id, position FROM chosen CROSS JOIN ${table} ON fid = chosen.id`,
      );
      for (const row of chosen.iterate())
        count += Number(insert.run(textCell(row, 'record_id'), numberCell(row, 'position')).changes);
    }
    return count;
  });
}
