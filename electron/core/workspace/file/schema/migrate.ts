import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { explainError } from '../../../../../shared/error-text.ts';
import { planPart } from '../../../base/part-files.ts';
import { setAsideName } from '../set-file-aside.ts';
import { explainSqliteError, type Sql } from '../sql.ts';
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

/** Number of copies of one workspace that are retained. */
const maxCopies = 2;
const reason = 'before-update';

/**
 * Saves a copy of the open workspace file next to it before a migration, so that an older Sightline can still open the
 * state from before the update. The two newest copies of a file are retained. Throws when the copy cannot be written; the
 * file must then not be migrated.
 */
export function saveCopyBeforeMigration(file: string, database: DatabaseSync): void {
  const { part, target } = planPart(setAsideName(file, reason));
  try {
    database.prepare('VACUUM INTO ?').run(part);
    renameSync(part, target);
  } catch (error) {
    if (existsSync(part)) rmSync(part);
    const { message } = explainError(explainSqliteError(error), 'It could not be written.');
    throw new Error(
      `${path.basename(file)} was not brought up to date, because no copy of it could be saved in ${path.dirname(file)} before. ${message}`,
      { cause: error },
    );
  }
  removeOldCopies(file);
}

/** The names contain the time, so that they sort by it. */
function removeOldCopies(file: string): void {
  const folder = path.dirname(file);
  const prefix = `${path.basename(file, '.gpkg')}.${reason}-`;
  const copies = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith('.gpkg'));
  for (const name of copies.toSorted().slice(0, -maxCopies)) rmSync(path.join(folder, name), { force: true });
}
