import type { DatabaseSync } from 'node:sqlite';

/** Saved searches. Those that were deleted stay, marked, so that they can come back. */
export function createSavedSearches(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE searches (
      search_id TEXT PRIMARY KEY NOT NULL,
      updated_at DATETIME NOT NULL,
      body TEXT NOT NULL,
      deleted_at DATETIME
    ) WITHOUT ROWID;
  `);
}
