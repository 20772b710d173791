import type { DatabaseSync } from 'node:sqlite';
import { detectionTables } from '../detection-tables.ts';

/** `fid >> 13` is `chunkOf(fid)`: 2¹³ is the size of a chunk. */
const markDirty = (fid: string) => `
  INSERT INTO detection_chunks (chunk, version, body) VALUES (${fid} >> 13, 1, NULL)
    ON CONFLICT (chunk) DO UPDATE SET version = version + 1, body = NULL;`;

/** Other programs know a record by its id. */
const fillInRecordKey = (table: string) => `
  UPDATE ${table} SET record_key = (SELECT id FROM records WHERE records.record_id = NEW.record_id)
    WHERE fid = NEW.fid;`;

/**
 * Creates the triggers that mark a chunk as dirty when its rows change, by any program. They call no custom
 * SQL function, so that other programs can write. They also fill in `record_key`.
 */
export function createChunkTriggers(database: DatabaseSync): void {
  createInsertTriggers(database);
  for (const table of detectionTables) {
    database.exec(`
      CREATE TRIGGER ${table}_chunk_update AFTER UPDATE ON ${table}
      BEGIN ${markDirty('OLD.fid')} ${markDirty('NEW.fid')}
      END;
      CREATE TRIGGER ${table}_record_key AFTER UPDATE OF record_id ON ${table}
      BEGIN ${fillInRecordKey(table)}
      END;
      CREATE TRIGGER ${table}_chunk_delete AFTER DELETE ON ${table}
      BEGIN ${markDirty('OLD.fid')}
      END;
    `);
  }
}

/** Creates the triggers for added rows, which an ingest drops for the duration of its transaction. */
export function createInsertTriggers(database: DatabaseSync): void {
  for (const table of detectionTables) {
    database.exec(`
      CREATE TRIGGER ${table}_chunk_insert AFTER INSERT ON ${table}
      BEGIN ${fillInRecordKey(table)} ${markDirty('NEW.fid')}
      END;
    `);
  }
}

/** Takes those triggers away; to be undone in the same transaction. */
export function dropInsertTriggers(database: DatabaseSync): void {
  for (const table of detectionTables) database.exec(`DROP TRIGGER ${table}_chunk_insert`);
}
