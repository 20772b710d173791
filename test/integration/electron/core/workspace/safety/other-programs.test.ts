import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openWorkspace } from '../../../../../../electron/core/workspace/open/open-workspace.ts';
import { checkPages } from '../../../../../../electron/core/workspace-tools/tasks/check-pages.ts';
import { openDamaged } from '../../../../../../electron/core/workspace-tools/tasks/open-damaged.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import { makeTempFolder, workspaceWorkerUrl } from '../../../../../builders/workspace-builder.ts';

/** Opens the file in another process, reads a setting, and closes it, as a GIS does. */
function readElsewhere(file: string): string {
  const script = `const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
    process.stdout.write(String(database.prepare("SELECT value FROM settings WHERE key = 'a'").get()?.value));
    database.close();`;
  return execFileSync(process.execPath, ['-e', script, file], { encoding: 'utf8' });
}

it('another program that opens and closes an open workspace leaves its write-ahead log', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'a.gpkg');
  const options = { path: file, workerUrl: workspaceWorkerUrl, sumsFile: path.join(folder, 'a.sums') };
  await (await openWorkspace(options)).close();

  const workspace = await openWorkspace(options);
  onTestFinished(() => workspace.close());
  const { pageCheck } = workspace;
  if (!pageCheck) throw new Error('There is nothing to compare the file with.');
  await workspace.saveSetting('a', 'first');
  checkPages({ path: file, pageCheck }, buildToolRun());
  openDamaged(file, path.join(folder, 'copy.gpkg'), workspace.descriptor).close();
  expect(readElsewhere(file)).toBe('first');
  expect(existsSync(`${file}-wal`)).toBe(true);

  await workspace.saveSetting('a', 'second');
  expect(readElsewhere(file)).toBe('second');
  await workspace.close();
  expect(readElsewhere(file)).toBe('second');
});
