import { hash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ChipCalibration, chipCalibrationSchema } from '../../../../shared/chips/chip-calibration.ts';
import type { PropertyCorrection } from '../../../../shared/results/property-correction.ts';
import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import { isEmptyReview } from '../../../../shared/review/review.ts';
import {
  casePackageFormat,
  casePackageVersion,
  type PackageChip,
  type PackageCounts,
  type PackageManifest,
  type PackageRecord,
} from '../../../../shared/workspace/case-package.ts';
import { appVersion } from '../../base/app-version.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { readChipFile } from '../../chips/chip-cache.ts';
import { calibrationsKey } from '../../chips/chip-calibrations.ts';
import { numberCell, numberOrNull, textCell, textOrNull } from '../../workspace/file/cells.ts';
import { detectionTables } from '../../workspace/file/detection-tables.ts';
import { registerSpatialFunctions } from '../../workspace/file/geopackage/spatial-functions.ts';
import { readRawRecords } from '../../workspace/file/raw-blocks.ts';
import { closeDatabase, createSql, type Sql } from '../../workspace/file/sql.ts';
import { listAreas } from '../../workspace/read/areas.ts';
import { readCorrections } from '../../workspace/read/property-corrections.ts';
import { readReviews } from '../../workspace/read/reviews/read-reviews.ts';
import { getSetting } from '../../workspace/read/settings.ts';
import type { PlannedScope } from '../export-plan.ts';
import { createOutputFile } from '../files/output-file.ts';
import { isTooDense, maxPackageEntries } from '../files/zip-file.ts';
import { createZipWriter } from '../files/zip-writer.ts';
import { recordsInScope } from '../rows/footprint-layer.ts';
import { runExport } from '../run-export.ts';
import { createHashedEntries, type HashedEntries } from './hashed-entries.ts';
import { maxManifestBytes, packageEntries } from './package-entries.ts';
import { packageReadme } from './package-readme.ts';

/** What is packed, and where; `to` must not exist yet, and is deleted unless the package is complete. */
export type PackageTask = {
  readonly workspacePath: string;
  readonly to: string;
  readonly scope: PlannedScope;
  readonly scopeWords: string;
  /** The folder of the chip cache, and whose chips; null: the package has none. */
  readonly chips: { readonly cacheFolder: string; readonly profileId: string } | null;
  readonly madeAt: string;
  readonly madeBy: string;
};

/** The number of records whose reviews are read at a time. */
const recordsAtOnce = 500;
/** The time of every entry, so that packages of equal content are equal: the earliest time of the zip format. */
const entryTime = new Date('1980-01-01T00:00:00Z');
/** The number of index lines per piece. */
const linesAtOnce = 5000;

/**
 * Writes a case package of an open workspace in one read transaction. Packages of equal content differ only in their
 * time and author.
 */
export async function writePackage(task: PackageTask, run: ToolContext): Promise<PackageCounts> {
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
    const unpackedBytes = entries.list.reduce((sum, { bytes }) => sum + bytes, 0);
    // No Sightline would read it.
    if (entries.list.length >= maxPackageEntries)
      throw new Error(
        'These records have more image chips than a package can have. Export them in several packages.',
      );
    if (isTooDense(file.size(), unpackedBytes))
      throw new Error(
        'These records repeat themselves too much for one package. Export them in several packages.',
      );
    await file.finish();
    run.throwIfStopped();
    return manifest.counts;
  } catch (error) {
    await file.discard();
    throw error;
  } finally {
    closeDatabase(database);
    for (const file of Object.values(temporary)) rmSync(file, { force: true });
  }
}

type Temporary = { readonly detections: string; readonly footprints: string };

/** Writes the GeoJSON files. Also prepares the scope for the following queries. */
async function writeFeatures(
  sql: Sql,
  { workspacePath, scope }: PackageTask,
  { detections, footprints }: Temporary,
  run: ToolContext,
): Promise<number> {
  const plan = {
    workspacePath,
    scope,
    format: 'geojson' as const,
    reviews: true,
    places: false,
    byteOrderMark: false,
    detections: { part: detections, target: detections },
    withFootprints: true,
    footprints: { part: footprints, target: footprints },
  };
  let done = 0;
  const { written } = await runExport(sql, plan, {
    throwIfStopped: run.throwIfStopped,
    written(count) {
      run.throwIfStopped();
      done += count;
      run.progress({ done, unit: 'detections' });
    },
  });
  return written;
}

async function writeEntries(
  sql: Sql,
  task: PackageTask,
  temporary: Temporary,
  detections: number,
  entries: HashedEntries,
  run: ToolContext,
): Promise<PackageManifest> {
  const records = createRecords(sql, task.scope, run);
  const add = (...args: Parameters<HashedEntries['add']>) => {
    run.throwIfStopped();
    return entries.add(...args);
  };
  await add(packageEntries.records, records.bytes());
  await add(packageEntries.recordIndex, lines(records.index));
  await add(packageEntries.detections, createReadStream(temporary.detections));
  await add(packageEntries.footprints, createReadStream(temporary.footprints));
  const ids = [...records.index.map(({ recordId }) => recordId), ...recordsWithoutContent(sql, task.scope)];
  const reviews = countingLines(reviewBatches(sql, 'reviews', ids), hasReview);
  await add(packageEntries.reviews, reviews.chunks);
  const history = countingLines(reviewBatches(sql, 'review_history', ids), () => true);
  await add(packageEntries.reviewHistory, history.chunks);
  const belonging = areasInScope(sql, task.scope);
  const areas = listAreas(sql).filter(({ id }) => belonging === undefined || belonging.has(id));
  await add(packageEntries.areas, [json(areas)]);
  const searches = readSearches(sql, task.scope);
  await add(packageEntries.searches, [json(searches)]);
  const calibrations = readCalibrations(sql, task.scope);
  await add(packageEntries.calibrations, [json(calibrations)]);
  const corrections = correctionsInScope(sql, task.scope);
  await add(packageEntries.corrections, [json(corrections)]);
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
      recordDetections: countRecordDetections(sql, task.scope),
      footprints: countFootprints(sql, task.scope),
      reviews: reviews.count(),
      areas: areas.length,
      searches: searches.length,
      calibrations: calibrations.length,
      corrections: corrections.length,
      chips: chips.chips,
      missingChips: chips.missing,
    },
    queries: records.queries(),
    ...readVersions(sql, task.scope),
  };
  await add(packageEntries.readme, [Buffer.from(packageReadme(head))]);
  const manifest = { ...head, entries: [...entries.list] };
  const bytes = json(manifest);
  if (bytes.length > maxManifestBytes(manifest.entries.length)) {
    throw new Error(
      'These records have more queries than a package can list. Export them in several packages.',
    );
  }
  await entries.add(packageEntries.manifest, [bytes]);
  return manifest;
}

/** The raw records in the order of fetching, so that the records of a page stay together. */
function createRecords(sql: Sql, scope: PlannedScope, run: ToolContext) {
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
      for (const { recordKey, recordId, bytes } of readRawRecords(sql, inScope)) {
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
          run.throwIfStopped();
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

/** An undone review stays as a row without content. */
function hasReview({ review }: ReviewOfDetection): boolean {
  return !isEmptyReview(review);
}

/** Lines of JSON, and how many of them count. */
function countingLines<Value>(batches: Iterable<readonly Value[]>, isCounted: (value: Value) => boolean) {
  let count = 0;
  return {
    count: () => count,
    chunks: (function* () {
      for (const batch of batches) {
        count += batch.filter(isCounted).length;
        yield* lines(batch);
      }
    })(),
  };
}

/** The detections that the service sent with the records in scope, whatever the scope leaves out of them. */
function countRecordDetections(sql: Sql, scope: PlannedScope): number {
  const row = sql.get(
    `SELECT coalesce(sum(detections), 0) AS count FROM records WHERE ${recordsInScope(scope)}`,
  );
  return row ? numberCell(row, 'count') : 0;
}

/** Records of which the workspace has reviews only; a package of everything includes them. */
function recordsWithoutContent(sql: Sql, scope: PlannedScope): readonly string[] {
  if (scope.kind !== 'all') return [];
  return sql
    .all(
      `SELECT DISTINCT record_id FROM reviews WHERE record_id NOT IN (SELECT record_id FROM records)
       ORDER BY record_id`,
    )
    .map((row) => textCell(row, 'record_id'));
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
    detectionTables.some(
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

/** Saved searches whose runs returned records in scope; for a scope of everything, all. */
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

/** Calibrations of the image products in scope; for a scope of everything, all. */
function readCalibrations(sql: Sql, scope: PlannedScope): readonly ChipCalibration[] {
  const text = getSetting(sql, calibrationsKey);
  const all = text === undefined ? [] : z.array(chipCalibrationSchema).parse(JSON.parse(text));
  if (scope.kind === 'all') return all;
  const isInScope = `SELECT 1 FROM sensors WHERE sensor_name IS ? AND sensor_mode IS ? AND product_type IS ?
    AND ${recordsInScope(scope)} LIMIT 1`;
  return all.filter(
    ({ product }) =>
      sql.get(isInScope, product.sensorName, product.sensorMode, product.productType) !== undefined,
  );
}

/** Corrected meanings of the product formats in scope; for a scope of everything, all. */
function correctionsInScope(sql: Sql, scope: PlannedScope): readonly PropertyCorrection[] {
  const all = readCorrections(sql);
  if (scope.kind === 'all') return all;
  const isInScope = `SELECT 1 FROM records WHERE product_type IS ? AND document_version IS ?
    AND ${recordsInScope(scope)} LIMIT 1`;
  return all.filter(
    ({ productType, documentVersion }) => sql.get(isInScope, productType, documentVersion) !== undefined,
  );
}

type ChipsWritten = {
  readonly chips: number;
  readonly missing: number;
  /** The text of the index in pieces, since it may have a million lines. */
  readonly index: readonly Uint8Array[];
};

function writeChips(
  sql: Sql,
  scope: PlannedScope,
  { cacheFolder, profileId }: NonNullable<PackageTask['chips']>,
  entries: HashedEntries,
  run: ToolContext,
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
    const png = readChipFile(cacheFolder, { profileId, region, chipIdentifier });
    let file: string | null = null;
    if (png) {
      chips += 1;
      file = `chips/${String(chips).padStart(7, '0')}.png`;
      run.throwIfStopped();
      entries.addWhole(file, png);
    } else missing += 1;
    lines.push(`${JSON.stringify({ file, region, chipIdentifier } satisfies PackageChip)}\n`);
    if (lines.length >= linesAtOnce) turnOver();
  }
  turnOver();
  return { chips, missing, index };
}

function* chipAddresses(sql: Sql, scope: PlannedScope) {
  const selects = detectionTables.map((table) =>
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
