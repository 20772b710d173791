import type { DatabaseSync } from 'node:sqlite';
import { registerAttributes } from '../geopackage/register-layer.ts';

/**
 * What analysts say of detections: how each stands, and every change. A review belongs to the detection's identity
 * (record and what tells its detections apart), so that it outlives a re-fetch, a rebuild and a merge of workspaces;
 * `detection_id` is where that detection stands in this file.
 */
export function createReviews(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE reviews (
      detection_id INTEGER PRIMARY KEY NOT NULL,
      record_id TEXT NOT NULL,
      identity TEXT NOT NULL,
      verdict TEXT,
      flagged INTEGER NOT NULL,
      note TEXT NOT NULL,
      reviewer TEXT NOT NULL,
      reviewed_at DATETIME NOT NULL
    );
    CREATE UNIQUE INDEX reviews_by_identity ON reviews (record_id, identity);
    CREATE TABLE review_history (
      id INTEGER PRIMARY KEY,
      record_id TEXT NOT NULL,
      identity TEXT NOT NULL,
      verdict TEXT,
      flagged INTEGER NOT NULL,
      note TEXT NOT NULL,
      reviewer TEXT NOT NULL,
      reviewed_at DATETIME NOT NULL
    );
    CREATE INDEX review_history_by_identity ON review_history (record_id, identity);
  `);
  registerAttributes(database, 'reviews', 'Verdicts, flags and notes on detections');
  registerAttributes(database, 'review_history', 'Every change of a verdict, flag or note');
}
