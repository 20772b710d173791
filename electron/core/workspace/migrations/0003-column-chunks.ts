import type { DatabaseSync } from 'node:sqlite';

/**
 * Columns of the detections beside their rows, in chunks of 8,192 ids (`columns/`), so that a million of them are read
 * at once; raw records in blocks that are compressed together; and which record came with which fetch.
 */
export function createColumnChunks(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE detection_chunks (
      chunk INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      body BLOB
    );
    CREATE TABLE properties (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE property_chunks (
      property_id INTEGER NOT NULL REFERENCES properties (id),
      chunk INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (property_id, chunk)
    ) WITHOUT ROWID;
    CREATE TABLE fetch_records (
      fetch_id TEXT NOT NULL,
      record_key INTEGER NOT NULL REFERENCES records (id) ON DELETE CASCADE,
      outcome TEXT NOT NULL,
      PRIMARY KEY (fetch_id, record_key)
    ) WITHOUT ROWID;
    ALTER TABLE records ADD COLUMN fields TEXT NOT NULL DEFAULT 'all';
    ALTER TABLE records ADD COLUMN page_offset INTEGER;
  `);
}
