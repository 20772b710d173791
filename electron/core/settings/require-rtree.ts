import { DatabaseSync } from 'node:sqlite';

/** The SQLite of this Node.js cannot hold a workspace. */
export class SqliteUnusable extends Error {}

/** Throws `SqliteUnusable` when the SQLite of this Node.js lacks R-tree, the spatial index of a GeoPackage. */
export function requireRTree(database: DatabaseSync = new DatabaseSync(':memory:')): void {
  try {
    database.exec('CREATE VIRTUAL TABLE probe USING rtree(id, low, high)');
  } catch (cause) {
    const message =
      'The SQLite of this Node.js has no R-tree, which the index of each workspace needs. Start Sightline with a Node.js from nodejs.org, or install the package of Sightline.';
    throw new SqliteUnusable(message, { cause });
  } finally {
    database.close();
  }
}
