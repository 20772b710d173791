import type { DatabaseSync } from 'node:sqlite';
import { registerAttributes } from '../geopackage/register-layer.ts';

/**
 * Adds saved searches, columns of each fetch for the history, and the differences of changed records. Rows of deleted
 * searches and of fetches that were dismissed or cleared remain, marked: a search can be restored, and a fetch records
 * what its search has returned.
 */
export function createSavedSearches(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE searches (
      id INTEGER PRIMARY KEY,
      search_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      updated_at DATETIME NOT NULL,
      body TEXT NOT NULL,
      deleted_at DATETIME
    );
    ALTER TABLE fetches ADD COLUMN state TEXT;
    ALTER TABLE fetches ADD COLUMN updated_at DATETIME;
    ALTER TABLE fetches ADD COLUMN frozen_at DATETIME;
    ALTER TABLE fetches ADD COLUMN title TEXT;
    ALTER TABLE fetches ADD COLUMN query_text TEXT;
    ALTER TABLE fetches ADD COLUMN search_id TEXT;
    ALTER TABLE fetches ADD COLUMN search_revision INTEGER;
    ALTER TABLE fetches ADD COLUMN run_kind TEXT;
    ALTER TABLE fetches ADD COLUMN dismissed_at DATETIME;
    ALTER TABLE fetches ADD COLUMN cleared_at DATETIME;
    UPDATE fetches SET
      state = fetch ->> '$.job.state',
      updated_at = fetch ->> '$.job.updatedAt',
      frozen_at = fetch ->> '$.frozenAt',
      title = fetch ->> '$.job.title',
      query_text = fetch ->> '$.job.fetch.queryText';
    CREATE INDEX fetches_by_time ON fetches (started_at);
    CREATE INDEX fetches_by_search ON fetches (search_id, started_at);
    CREATE TABLE record_changes (
      fetch_id TEXT NOT NULL,
      record_key INTEGER NOT NULL REFERENCES records (id) ON DELETE CASCADE,
      changed_at DATETIME NOT NULL,
      difference TEXT NOT NULL,
      PRIMARY KEY (fetch_id, record_key)
    ) WITHOUT ROWID;
  `);
  registerAttributes(database, 'searches', 'Saved searches');
}
