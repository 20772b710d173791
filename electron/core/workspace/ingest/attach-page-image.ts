import type { Sql } from '../sql.ts';

/** The schema under which a page's image is attached while the page is written. */
const schema = 'arrived';

/**
 * Lets statements read a page's image as `arrived.records`, `arrived.detections` and so on during `action`. To be
 * called outside of transactions.
 */
export function withAttachedImage<T>(sql: Sql, image: Uint8Array | undefined, action: () => T): T {
  if (!image) return action();
  sql.database.exec(`ATTACH ':memory:' AS ${schema}`);
  try {
    sql.deserialize(schema, image);
    return action();
  } finally {
    sql.database.exec(`DETACH ${schema}`);
  }
}
