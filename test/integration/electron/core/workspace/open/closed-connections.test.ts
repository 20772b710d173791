import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { queryObjects } from 'node:v8';
import { expect, it } from 'vitest';
import { closeWriter, openDatabase } from '../../../../../../electron/core/workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../../../../../electron/core/workspace/open/workspace-store.ts';
import { makeTempFolder } from '../../../../../builders/workspace-builder.ts';

/** Number of connections in memory. Each of the two collects garbage: statements first, then their connections. */
function connectionsInMemory(): number {
  queryObjects(DatabaseSync, { format: 'count' });
  return queryObjects(DatabaseSync, { format: 'count' });
}

function openAndClose(file: string): void {
  const { database } = openDatabase(file);
  createWorkspaceStore(database).counts({});
  closeWriter(database);
}

it('leaves no closed connection in memory', async () => {
  const file = path.join(await makeTempFolder(), 'a.gpkg');
  openAndClose(file);
  const before = connectionsInMemory();
  for (let count = 0; count < 20; count += 1) openAndClose(file);
  expect(connectionsInMemory()).toBeLessThanOrEqual(before);
});
