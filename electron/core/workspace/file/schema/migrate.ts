import type { DatabaseSync } from 'node:sqlite';
import type { Sql } from '../sql.ts';
import { schemaSteps } from './schema-steps.ts';

/** The schema version that this Sightline writes. */
export const schemaVersion = schemaSteps.length;

/** Creates the tables of a version in an empty database. */
export function createSchemaOfVersion(database: DatabaseSync, version: number): void {
  for (const step of schemaSteps.slice(0, version)) step(database);
}

/** The schema version of an open workspace file: 0 when it is empty, undefined when it is not one of ours. */
export function readSchemaVersion(database: DatabaseSync): number | undefined {
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (isEmpty) return 0;
  const hasMeta = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'app_meta'").get() !== undefined;
  if (!hasMeta) return undefined;
  const row = database.prepare("SELECT value FROM app_meta WHERE key = 'schema_version'").get();
  const version = Number(row?.value);
  return Number.isSafeInteger(version) && version > 0 ? version : undefined;
}

/** Migrates a workspace file, or an empty one, to `schemaVersion` in one transaction. */
export function migrate({ database, transaction }: Sql): void {
  transaction(() => {
    // Read under the write lock: another process may have done it in between.
    // A file without a version is not a workspace, and is left as it is.
    const version = readSchemaVersion(database) ?? schemaVersion;
    if (version < schemaVersion) {
      for (const step of schemaSteps.slice(version)) step(database);
      database
        .prepare("INSERT OR REPLACE INTO app_meta (key, value) VALUES ('schema_version', ?)")
        .run(String(schemaVersion));
    }
  });
}
