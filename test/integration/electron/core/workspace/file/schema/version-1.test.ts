import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../../../../electron/core/workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../../../../../../electron/core/workspace/open/workspace-store.ts';
import { readTokens } from '../../../../../../../electron/core/workspace/safety/sql-tokens.ts';
import {
  buildVersion1Workspace,
  readStoreContents,
  writeVersion1Workspace,
} from '../../../../../../builders/version-1-workspace.ts';
import { openTestStore } from '../../../../../../builders/workspace-builder.ts';

// See test/fixtures/workspaces/README.md.
if (process.env.SIGHTLINE_VERSION_1 === 'write') test('writes the fixture', writeVersion1Workspace);

function readSchema(file: string): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name').all();
  database.close();
  return rows.map(({ sql }) => String(readTokens(String(sql))?.join(' ')));
}

test('a workspace of version 1 opens with everything in it', async () => {
  const { file, contents } = await buildVersion1Workspace();
  const { database, readOnly, setAside } = openDatabase(file);
  expect({ readOnly, setAside }).toEqual({ readOnly: undefined, setAside: undefined });
  expect(readStoreContents(createWorkspaceStore(database))).toEqual(contents.store);
  database.close();
});

test('the schema does not change without a version', async () => {
  const { file } = await buildVersion1Workspace();
  const { path, close } = openTestStore();
  close();
  expect(readSchema(path)).toEqual(readSchema(file));
});
