import type { DatabaseSync } from 'node:sqlite';

/**
 * What this workspace knows of the reviews in its team's database: under which identity the team has a review, the last
 * entry of the team's history that has been seen, and the reviews that disagree with the current one (JSON).
 */
export function createTeamReviews(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE team_reviews (
      id INTEGER PRIMARY KEY,
      record_id TEXT NOT NULL,
      identity TEXT NOT NULL,
      team_identity TEXT NOT NULL,
      seen INTEGER NOT NULL,
      disputing TEXT NOT NULL,
      UNIQUE (record_id, identity)
    );
    CREATE INDEX team_reviews_disputed ON team_reviews (record_id) WHERE disputing <> '[]';
  `);
}
