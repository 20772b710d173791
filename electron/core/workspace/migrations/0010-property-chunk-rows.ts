import type { DatabaseSync } from 'node:sqlite';

/**
 * The columns of properties in a table with row ids (docs/decisions, decision 69): in one without them SQLite reads the
 * whole body of each row that it compares a key with.
 */
export function storePropertyChunksByRow(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE property_chunks RENAME TO former_property_chunks;
    CREATE TABLE property_chunks (
      property_id INTEGER NOT NULL REFERENCES properties (id),
      chunk INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (property_id, chunk)
    );
    INSERT INTO property_chunks SELECT property_id, chunk, body FROM former_property_chunks;
    DROP TABLE former_property_chunks;
  `);
}
