import type { Sql } from '../sql.ts';

/** The schema under which a page's image is attached while the page is written. */
const schema = 'arrived';

/**
 * Lets statements read a page's image as `arrived.records`, `arrived.detections` and so on while `work` is done. To be
 * called outside of transactions.
 */
export function withImage<T>(sql: Sql, image: Uint8Array | undefined, work: () => T): T {
  if (!image) return work();
  sql.database.exec(`ATTACH ':memory:' AS ${schema}`);
  try {
    sql.deserialize(schema, image);
    return work();
  } finally {
    sql.database.exec(`DETACH ${schema}`);
  }
}
