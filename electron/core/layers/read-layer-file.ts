import { closeSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { ComparisonBudget } from '../../../shared/areas/import/comparison-budget.ts';
import { databaseStartBytes, describeDatabase } from '../../../shared/areas/import/describe-database.ts';
import { formatMegabytes } from '../../../shared/areas/import/import-limits.ts';
import { ImportLog } from '../../../shared/areas/import/import-log.ts';
import { unpackOnly } from '../../../shared/areas/import/read-archive.ts';
import { previewedBytes, previewOf, readShapes } from '../../../shared/areas/import/read-shapes.ts';
import type { SourceShape, SourceStyle } from '../../../shared/areas/import/source-shape.ts';
import type { ValueKind } from '../../../shared/areas/import/untyped-cell.ts';
import { composeText } from '../../../shared/fold-text.ts';
import { formatCount } from '../../../shared/format.ts';
import {
  AttributeColumns,
  type LayerFeature,
  maxLayerAttributes,
  TooDeepValue,
  toLayerFeatures,
} from '../../../shared/layers/layer-features.ts';
import type {
  LayerAttribute,
  LayerGeometry,
  LayerStyle,
  VectorLayer,
} from '../../../shared/layers/vector-layer.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { TableColumns, TablePreview } from '../../../shared/tables/table-columns.ts';
import type { ToolContext } from '../base/tool-context.ts';
import type { Envelope } from '../workspace/file/geopackage/geometry-blob.ts';
import { decodeEnvelope } from '../workspace/file/geopackage/read-geometry-blob.ts';
import {
  decodeLayerGeometry,
  encodeLayerGeometry,
  envelopeOfAll,
  unite,
} from '../workspace/file/layers/layer-geometry.ts';
import { quoteName } from '../workspace/file/layers/layer-table.ts';
import { closeDatabase, isContentError } from '../workspace/file/sql.ts';
import { openForeign } from '../workspace/safety/open-foreign.ts';
import { listFeatureTables, readFeatureTable } from './read-geopackage.ts';

/** A file to be read; each of its layers becomes a database, whose path is `to` and a number. */
export type LayerFileTask = {
  readonly path: string;
  readonly name: string;
  readonly to: string;
  /** The columns of a table (CSV) that the user has chosen. */
  readonly columns?: TableColumns | undefined;
};

/** A layer of a file: its features are in the table `features` of the database at `path`. */
export type ReadLayer = WrittenFeatures & {
  readonly name: string;
  readonly path: string;
  /** The proposed style. */
  readonly style?: Partial<LayerStyle>;
  /** Sentences about what was corrected or left out. */
  readonly notes: readonly string[];
  /** Notes on the first layer: sentences about the file, and about layers of it that could not be read. */
  readonly fileNotes?: readonly string[];
};

/** Bytes at the start of every SQLite file (sqlite.org/fileformat2.html, 1.3). */
const sqliteSignature = 'SQLite format 3\0';

/**
 * Reads the layers of a file. Fails with `invalid-input` and a sentence when it has none that can be read; the databases
 * are deleted then.
 */
export function readLayerFile(task: LayerFileTask, context: ToolContext): Result<readonly ReadLayer[]> {
  const written: string[] = [];
  try {
    const read = readLayers(task, written, context);
    if (!read.ok) removeAll(written);
    return read;
  } catch (error) {
    removeAll(written);
    if (error instanceof TooDeepValue)
      return refused(
        task.name,
        'A property of a feature has thousands of lists or objects within one another. Remove it.',
      );
    if (!(error instanceof TooManyAttributes)) throw error;
    const limit = formatCount(maxLayerAttributes);
    return refused(task.name, `Its features have more than ${limit} attributes, the limit. Remove some.`);
  }
}

/** The start of a table (CSV), possibly packed, with the proposed columns; null for other files, and those too large. */
export function previewLayerFile({ path, name }: Pick<LayerFileTask, 'path' | 'name'>): TablePreview | null {
  const log = new ImportLog('layer');
  const start = readStart(path);
  if (start.toString('latin1').startsWith(sqliteSignature) || statSync(path).size > log.limits.fileBytes)
    return null;
  const isPacked = ['PK', '\x1f\x8b'].includes(start.toString('latin1', 0, 2));
  const file = { name, bytes: isPacked ? readFileSync(path) : readStart(path, previewedBytes + 1) };
  const unpacked = unpackOnly(file, log);
  return (unpacked.ok && previewOf(unpacked.value ?? file)) || null;
}

function removeAll(paths: readonly string[]): void {
  for (const each of paths) rmSync(each, { force: true });
}

function refused(name: string, message: string) {
  return fail('invalid-input', `${name}: ${message}`);
}

function readLayers(
  task: LayerFileTask,
  written: string[],
  context: ToolContext,
): Result<readonly ReadLayer[]> {
  const start = readStart(task.path);
  if (start.length === 0) return refused(task.name, 'The file is empty.');
  if (start.toString('latin1').startsWith(sqliteSignature))
    return readDatabase(task, start, written, context);
  const log = new ImportLog('layer');
  const { size } = statSync(task.path);
  const { fileBytes, comparisons } = log.limits;
  if (size > fileBytes) {
    const [is, limit] = [formatMegabytes(size), formatMegabytes(fileBytes)];
    return refused(
      task.name,
      `The file has ${is}; the limit is ${limit}. Save the layer as a GeoPackage, for example with QGIS.`,
    );
  }
  const packed = { name: task.name, bytes: readFileSync(task.path), columns: task.columns };
  const unpacked = unpackOnly(packed, log);
  if (!unpacked.ok) return fail('invalid-input', unpacked.refusal.message);
  const file = unpacked.value ?? packed;
  const unpackedStart = Buffer.from(file.bytes.subarray(0, databaseStartBytes));
  if (unpackedStart.toString('latin1', 0, 16) === sqliteSignature) {
    const path = `${task.to}-unpacked`;
    const files = [{ suffix: '', bytes: file.bytes }, ...(unpacked.value?.logs ?? [])];
    try {
      for (const { suffix, bytes } of files) writeFileSync(path + suffix, bytes);
      return readDatabase({ ...task, path, name: file.name }, unpackedStart, written, context);
    } finally {
      removeAll(files.map(({ suffix }) => path + suffix));
    }
  }
  const read = readShapes(file, log, new ComparisonBudget(comparisons));
  if (!read.ok) return fail('invalid-input', read.refusal.message);
  const layers: ReadLayer[] = [];
  const empty: string[] = [];
  for (const [index, { name = stemOf(task.name), shapes, style }] of read.value.entries()) {
    const layer = writeLayer(shapes, log, name, `${task.to}-${index}`, written, context);
    if (layer) layers.push({ ...layer, ...(style && { style: toStyle(style, layer.attributes) }) });
    else empty.push(noFeatures(name));
  }
  const [first, ...more] = layers;
  if (!first) return fail('invalid-input', log.firstRefusal?.message ?? empty.join(' '));
  const notes = log.layerNotes();
  const label = task.columns && labelOf(log.table, first.attributes);
  if (label !== undefined) return succeed([{ ...first, notes, style: { label } }]);
  const isOnly = read.value.length === 1;
  return succeed(isOnly ? [{ ...first, notes }] : [{ ...first, fileNotes: [...notes, ...empty] }, ...more]);
}

function toStyle(
  { color, folders }: SourceStyle,
  attributes: readonly LayerAttribute[],
): Partial<LayerStyle> {
  const column = attributes.find(({ name, type }) => name === 'folder' && type === 'text')?.column;
  if (column === undefined || folders.length === 0) return { color };
  return { color, categories: { column, colors: folders } };
}

/** The column of a layer's table that has the names of a table's features. */
function labelOf(table: TablePreview | undefined, attributes: readonly LayerAttribute[]): string | undefined {
  const title = table?.heading[table.columns.name ?? -1]?.trim();
  return title ? attributes.find(({ name }) => name === composeText(title))?.column : undefined;
}

function readStart(file: string, length = databaseStartBytes): Buffer {
  const start = Buffer.alloc(length);
  const handle = openSync(file, 'r');
  try {
    return start.subarray(0, readSync(handle, start));
  } finally {
    closeSync(handle);
  }
}

function readDatabase(
  { path: file, name, to }: LayerFileTask,
  start: Uint8Array,
  written: string[],
  context: ToolContext,
): Result<readonly ReadLayer[]> {
  const unusable = describeDatabase(start) ?? '';
  try {
    const { database, schema, isLogMissing } = openForeign(file, 5_000);
    try {
      if (schema.kind !== 'other') return refused(name, unusable);
      if (isLogMissing) return refused(name, logMissing(name));
      const { tables, unread: others } = listFeatureTables(database);
      const unread = [...others];
      const layers: ReadLayer[] = [];
      for (const [index, table] of tables.entries()) {
        const log = new ImportLog('layer');
        const shapes = readFeatureTable(database, table, log);
        const layer =
          shapes.ok && writeLayer(shapes.value, log, table.name, `${to}-${index}`, written, context);
        if (layer) layers.push({ ...layer, notes: log.layerNotes() });
        else
          unread.unshift((shapes.ok ? log.firstRefusal : shapes.refusal)?.message ?? noFeatures(table.name));
      }
      const [first, ...more] = layers;
      if (first) return succeed([{ ...first, fileNotes: unread }, ...more]);
      return refused(name, unread.join(' ') || 'It has no table of features.');
    } finally {
      closeDatabase(database);
    }
  } catch (error) {
    if (!isContentError(error)) throw error;
    return refused(name, 'The database is damaged, or is no GeoPackage. Export the layer again.');
  }
}

/** QGIS leaves no such header behind when it closes a file, also one that it has only opened. */
function logMissing(name: string): string {
  return `Its header says that changes are in a log, ${name}-wal, which is not next to it: its content may be older than it was last. Choose the file where its log is next to it, or open and close it once in QGIS where it comes from, and copy it again.`;
}

/** A layer of another workspace file, to be copied into a database at `to`. */
export type ForeignLayerTask = {
  readonly path: string;
  readonly layer: Pick<VectorLayer, 'name' | 'table' | 'attributes'>;
  readonly to: string;
};

/** Longest cell in bytes of a layer of another workspace: it is in memory several times while it is copied. */
const maxForeignCell = 100_000_000;

/**
 * Copies the rows of a layer of a workspace file that may be from anywhere into the table `features` of a new database: the
 * open workspace attaches no such file. Fails with `invalid-input` and a sentence.
 */
export function copyForeignLayer(
  { path: file, layer, to }: ForeignLayerTask,
  { throwIfStopped }: Pick<ToolContext, 'throwIfStopped'>,
): Result<undefined> {
  const refuse = (problem: string) =>
    fail('invalid-input', `Its layer ${layer.name} was not imported. ${problem}`);
  const { database, schema } = openForeign(file, 5_000);
  const copy = new DatabaseSync(to);
  try {
    // Checked when it was read, and may have been replaced since.
    if (schema.kind !== 'workspace') return refuse('The file has changed. Choose it again.');
    database.limits.length = maxForeignCell;
    const columns = ['geom', ...layer.attributes.map(({ column }) => quoteName(column))].join(', ');
    copy.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE features (fid INTEGER PRIMARY KEY, ${columns}); BEGIN`);
    const select = database.prepare(`SELECT fid, ${columns} FROM ${quoteName(layer.table)} ORDER BY fid`);
    select.setReadBigInts(true);
    select.setReturnArrays(true);
    const places = Array.from({ length: layer.attributes.length + 2 }, () => '?').join(', ');
    const insert = copy.prepare(`INSERT INTO features VALUES (${places})`);
    let count = 0;
    for (const row of select.iterate() as Iterable<unknown> as Iterable<readonly SQLInputValue[]>) {
      const [fid, geometry] = row;
      if (!Number.isSafeInteger(Number(fid))) return refuse('The number of a feature is too large.');
      if (!isGeometry(geometry)) return refuse('It has a geometry that cannot be read.');
      insert.run(...row);
      count += 1;
      if (count % featuresAtOnce === 0) throwIfStopped();
    }
    copy.exec('COMMIT');
    return succeed(undefined);
  } catch (error) {
    if (!isContentError(error)) throw error;
    return refuse('It lacks what it states, is damaged, or has a feature of more than 100 MB.');
  } finally {
    copy.close();
    closeDatabase(database);
  }
}

/** Whether the open workspace can read the cell as a geometry, or as none. */
function isGeometry(cell: unknown): boolean {
  if (!(cell instanceof Uint8Array)) return cell === null;
  try {
    if (decodeEnvelope(cell)) decodeLayerGeometry(cell);
    return true;
  } catch {
    return false;
  }
}

/** Writes a layer, as yet without notes; undefined when it has no features. */
function writeLayer(
  shapes: Iterable<SourceShape>,
  log: ImportLog,
  name: string,
  to: string,
  written: string[],
  context: ToolContext,
): ReadLayer | undefined {
  written.push(to);
  rmSync(to, { force: true });
  const features = writeLayerFeatures(to, toLayerFeatures(shapes, log), context);
  return features.features === 0 ? undefined : { ...features, name, path: to, notes: [] };
}

function noFeatures(name: string): string {
  return `${name}: There are no features in it.`;
}

function stemOf(name: string): string {
  return path.basename(name).replace(/\.[a-z0-9]+$/i, '') || name;
}

/** Result of writing a layer. */
type WrittenFeatures = {
  readonly features: number;
  readonly geometry: LayerGeometry;
  readonly bounds: readonly [west: number, south: number, east: number, north: number] | null;
  readonly attributes: readonly LayerAttribute[];
};

/** Features have more attributes than a table has columns. */
class TooManyAttributes extends Error {}

/** Features between two checks for cancellation. */
const featuresAtOnce = 1_000;

/** Writes features into the table `features` of a new database at `path`, in which their order is that of the file. */
export function writeLayerFeatures(
  path: string,
  features: Iterable<LayerFeature>,
  context: Pick<ToolContext, 'throwIfStopped' | 'progress'>,
): WrittenFeatures {
  const database = new DatabaseSync(path);
  try {
    database.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
       CREATE TABLE raw (fid INTEGER PRIMARY KEY, geom BLOB, attributes TEXT NOT NULL); BEGIN`,
    );
    const insert = database.prepare('INSERT INTO raw VALUES (?, ?, ?)');
    const columns = new AttributeColumns();
    const kinds = new Set<LayerGeometry>();
    let count = 0;
    let extent: Envelope | undefined;
    for (const { geometries, attributes, hasHeights } of features) {
      count += 1;
      const values = columns.add(attributes);
      if (columns.count > maxLayerAttributes) throw new TooManyAttributes();
      insert.run(count, encodeLayerGeometry(geometries, hasHeights), JSON.stringify(values));
      const envelope = envelopeOfAll(geometries);
      extent = envelope && extent ? unite(extent, envelope) : (extent ?? envelope);
      kinds.add(kindOf(geometries));
      if (count % featuresAtOnce !== 0) continue;
      context.throwIfStopped();
      context.progress({ done: count, unit: 'features' });
    }
    const attributes = columns.describe();
    writeColumns(database, attributes, columns.kinds, context);
    kinds.delete('none');
    const [kind = 'none', other] = kinds;
    return {
      features: count,
      geometry: other ? 'mixed' : kind,
      bounds: extent ? [extent.minX, extent.minY, extent.maxX, extent.maxY] : null,
      attributes,
    };
  } finally {
    database.close();
  }
}

function kindOf(geometries: LayerFeature['geometries']): LayerGeometry {
  const [only, second] = geometries;
  if (!only) return 'none';
  const kinds: Readonly<Record<string, LayerGeometry>> = {
    Point: 'points',
    MultiLineString: 'lines',
    MultiPolygon: 'polygons',
  };
  return (second ? undefined : kinds[only.type]) ?? 'mixed';
}

/** A collected value as SQL; texts of numbers become these by the type of their column, marks and booleans do not. */
function valueSql(
  { type, isBoolean }: LayerAttribute,
  kinds: ReadonlySet<ValueKind> | undefined,
  index: number,
): string {
  const path = `attributes, '$[${index}]'`;
  const value = `json_extract(${path})`;
  if (type === 'text') {
    if (!kinds?.has('boolean')) return value;
    return `CASE json_type(${path}) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE ${value} END`;
  }
  if (isBoolean)
    return `CASE lower(${value}) WHEN 'true' THEN 1 WHEN '1' THEN 1 WHEN 'false' THEN 0 WHEN '0' THEN 0 END`;
  return kinds?.has('mark') ? `CASE WHEN ${value} GLOB '*[0-9]*' THEN ${value} END` : value;
}

/** The types of the columns are known once all rows have been read. */
function writeColumns(
  database: DatabaseSync,
  attributes: readonly LayerAttribute[],
  kinds: readonly ReadonlySet<ValueKind>[],
  context: Pick<ToolContext, 'throwIfStopped'>,
): void {
  const names = attributes.map(({ column }) => quoteName(column));
  const types = attributes.map(({ type }, index) => `${names[index]} ${type.toUpperCase()}`);
  database.exec(`CREATE TABLE features (${['fid INTEGER PRIMARY KEY', 'geom BLOB', ...types].join(', ')})`);
  const values = attributes.map((each, index) => valueSql(each, kinds[index], index));
  const copy = database.prepare(
    `INSERT INTO features SELECT ${['fid', 'geom', ...values].join(', ')} FROM raw WHERE fid > ? AND fid <= ?`,
  );
  for (let last = 0; ; last += featuresAtOnce) {
    context.throwIfStopped();
    if (copy.run(last, last + featuresAtOnce).changes === 0) break;
  }
  database.exec('COMMIT; DROP TABLE raw');
}
