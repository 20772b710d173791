import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { explainError } from '../../../../../shared/error-text.ts';
import { planPart } from '../../../base/part-files.ts';
import { setAsideName } from '../set-file-aside.ts';
import { explainSqliteError } from '../sql.ts';

/** How many copies of one workspace are retained. */
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
