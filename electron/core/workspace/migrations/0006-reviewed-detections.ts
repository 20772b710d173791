import type { DatabaseSync } from 'node:sqlite';
import { createSql } from '../sql.ts';
import { matchFormerReviews } from '../tables/match-former-reviews.ts';

/**
 * The detection that each review belongs to: `detection` is a `ReviewedDetection` as JSON, NULL where it is not known any more;
 * `carried_meters` the distance of the detection to which it has been carried over, NULL where that is equal. Reviews
 * whose detection had only changed its index in the list are matched with it again.
 */
export function addReviewedDetections(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE reviews ADD COLUMN detection TEXT;
    ALTER TABLE reviews ADD COLUMN carried_meters REAL;
  `);
  matchFormerReviews(createSql(database));
}
