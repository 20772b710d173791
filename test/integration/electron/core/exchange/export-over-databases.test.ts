import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { beginExports } from '../../../../builders/export-builder.ts';
import { buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

async function filledWorkspace() {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [buildRecord({})]);
  return workspace;
}

describe('an export never replaces', () => {
  test('the open workspace, by whatever path it is named', async () => {
    const workspace = await filledWorkspace();
    const folder = await makeTempFolder();
    const link = path.join(folder, 'link');
    symlinkSync(path.dirname(workspace.path), link, 'junction');
    for (const target of [workspace.path, path.join(link, path.basename(workspace.path))]) {
      const { start, ended } = beginExports(workspace);
      const job = await ended((await start({ kind: 'all' }, target, { format: 'gpkg' })).id);
      expect(job.failure?.message).toContain('is the workspace itself');
    }
    expect((await workspace.counts({})).records).toBe(1);
    expect(existsSync(`${workspace.path}-wal`)).toBe(true);
  });

  test.for(['WAL', 'DELETE'])(
    'a database that another program is writing with journal_mode %s',
    async (mode) => {
      const workspace = await filledWorkspace();
      const folder = await makeTempFolder();
      const target = path.join(folder, 'ships.gpkg');
      const other = new DatabaseSync(target);
      other.exec(`PRAGMA journal_mode = ${mode}; CREATE TABLE notes (text); BEGIN IMMEDIATE;
        INSERT INTO notes VALUES ('not in the file yet')`);
      const { start, ended } = beginExports(workspace);
      const refused = await ended((await start({ kind: 'all' }, target, { format: 'gpkg' })).id);
      expect(refused.failure?.message).toContain(`Another program has ${target} open, or was ended`);
      other.exec('COMMIT');
      other.close();
      expect(readFileSync(target).includes('not in the file yet')).toBe(true);

      const job = await ended((await start({ kind: 'all' }, target, { format: 'gpkg' })).id);
      expect(job.state).toBe('complete');
      const written = new DatabaseSync(target, { readOnly: true });
      expect(written.prepare('SELECT count(*) AS count FROM detections').get()).toEqual({ count: 1 });
      written.close();
    },
  );
});
