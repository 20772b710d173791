import { hash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  casePackageFormat,
  casePackageVersion,
  type PackageChip,
  type PackageManifest,
  type PackageRecord,
} from '../../../../shared/workspace/case-package.ts';
import { appVersion } from '../../app-version.ts';
import { chipKey } from '../../chips/chip-cache.ts';
import { chipFile } from '../../chips/chip-folder.ts';
import { pngProblem } from '../../chips/png-check.ts';
import { numberCell, numberOrNull, textCell, textOrNull } from '../../workspace/cells.ts';
import { registerSpatialFunctions } from '../../workspace/geopackage/spatial-functions.ts';
import { rawRecords } from '../../workspace/ingest/raw-blocks.ts';
import { createSql, type Sql } from '../../workspace/sql.ts';
import { createAreasTable } from '../../workspace/tables/areas-table.ts';
import { readReviews } from '../../workspace/tables/stored-reviews.ts';
import type { Tools } from '../../workspace-tools/tool-rpc.ts';
import type { ToolRun } from '../../workspace-tools/tool-run.ts';
import type { PlannedScope } from '../export-plan.ts';
import { createOutputFile } from '../files/output-file.ts';
import { createZipWriter } from '../files/zip-writer.ts';
import { recordsInScope } from '../rows/footprint-layer.ts';
import { runExport } from '../run-export.ts';
import { createHashedEntries, type HashedEntries } from './hashed-entries.ts';
import { packageEntries } from './package-entries.ts';
import { packageReadme } from './package-readme.ts';

type Task = Tools['package']['task'];

/** So many records' reviews are read at a time. */
const recordsAtOnce = 500;
/** Of every entry, so that a package of the same content is the same file: the first time that a zip knows. */
const entryTime = new Date('1980-01-01T00:00:00Z');
/** Lines of an index that are held as one piece. */
const linesAtOnce = 5000;

/**
 * Writes a case package of an open workspace, as it stands at the beginning. Whatever is made of the same content is
 * the same but for time and maker.
 */
export async function writePackage(task: Task, run: ToolRun): Promise<Tools['package']['answer']> {
  const database = new DatabaseSync(task.workspacePath, { readOnly: true, timeout: 5000 });
  const temporary = { detections: `${task.to}.detections`, footprints: `${task.to}.footprints` };
  const file = createOutputFile(task.to);
  const zip = createZipWriter(file, entryTime);
  const entries = createHashedEntries(zip);
  try {
    registerSpatialFunctions(database);
    database.exec('PRAGMA temp_store = MEMORY; BEGIN');
    const sql = createSql(database);
    const features = await writeFeatures(sql, task, temporary, run);
    const manifest = await writeEntries(sql, task, temporary, features, entries, run);
    zip.finish();
    await file.finish();
    run.check();
    return manifest.counts;
  } catch (error) {
    await file.discard();
    throw error;
  } finally {
    database.close();
    for (const file of Object.values(temporary)) rmSync(file, { force: true });
  }
}

type Temporary = { readonly detections: string; readonly footprints: string };

/** Prepares the scope, too. */
async function writeFeatures(
  sql: Sql,
  { workspacePath, scope }: Task,
  { detections, footprints }: Temporary,
  run: ToolRun,
): Promise<number> {
  const plan = {
    workspacePath,
    scope,
    format: 'geojson' as const,
    reviews: true,
    byteOrderMark: false,
    detections: { part: detections, target: detections },
    withFootprints: true,
    footprints: { part: footprints, target: footprints },
    stop: new SharedArrayBuffer(4),
  };
  let done = 0;
  const { written } = await runExport(sql, plan, {
    check: run.check,
    written(count) {
      run.check();
      done += count;
      run.progress({ done, unit: 'detections' });
    },
  });
  return written;
}

async function writeEntries(
  sql: Sql,
  task: Task,
  temporary: Temporary,
  detections: number,
  entries: HashedEntries,
  run: ToolRun,
): Promise<PackageManifest> {
  const records = createRecords(sql, task.scope, run);
  const add = (...args: Parameters<HashedEntries['add']>) => {
    run.check();
    return entries.add(...args);
  };
  await add(packageEntries.records, records.bytes());
  await add(packageEntries.recordIndex, lines(records.index));
  await add(packageEntries.detections, createReadStream(temporary.detections));
  await add(packageEntries.footprints, createReadStream(temporary.footprints));
  const ids = records.index.map(({ recordId }) => recordId);
  const reviews = countingLines(reviewBatches(sql, 'reviews', ids));
  await add(packageEntries.reviews, reviews.chunks);
  await add(packageEntries.reviewHistory, countingLines(reviewBatches(sql, 'review_history', ids)).chunks);
  const belonging = areasInScope(sql, task.scope);
  const areas = createAreasTable(sql)
    .listAreas()
    .filter(({ id }) => belonging === undefined || belonging.has(id));
  await add(packageEntries.areas, [json(areas)]);
  const searches = readSearches(sql, task.scope);
  await add(packageEntries.searches, [json(searches)]);
  const chips = task.chips
    ? writeChips(sql, task.scope, task.chips, entries, run)
    : { chips: 0, missing: 0, index: [] };
  await add(packageEntries.chipIndex, chips.index);
  const head: Omit<PackageManifest, 'entries'> = {
    format: casePackageFormat,
    version: casePackageVersion,
    sightline: appVersion,
    madeAt: task.madeAt,
    madeBy: task.madeBy,
    scope: task.scopeWords,
    counts: {
      records: records.index.length,
      detections,
      footprints: countFootprints(sql, task.scope),
      reviews: reviews.count(),
      areas: areas.length,
      searches: searches.length,
      chips: chips.chips,
      missingChips: chips.missing,
    },
    queries: records.queries(),
    ...readVersions(sql, task.scope),
  };
  await add(packageEntries.readme, [Buffer.from(packageReadme(head))]);
  const manifest = { ...head, entries: [...entries.list] };
  await entries.add(packageEntries.manifest, [json(manifest)]);
  return manifest;
}

/** The raw records in the order they came, so that those of a page are taken in together. */
function createRecords(sql: Sql, scope: PlannedScope, run: ToolRun) {
  const inScope = recordsInScope(scope);
  const rows = sql.all(
    `SELECT records.id, fetched_at, page_offset, fields, queries.body AS query FROM records
     JOIN queries ON queries.id = query_id WHERE ${inScope}`,
  );
  const byKey = new Map(rows.map((row) => [numberCell(row, 'id'), row]));
  const texts = [...new Set(rows.map((row) => textCell(row, 'query')))].sort();
  const numbers = new Map(texts.map((text, index) => [text, index]));
  const counts = texts.map(() => 0);
  const index: PackageRecord[] = [];
  return {
    index,
    queries: () => texts.map((text, number) => ({ text, records: counts[number] ?? 0 })),
    *bytes(): Generator<Uint8Array> {
      for (const { recordKey, recordId, bytes } of rawRecords(sql, 0, inScope)) {
        const row = byKey.get(recordKey);
        if (!row) continue;
        const query = numbers.get(textCell(row, 'query')) ?? 0;
        counts[query] = (counts[query] ?? 0) + 1;
        index.push({
          recordId,
          bytes: bytes.length,
          sha256: hash('sha256', bytes, 'hex'),
          fetchedAt: textCell(row, 'fetched_at'),
          query,
          pageOffset: numberOrNull(row, 'page_offset'),
          fields: textCell(row, 'fields') as PackageRecord['fields'],
        });
        if (index.length % recordsAtOnce === 0) {
          run.check();
          run.progress({ done: index.length, total: rows.length, unit: 'records' });
        }
        yield bytes;
        yield lineFeed;
      }
    },
  };
}

const lineFeed = Buffer.from('\n');

function* lines(values: readonly unknown[]): Generator<Uint8Array> {
  for (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

function countingLines(batches: Iterable<readonly unknown[]>) {
  let count = 0;
  return {
    count: () => count,
    chunks: (function* () {
      for (const batch of batches) {
        count += batch.length;
        yield* lines(batch);
      }
    })(),
  };
}

function* reviewBatches(sql: Sql, table: 'reviews' | 'review_history', ids: readonly string[]) {
  for (let from = 0; from < ids.length; from += recordsAtOnce) {
    yield readReviews(sql, table, ids.slice(from, from + recordsAtOnce));
  }
}

/** Areas with a detection in the box around them; undefined: all. Areas may run past the antimeridian. */
function areasInScope(sql: Sql, scope: PlannedScope): ReadonlySet<string> | undefined {
  if (scope.kind === 'all') return undefined;
  const boxes = sql.all(
    `SELECT area_id, ST_MinX(geom) AS west, ST_MaxX(geom) AS east, ST_MinY(geom) AS south, ST_MaxY(geom) AS north
     FROM areas`,
  );
  const within = `latitude BETWEEN ?1 AND ?2
    AND (longitude BETWEEN ?3 AND ?4 OR longitude + 360 BETWEEN ?3 AND ?4 OR longitude - 360 BETWEEN ?3 AND ?4)`;
  const found = boxes.filter((box) =>
    ['detections', 'detection_areas'].some(
      (table) =>
        sql.get(
          `SELECT 1 FROM chosen CROSS JOIN ${table} ON fid = chosen.id WHERE ${within} LIMIT 1`,
          numberCell(box, 'south'),
          numberCell(box, 'north'),
          numberCell(box, 'west'),
          numberCell(box, 'east'),
        ) !== undefined,
    ),
  );
  return new Set(found.map((box) => textCell(box, 'area_id')));
}

/** Saved searches whose runs met records in scope; of a scope of everything, all. */
function readSearches(sql: Sql, scope: PlannedScope): readonly unknown[] {
  const isMeant =
    scope.kind === 'all'
      ? 'TRUE'
      : `search_id IN (SELECT search_id FROM fetches WHERE fetch_id IN (SELECT fetch_id FROM fetch_records
           WHERE record_key IN (SELECT id FROM records WHERE ${recordsInScope(scope)})))`;
  return sql
    .all(`SELECT body FROM searches WHERE deleted_at IS NULL AND ${isMeant} ORDER BY search_id`)
    .map((row) => JSON.parse(textCell(row, 'body')) as unknown);
}

type ChipsWritten = {
  readonly chips: number;
  readonly missing: number;
  /** The index's text, in pieces: there may be a million of them. */
  readonly index: readonly Uint8Array[];
};

function writeChips(
  sql: Sql,
  scope: PlannedScope,
  { cacheFolder, profileId }: NonNullable<Task['chips']>,
  entries: HashedEntries,
  run: ToolRun,
): ChipsWritten {
  const index: Uint8Array[] = [];
  let lines: string[] = [];
  let chips = 0;
  let missing = 0;
  const turnOver = () => {
    index.push(Buffer.from(lines.join('')));
    lines = [];
  };
  for (const { region, chipIdentifier } of chipAddresses(sql, scope)) {
    const png = readChip(chipFile(cacheFolder, chipKey({ profileId, region, chipIdentifier })));
    let file: string | null = null;
    if (png) {
      chips += 1;
      file = `chips/${String(chips).padStart(7, '0')}.png`;
      run.check();
      entries.addWhole(file, png);
    } else missing += 1;
    lines.push(`${JSON.stringify({ file, region, chipIdentifier } satisfies PackageChip)}\n`);
    if (lines.length >= linesAtOnce) turnOver();
  }
  turnOver();
  return { chips, missing, index };
}

function readChip(path: string): Uint8Array | undefined {
  if (!existsSync(path)) return undefined;
  const png = readFileSync(path);
  return pngProblem(png) === undefined ? png : undefined;
}

function* chipAddresses(sql: Sql, scope: PlannedScope) {
  const selects = ['detections', 'detection_areas'].map((table) =>
    scope.kind === 'all'
      ? `SELECT region, chip_identifier FROM ${table}`
      : `SELECT region, chip_identifier FROM chosen CROSS JOIN ${table} ON fid = chosen.id`,
  );
  const addresses = sql.database.prepare(
    `SELECT DISTINCT region, chip_identifier FROM (${selects.join(' UNION ALL ')})
     WHERE region NOT NULL AND chip_identifier NOT NULL ORDER BY region, chip_identifier`,
  );
  for (const row of addresses.iterate()) {
    yield { region: textCell(row, 'region'), chipIdentifier: textCell(row, 'chip_identifier') };
  }
}

function countFootprints(sql: Sql, scope: PlannedScope): number {
  const row = sql.get(
    `SELECT count(DISTINCT footprint_fid) AS count FROM sensors
     WHERE footprint_fid NOT NULL AND ${recordsInScope(scope)}`,
  );
  return row ? numberCell(row, 'count') : 0;
}

function readVersions(sql: Sql, scope: PlannedScope): Pick<PackageManifest, 'processors' | 'products'> {
  const inScope = recordsInScope(scope);
  const processors = sql.all(
    `SELECT name, version, count(DISTINCT record_id) AS count FROM processors WHERE ${inScope}
     GROUP BY name, version ORDER BY name, version`,
  );
  const products = sql.all(
    `SELECT product_type, document_version, count(*) AS count FROM records WHERE ${inScope}
     GROUP BY product_type, document_version ORDER BY product_type, document_version`,
  );
  return {
    processors: processors.map((row) => ({
      name: textCell(row, 'name'),
      version: textOrNull(row, 'version'),
      records: numberCell(row, 'count'),
    })),
    products: products.map((row) => ({
      productType: textOrNull(row, 'product_type'),
      documentVersion: textOrNull(row, 'document_version'),
      records: numberCell(row, 'count'),
    })),
  };
}

function json(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`);
}
