import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { constants, type ZstdOptions, zstdCompress } from 'node:zlib';
import { formatQuantity } from '../../../shared/format.ts';
import { brandOfQuery } from '../../../shared/results/brand-of-query.ts';
import { maxRecordBytes } from '../../../shared/results/query.ts';
import type { CallContext } from '../base/thread-protocol.ts';
import { closeDatabase, createSql, type Sql } from '../workspace/file/sql.ts';
import { openReader } from '../workspace/open/open-database.ts';
import { createCopyRows } from './copy-rows.ts';
import { checkTeam } from './migrations/migrate-team.ts';
import { type TeamDatabase, type TeamQuery, withTeamDatabase } from './pg-client.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { sqlStateOf, TeamError } from './team-failure.ts';
import type { PublishedWorkspace, PublishProgress, PublishRequest } from './team-protocol.ts';
import {
  countLocalRecords,
  countUnpublished,
  type DetectionLayer,
  type DetectionNotes,
  detectionLayers,
  type LocalDetection,
  type LocalRecord,
  readBytes,
  readCollectionTimes,
  readLocalRecords,
  readTeamDetections,
} from './workspace-records.ts';

/** Records that are compared in one query. */
const comparedRecords = 10_000;
/** Most records of one transaction, and about the most bytes that they have in all. */
const chunkRecords = 500;
const chunkBytes = maxRecordBytes;

const compress = promisify<Uint8Array, ZstdOptions, Uint8Array>(zstdCompress);
/** Records become smaller by level 1 than by the default, 3, in half the time. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * The data that all steps of one publication use. `months`: those whose partitions exist. `checks.properties`: whether
 * properties are checked before they are sent, which is so once the server has refused a value.
 */
type Publication = {
  readonly sql: Sql;
  readonly database: TeamDatabase;
  readonly throwIfStopped: () => void;
  readonly progress: (progress: PublishProgress) => void;
  readonly months: Set<string>;
  readonly checks: { properties: boolean };
  readonly detectionNotes: DetectionNotes;
  readonly notes: string[];
  readonly counts: { records: number; compared: number; published: number; detections: number };
};

/**
 * Publishes the records of a workspace that the team database does not have, or has in an older version. No progress is
 * stored: after an interruption the committed records stay, and the next publication finds them by comparison. Throws
 * `TeamError`.
 */
export async function publishToDatabase(
  { connection, workspacePath }: PublishRequest,
  { throwIfStopped, progress, signal }: CallContext<PublishProgress>,
): Promise<PublishedWorkspace> {
  const { database: file } = openReader(workspacePath);
  try {
    file.exec('PRAGMA cache_size = -8192; BEGIN');
    const sql = createSql(file);
    return await withTeamDatabase({ connection, signal }, async (database) => {
      await database.transaction((query) => checkTeam(query, 'write'));
      const publication: Publication = {
        ...{ sql, database, throwIfStopped, progress },
        months: new Set(),
        checks: { properties: false },
        detectionNotes: { leftOut: 0, changedProperties: 0 },
        notes: [],
        counts: { records: countLocalRecords(sql), compared: 0, published: 0, detections: 0 },
      };
      const unpublished = countUnpublished(sql);
      if (unpublished > 0) {
        publication.notes.push(
          `Not published: ${formatQuantity(unpublished, 'record')} with a choice of single fields, which the team database cannot store.`,
        );
      }
      await publishRecords(publication);
      // Also those that a publication which was interrupted has left without.
      while (await indexPartition(database)) throwIfStopped();
      const months = [...publication.months];
      if (publication.counts.published > 0) {
        await database.transaction(({ rows }) => rows('SELECT sightline.analyze_months($1)', months));
      }
      return describe(publication);
    });
  } finally {
    closeDatabase(file);
  }
}

/** Creates the spatial index of one partition without; returns whether there was one. */
async function indexPartition(database: TeamDatabase): Promise<boolean> {
  const [row] = await retryConflicts(() => database.rows('SELECT sightline.index_partition() AS is_made'));
  return row?.is_made === true;
}

async function publishRecords(publication: Publication): Promise<void> {
  const { sql, counts } = publication;
  for (let last = 0; ; ) {
    const records = readLocalRecords(sql, last, comparedRecords, brandOfQuery);
    const end = records.at(-1);
    if (!end) return;
    last = end.key;
    const missing = await findMissing(publication, records);
    counts.compared += records.length;
    for (let from = 0; from < missing.length; from += chunkRecords) {
      for (const chunk of readChunks(publication, missing.slice(from, from + chunkRecords))) {
        publication.throwIfStopped();
        await publishChunk(publication, chunk);
        const { detections: _detections, ...done } = counts;
        publication.progress(done);
      }
    }
  }
}

async function findMissing(
  { database, notes }: Publication,
  records: readonly LocalRecord[],
): Promise<readonly LocalRecord[]> {
  const storable = records.filter(({ recordId }) => !recordId.includes('\0'));
  const refused = records.length - storable.length;
  if (refused > 0) {
    notes.push(
      `Not published: ${formatQuantity(refused, 'record')} with the character NUL in the id, which PostgreSQL cannot store.`,
    );
  }
  const rows = await database.transaction((query) =>
    query.rows(
      'SELECT sightline.missing_records($1, $2, $3, $4) AS position',
      storable.map(({ recordId }) => recordId),
      storable.map(({ contentHash }) => Buffer.from(contentHash)),
      storable.map(({ fetchedAt }) => fetchedAt),
      storable.map(({ completeness }) => completeness),
    ),
  );
  return rows.flatMap(({ position }) => storable[Number(position) - 1] ?? []);
}

/** A record with its raw bytes. */
type ChunkRecord = LocalRecord & { readonly bytes: Uint8Array };

function* readChunks(
  { sql, notes }: Publication,
  records: readonly LocalRecord[],
): Generator<readonly ChunkRecord[]> {
  const bytesOf = readBytes(sql, records, (recordId) =>
    notes.push(`The record ${recordId} was not published: it is damaged in the workspace's file.`),
  );
  let chunk: ChunkRecord[] = [];
  let length = 0;
  for (const record of records) {
    const bytes = bytesOf.get(record.key);
    if (!bytes) continue;
    if (chunk.length > 0 && length + bytes.length > chunkBytes) {
      yield chunk;
      chunk = [];
      length = 0;
    }
    chunk.push({ ...record, bytes });
    length += bytes.length;
  }
  if (chunk.length > 0) yield chunk;
}

/**
 * Publishes records in one transaction. When the server refuses a value, publishes them with checked properties; when it
 * still does, each half of the records separately.
 */
async function publishChunk(publication: Publication, chunk: readonly ChunkRecord[]): Promise<void> {
  const { sql, database, checks, counts, notes } = publication;
  const keys = chunk.map(({ key }) => key);
  try {
    const body = await compress(Buffer.concat(chunk.map(({ bytes }) => bytes)), compression);
    await createMonths(publication, keys);
    const published = await retryConflicts(() =>
      database.transaction((query) => writeChunk(query, sql, { chunk, body, isChecked: checks.properties })),
    );
    counts.published += published.records;
    counts.detections += published.detections;
    publication.detectionNotes.leftOut += published.notes.leftOut;
    publication.detectionNotes.changedProperties += published.notes.changedProperties;
  } catch (error) {
    if (!isAboutValues(error)) throw error;
    if (!checks.properties) {
      checks.properties = true;
      return publishChunk(publication, chunk);
    }
    const [first] = chunk;
    if (chunk.length === 1 && first) {
      notes.push(`The record ${first.recordId} was not published: ${(error as Error).message}`);
      return;
    }
    const half = Math.ceil(chunk.length / 2);
    await publishChunk(publication, chunk.slice(0, half));
    await publishChunk(publication, chunk.slice(half));
  }
}

/** Creates the partitions for the detections of these records. */
async function createMonths({ sql, database, months }: Publication, keys: readonly number[]): Promise<void> {
  const times = detectionLayers.flatMap((layer) => readCollectionTimes(sql, layer, keys));
  const unknown = [...new Set(times.flatMap((time) => monthOf(time) ?? []))].filter(
    (month) => !months.has(month),
  );
  if (unknown.length === 0) return;
  // In a separate transaction, since creating a partition waits for all transactions that write to the table.
  await retryConflicts(() =>
    database.transaction(({ rows }) => rows('SELECT sightline.create_months($1)', unknown)),
  );
  for (const month of unknown) months.add(month);
}

type Chunk = {
  readonly chunk: readonly ChunkRecord[];
  readonly body: Uint8Array;
  readonly isChecked: boolean;
};

async function writeChunk({ rows, copy }: TeamQuery, sql: Sql, { chunk, body, isChecked }: Chunk) {
  let offset = 0;
  const offsets = chunk.map(({ bytes }) => {
    const start = offset;
    offset += bytes.length;
    return start;
  });
  const [row] = await rows(
    'SELECT positions, record_keys FROM sightline.publish_records($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    'zstd',
    offset,
    body,
    chunk.map(({ recordId }) => recordId),
    chunk.map(({ contentHash }) => Buffer.from(contentHash)),
    chunk.map(({ fetchedAt }) => fetchedAt),
    chunk.map(({ brand }) => brand),
    chunk.map(({ completeness }) => completeness),
    offsets,
    chunk.map(({ bytes }) => bytes.length),
  );
  const positions = (row?.positions ?? []) as readonly number[];
  const teamKeys = (row?.record_keys ?? []) as readonly string[];
  const notes: DetectionNotes = { leftOut: 0, changedProperties: 0 };
  // Another user has published all of these records since the comparison.
  if (positions.length === 0) return { records: 0, detections: 0, notes };
  // In the order of the team's keys, in which the server adds rows to its index in half the time.
  const saved = positions
    .map((position, index) => ({ key: chunk[position - 1]?.key ?? 0, teamKey: Number(teamKeys[index]) }))
    .sort((one, other) => one.teamKey - other.teamKey);
  const teamKeyOf = new Map(saved.map(({ key, teamKey }) => [key, teamKey]));
  const keys = saved.map(({ key }) => key);
  let detections = 0;
  for (const layer of detectionLayers) {
    const found = readTeamDetections({ sql, layer, keys, isChecked }, notes);
    const pieces = encodeDetections(found, teamKeyOf);
    detections += await copy(copyStatement(layer), pieces);
  }
  // Adds the revision now, by a statement that can be cancelled, instead of at the commit.
  await rows('SET CONSTRAINTS ALL IMMEDIATE');
  return { records: positions.length, detections, notes };
}

function copyStatement(layer: DetectionLayer): string {
  return `COPY sightline.${layer} (detection_id, geom, collected_at, uploaded_at, confidence, analytic, region,
    sensor_name, chip_identifier, properties) FROM STDIN (FORMAT binary)`;
}

/** Encodes detections as they are read, so that the server writes rows while the next ones are read. */
function* encodeDetections(
  detections: Iterable<LocalDetection>,
  teamKeyOf: ReadonlyMap<number, number>,
): Generator<Uint8Array> {
  const rows = createCopyRows();
  for (const detection of detections) {
    rows.row(10);
    rows.bigint((teamKeyOf.get(detection.recordKey) ?? 0) * 2 ** 20 + detection.position);
    rows.hex(detection.geometry);
    rows.timestamp(detection.collectedAt);
    rows.timestamp(detection.uploadedAt);
    rows.double(detection.confidence);
    rows.text(detection.analytic);
    rows.text(detection.region);
    rows.text(detection.sensorName);
    rows.text(detection.chipIdentifier);
    rows.jsonb(detection.properties);
    yield* rows.takeFull();
  }
  yield* rows.finish();
}

/**
 * Returns the first day of the month in UTC, as PostgreSQL's `date`. Undefined outside of 2000 to 2099, which has no
 * partitions.
 */
function monthOf(time: number | null): string | undefined {
  if (time === null) return undefined;
  const date = new Date(time);
  const year = date.getUTCFullYear();
  if (year < 2000 || year >= 2100) return undefined;
  return `${year}-${String(date.getUTCMonth() + 1).padStart(2, '0')}-01`;
}

/**
 * Whether the server refused a value or the size of a record: classes 22, 23 and 54 of SQLSTATE, and XX000 of PostGIS.
 * PostgreSQL itself reports XX000 for failures that concern no value, such as a file that cannot grow.
 */
function isAboutValues(error: unknown): boolean {
  if (error instanceof TeamError || !(error instanceof Error)) return false;
  const state = sqlStateOf(error) ?? '';
  return state === 'XX000'
    ? 'file' in error && String(error.file).startsWith('lwgeom')
    : /^(22|23|54)/.test(state);
}

function describe({ counts, notes, detectionNotes }: Publication): PublishedWorkspace {
  const { leftOut, changedProperties } = detectionNotes;
  const all = [...notes];
  if (leftOut > 0) {
    all.push(
      `Not visible in other GIS: ${formatQuantity(leftOut, 'detection')} whose geometry cannot be read or whose index in the record is 1,048,576 or more. The records were published.`,
    );
  }
  if (changedProperties > 0) {
    all.push(
      `Other properties or none in other GIS: ${formatQuantity(changedProperties, 'detection')} with values that PostgreSQL cannot store. The records were published as received.`,
    );
  }
  const { records, published, detections } = counts;
  return { records, published, detections, notes: all };
}
