import type { DatabaseSync } from 'node:sqlite';

const tables = ['detections', 'detection_areas'] as const;

/** `fid >> 13` is `chunkOf(fid)`: 2¹³ is the size of a chunk. */
const markDirty = (fid: string) => `
  INSERT INTO detection_chunks (chunk, version, body) VALUES (${fid} >> 13, 1, NULL)
    ON CONFLICT (chunk) DO UPDATE SET version = version + 1, body = NULL;`;

/** Other programs know a record by its id. */
const fillInRecordKey = (table: string) => `
  UPDATE ${table} SET record_key = (SELECT id FROM records WHERE records.record_id = NEW.record_id)
    WHERE fid = NEW.fid;`;

/**
 * Makes the triggers that mark a chunk as no longer true to its rows, whoever changes them. They call no function of
 * ours, so that other programs can write. They also keep `record_key`.
 */
export function createChunkTriggers(database: DatabaseSync): void {
  createInsertTriggers(database);
  for (const table of tables) {
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

/** Makes the triggers for added rows, which an ingest has dropped for as long as its transaction lasts. */
export function createInsertTriggers(database: DatabaseSync): void {
  for (const table of tables) {
    database.exec(`
      CREATE TRIGGER ${table}_chunk_insert AFTER INSERT ON ${table}
      BEGIN ${fillInRecordKey(table)} ${markDirty('NEW.fid')}
      END;
    `);
  }
}

/** Takes those triggers away; to be undone in the same transaction. */
export function dropInsertTriggers(database: DatabaseSync): void {
  for (const table of tables) database.exec(`DROP TRIGGER ${table}_chunk_insert`);
}
