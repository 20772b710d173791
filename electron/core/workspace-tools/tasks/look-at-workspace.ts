import { DatabaseSync } from 'node:sqlite';
import type { WorkspaceLook } from '../../../../shared/workspace/workspace-file.ts';
import { textCell } from '../../workspace/cells.ts';
import { readSchemaVersion, schemaVersion } from '../../workspace/migrations/migrate.ts';
import { sqliteCode, sqliteCodes } from '../../workspace/sql.ts';
import { workspaceNameKey } from '../workspace-name.ts';
import { countWorkspace } from './workspace-counts.ts';

/** Says what a file is without changing it. Throws only where the disk itself fails. */
export function lookAtWorkspace(path: string): WorkspaceLook {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 500 });
    return lookInto(database);
  } catch (error) {
    const refused = refusals[sqliteCode(error) ?? 0];
    if (refused) return refused;
    throw error;
  } finally {
    database?.close();
  }
}

/** The name that its analyst gave to an open workspace, or null. */
export function nameOfWorkspace(database: DatabaseSync): string | null {
  const row = database.prepare('SELECT value FROM settings WHERE key = ?').get(workspaceNameKey);
  return row ? textCell(row, 'value') : null;
}

function lookInto(database: DatabaseSync): WorkspaceLook {
  const version = readSchemaVersion(database);
  if (version === undefined) {
    return {
      kind: 'other',
      reason:
        'It is a database of another program, not a workspace of Sightline. Areas in a GeoPackage can be brought in from QGIS as GeoJSON.',
    };
  }
  if (version === 0) return { kind: 'other', reason: 'The file is empty. Begin a new workspace instead.' };
  return {
    kind: 'workspace',
    name: nameOfWorkspace(database),
    schemaVersion: version,
    age: version > schemaVersion ? 'newer' : version < schemaVersion ? 'older' : 'current',
    counts: countWorkspace(database),
  };
}

const damaged: WorkspaceLook = {
  kind: 'damaged',
  reason: 'The file is damaged. What can still be read of it can be rescued into a new workspace.',
};

const refusals: Readonly<Record<number, WorkspaceLook>> = {
  [sqliteCodes.notADatabase]: {
    kind: 'damaged',
    reason:
      'The file is no SQLite database, or its beginning is destroyed. If it was a workspace, what can still be read of it can be rescued.',
  },
  [sqliteCodes.corrupt]: damaged,
  // SQLITE_ERROR: its schema cannot be understood.
  1: damaged,
  [sqliteCodes.busy]: {
    kind: 'locked',
    reason: 'The file is locked by another program. Close it there and try again.',
  },
  [sqliteCodes.cantOpen]: {
    kind: 'locked',
    reason: 'The file cannot be opened. Check that it is still there and may be read.',
  },
  [sqliteCodes.readOnly]: {
    kind: 'locked',
    reason:
      'The file was not closed in order, and its folder may not be written, so it cannot be made whole. Copy it to another folder, together with the files beside it that have its name, and open it there.',
  },
};
