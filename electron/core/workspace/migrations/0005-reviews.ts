import type { DatabaseSync } from 'node:sqlite';
import { registerAttributes } from '../geopackage/register-layer.ts';

/**
 * Reviews of detections: the current state, every change, and which changes were made at once. A review belongs
 * to the detection's identity (record and what distinguishes its detections), so that it survives a re-fetch, a rebuild
 * and a merge of workspaces; `detection_id` is that detection's id in this file.
 *
 * `changed_in` is the version of the reviews that a row is of, so that what has changed is found without reading all.
 * `former` is the review before a change, as JSON, NULL where there was none; a history entry without a batch was made in
 * another workspace.
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
      reviewed_at DATETIME NOT NULL,
      changed_in INTEGER NOT NULL DEFAULT 0
    );
    CREATE UNIQUE INDEX reviews_by_identity ON reviews (record_id, identity);
    CREATE INDEX reviews_by_change ON reviews (changed_in);
    CREATE TABLE review_history (
      id INTEGER PRIMARY KEY,
      record_id TEXT NOT NULL,
      identity TEXT NOT NULL,
      verdict TEXT,
      flagged INTEGER NOT NULL,
      note TEXT NOT NULL,
      reviewer TEXT NOT NULL,
      reviewed_at DATETIME NOT NULL,
      batch TEXT,
      former TEXT
    );
    CREATE INDEX review_history_by_identity ON review_history (record_id, identity);
    CREATE INDEX review_history_by_batch ON review_history (batch) WHERE batch IS NOT NULL;
    CREATE TABLE review_batches (
      id INTEGER PRIMARY KEY,
      batch TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      undoes TEXT,
      reviewer TEXT NOT NULL,
      made_at DATETIME NOT NULL,
      changed INTEGER NOT NULL
    );
    CREATE INDEX review_batches_by_undoes ON review_batches (undoes) WHERE undoes IS NOT NULL;
  `);
  registerAttributes(database, 'reviews', 'Verdicts, flags and notes on detections');
  registerAttributes(database, 'review_history', 'Every change of a verdict, flag or note');
  registerAttributes(database, 'review_batches', 'Which of these changes were made at once');
}
