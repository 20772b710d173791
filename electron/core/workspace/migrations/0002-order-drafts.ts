import type { DatabaseSync } from 'node:sqlite';

/** Drafts and templates of orders. Deleted ones remain, marked, so that they can be restored. */
export function createOrderDrafts(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE order_drafts (
      draft_id TEXT PRIMARY KEY,
      updated_at DATETIME NOT NULL,
      body TEXT NOT NULL,
      deleted_at DATETIME
    );
  `);
}
