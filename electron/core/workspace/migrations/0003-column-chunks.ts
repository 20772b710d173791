import type { DatabaseSync } from 'node:sqlite';
import { createChunkTriggers } from '../columns/chunk-triggers.ts';

/**
 * Columns of the detections beside their rows, in chunks of 8,192 ids (`columns/`), so that a million of them are read
 * at once; raw records in blocks that are compressed together; and which record came with which fetch.
 */
export function createColumnChunks(database: DatabaseSync): void {
  addRecordKeys(database);
  createChunkTables(database);
  createRawBlocks(database);
  createFetchRecords(database);
  dropIndexesOfColumns(database);
}

/**
 * Detections are found by their record's number: an index on its UUID costs a quarter of a row's whole insert. Triggers
 * fill it in for other programs.
 */
function addRecordKeys(database: DatabaseSync): void {
  for (const table of ['detections', 'detection_areas']) {
    database.exec(`
      DROP INDEX ${table}_by_record;
      ALTER TABLE ${table} ADD COLUMN record_key INTEGER;
      UPDATE ${table} SET record_key = (SELECT id FROM records WHERE records.record_id = ${table}.record_id);
      CREATE INDEX ${table}_by_record_key ON ${table} (record_key);
    `);
  }
}

/**
 * `version` of a chunk grows with each change of it, and only grows. `body` is NULL while the rows have changed and the
 * columns have not been rebuilt: they are then to be read from the rows, its `property_chunks` ignored.
 *
 * `properties` lists the known property names, up to a limit; only those with `has_chunks` have columns. A
 * chunk without a column of such a property has no detection with it. Whether names were omitted from the list is in
 * `app_meta` under `properties_unlisted`.
 */
function createChunkTables(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE detection_chunks (
      chunk INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      body BLOB
    );
    CREATE TABLE properties (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      has_chunks INTEGER NOT NULL
    );
    CREATE TABLE property_chunks (
      property_id INTEGER NOT NULL REFERENCES properties (id),
      chunk INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (property_id, chunk)
    ) WITHOUT ROWID;
    INSERT INTO detection_chunks (chunk, version, body)
      SELECT fid >> 13, 1, NULL FROM detections UNION SELECT fid >> 13, 1, NULL FROM detection_areas;
  `);
  createChunkTriggers(database);
}

/**
 * A raw record is the bytes `raw_offset … raw_offset + raw_length` of what its block holds once decompressed; without
 * a length, all from the offset on. `codec` is `zstd` or `deflate` (RFC 1951, raw).
 */
function createRawBlocks(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE raw_blocks (
      block INTEGER PRIMARY KEY,
      codec TEXT NOT NULL,
      body BLOB NOT NULL
    );
    ALTER TABLE records ADD COLUMN raw_block INTEGER;
    ALTER TABLE records ADD COLUMN raw_offset INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE records ADD COLUMN raw_length INTEGER;
    INSERT INTO raw_blocks (block, codec, body) SELECT record_key, 'deflate', body FROM record_raw;
    UPDATE records SET raw_block = id WHERE id IN (SELECT record_key FROM record_raw);
    DROP TABLE record_raw;
  `);
}

/**
 * `outcome` is what the record was to its fetch: `new`, `changed` or `unchanged`. A page whose bytes were seen before need
 * not be parsed again: `records` has key and hash of each of its records (`ingest/seen-pages.ts`).
 */
function createFetchRecords(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE fetch_records (
      fetch_id TEXT NOT NULL,
      record_key INTEGER NOT NULL REFERENCES records (id) ON DELETE CASCADE,
      outcome TEXT NOT NULL,
      PRIMARY KEY (fetch_id, record_key)
    ) WITHOUT ROWID;
    CREATE INDEX fetch_records_by_record ON fetch_records (record_key);
    INSERT INTO fetch_records (fetch_id, record_key, outcome)
      SELECT last_fetch_id, id, 'unchanged' FROM records;
    CREATE TABLE seen_pages (
      body_hash BLOB NOT NULL,
      brand TEXT NOT NULL,
      pagination TEXT NOT NULL,
      records BLOB NOT NULL,
      PRIMARY KEY (body_hash, brand)
    ) WITHOUT ROWID;
    ALTER TABLE records DROP COLUMN last_fetch_id;
    ALTER TABLE records ADD COLUMN fields TEXT NOT NULL DEFAULT 'all';
    ALTER TABLE records ADD COLUMN page_offset INTEGER;
  `);
}

/** The columns serve these queries faster than the indexes did, which made up half of the cost of a row. */
function dropIndexesOfColumns(database: DatabaseSync): void {
  for (const table of ['detections', 'detection_areas']) {
    for (const column of ['analytic', 'region', 'time', 'sensor', 'confidence']) {
      database.exec(`DROP INDEX ${table}_by_${column}`);
    }
  }
}
