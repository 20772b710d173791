import { DatabaseSync } from 'node:sqlite';
import type { WorkspaceInspection } from '../../../../shared/workspace/workspace-file.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { readCaseFacts } from '../../exchange/case/case-contents.ts';
import { numberCell, textCell } from '../../workspace/file/cells.ts';
import { readSchemaVersion, schemaVersion } from '../../workspace/file/schema/migrate.ts';
import { createSql, isContentError, sqliteCode, sqliteCodes } from '../../workspace/file/sql.ts';
import { fileIdSetting } from '../../workspace/open/workspace-file-id.ts';
import { workspaceNameKey } from '../../workspace/read/workspace-name.ts';
import type { SchemaCheck } from '../../workspace/safety/check-schema.ts';
import { describeForeignDatabase } from '../../workspace/safety/describe-foreign-database.ts';
import { openForeign } from '../../workspace/safety/open-foreign.ts';
import { findSafetyCopy } from './read-safety-copy.ts';
import { countWorkspace } from './workspace-counts.ts';

/**
 * Inspects files without changing them. Progress counts the files that are done. With `isThorough` every page of a file
 * is read, so that a file whose pages go round in circles is found out before it is used.
 */
export function inspectWorkspaces(
  { paths, isThorough }: { readonly paths: readonly string[]; readonly isThorough: boolean },
  context: ToolContext,
): readonly WorkspaceInspection[] {
  return paths.map((path, index) => {
    const inspection = inspectWorkspace(path, isThorough);
    context.progress({ done: index + 1, total: paths.length, unit: 'steps' });
    return inspection;
  });
}

/** Inspects a file, also where it cannot be read. */
export function inspectWorkspace(path: string, isThorough = false): WorkspaceInspection {
  let database: DatabaseSync | undefined;
  try {
    const foreign = openForeign(path, 500);
    ({ database } = foreign);
    const { schema } = foreign;
    const isRead = isThorough && schema.kind === 'workspace';
    if (isRead && database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') return damaged;
    return inspectDatabase(database, schema);
  } catch (error) {
    const code = sqliteCode(error) ?? 0;
    const refused = isContentError(error) && code !== sqliteCodes.notADatabase ? damaged : refusals[code];
    if (refused) return refused;
    throw error;
  } finally {
    database?.close();
  }
}

/** The name that its analyst gave to an open workspace, or null. */
export function readWorkspaceName(database: DatabaseSync): string | null {
  const row = database.prepare('SELECT value FROM settings WHERE key = ?').get(workspaceNameKey);
  return row ? textCell(row, 'value') : null;
}

function inspectDatabase(database: DatabaseSync, schema: SchemaCheck): WorkspaceInspection {
  if (schema.kind === 'other') {
    return {
      kind: 'other',
      reason: `${describeForeignDatabase(database)} To import areas of it, export them from QGIS as GeoJSON.`,
    };
  }
  if (schema.kind === 'empty')
    return { kind: 'other', reason: 'The file is empty. Begin a new workspace instead.' };
  if (schema.kind === 'refused') {
    return {
      kind: 'damaged',
      reason: `${schema.problem} Sightline reads only ordinary tables. Remove it with the program that added it, or recover the workspace’s contents into a new one.`,
    };
  }
  const { version } = schema;
  return {
    kind: 'workspace',
    name: readWorkspaceName(database),
    schemaVersion: version,
    age: version > schemaVersion ? 'newer' : version < schemaVersion ? 'older' : 'current',
    counts: countWorkspace(database),
    leftBehind: readCaseFacts(createSql(database))?.leftBehind,
  };
}

const damaged: WorkspaceInspection = {
  kind: 'damaged',
  reason: 'The file is damaged. What can still be read of it can be rescued into a new workspace.',
};

const refusals: Readonly<Record<number, WorkspaceInspection>> = {
  [sqliteCodes.notADatabase]: {
    kind: 'damaged',
    reason:
      'The file is no SQLite database, or its beginning is destroyed. If it was a workspace, what can still be read of it can be rescued.',
  },
  [sqliteCodes.busy]: {
    kind: 'locked',
    reason: 'The file is locked by another program. Close it there and try again.',
  },
  [sqliteCodes.ioError]: {
    kind: 'locked',
    reason: 'The disk of the file failed. Check it, or copy the file to another disk and try again.',
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

/**
 * Counts of the open workspace, and how many bytes of its file are unused. `copyRemarks` are sentences about safety copies
 * that are not used.
 */
export function readWorkspaceOverview({ path }: { readonly path: string }) {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    const { copy, remarks } = findSafetyCopy(path, readFileId(database));
    return {
      name: readWorkspaceName(database),
      schemaVersion: readSchemaVersion(database) ?? 0,
      unusedBytes: readPragma(database, 'freelist_count') * readPragma(database, 'page_size'),
      safetyCopySavedAt: copy?.savedAt ?? null,
      copyRemarks: remarks,
      counts: countWorkspace(database),
    };
  } finally {
    database.close();
  }
}

function readFileId(database: DatabaseSync): string {
  const row = database.prepare('SELECT value FROM settings WHERE key = ?').get(fileIdSetting);
  return row ? textCell(row, 'value') : '';
}

/** A numeric PRAGMA of the open file. */
function readPragma(database: DatabaseSync, name: 'freelist_count' | 'page_count' | 'page_size'): number {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row ? numberCell(row, name) : 0;
}
