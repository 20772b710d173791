import type { DatabaseSync } from 'node:sqlite';
import type { Sql } from '../sql.ts';
import { createFirstTables } from './0001-first-tables.ts';
import { createOrderDrafts } from './0002-order-drafts.ts';
import { createColumnChunks } from './0003-column-chunks.ts';
import { createSavedSearches } from './0004-saved-searches.ts';
import { createReviews } from './0005-reviews.ts';
import { addReviewedDetections } from './0006-reviewed-detections.ts';
import { addGenerationTimes } from './0007-generation-times.ts';
import { createTeamReviews } from './0008-team-reviews.ts';
import { addProcessorParameters } from './0009-processor-parameters.ts';
import { storePropertyChunksByRow } from './0010-property-chunk-rows.ts';

/** What each version of the workspace schema adds, in order; forward only. Version n is the n-th entry. */
const migrations: readonly ((database: DatabaseSync) => void)[] = [
  createFirstTables,
  createOrderDrafts,
  createColumnChunks,
  createSavedSearches,
  createReviews,
  addReviewedDetections,
  addGenerationTimes,
  createTeamReviews,
  addProcessorParameters,
  storePropertyChunksByRow,
];

/** The schema version that this Sightline writes. */
export const schemaVersion = migrations.length;

/** Creates the tables of a version in an empty database. */
export function createSchema(database: DatabaseSync, version: number): void {
  for (const migration of migrations.slice(0, version)) migration(database);
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
      for (const migration of migrations.slice(version)) migration(database);
      database
        .prepare("INSERT OR REPLACE INTO app_meta (key, value) VALUES ('schema_version', ?)")
        .run(String(schemaVersion));
    }
  });
}
