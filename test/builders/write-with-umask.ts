import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  planPart,
  publishParts,
  putInPlace,
  writePartAndPublish,
} from '../../electron/core/base/part-files.ts';
import { replaceWorkspaceFile } from '../../electron/core/session/replace-workspace-file.ts';
import { createDataDir } from '../../electron/core/settings/lock-data-dir.ts';
import { closeWriter, openDatabase } from '../../electron/core/workspace/open/open-database.ts';
import { copyWorkspace } from '../../electron/core/workspace-tools/tasks/copy-workspace.ts';
import { buildToolRun } from './tool-run.ts';

/** Writes a file in each way in which Sightline does, and prints their modes as JSON. Run with a umask of its own. */
const folder = mkdtempSync(path.join(tmpdir(), 'sightline-umask-'));
const inFolder = (name: string) => path.join(folder, name);
const modes: Record<string, string> = {};
const note = (name: string, file: string) => {
  modes[name] = (statSync(file).mode & 0o777).toString(8);
};

await writePartAndPublish(inFolder('export.csv'), 'a');
note('an export', inFolder('export.csv'));

const workspace = inFolder('workspace.gpkg');
const { database } = openDatabase(workspace);
note('a workspace', workspace);
closeWriter(database);
const copy = planPart(inFolder('copy.gpkg'));
await copyWorkspace({ from: workspace, to: copy.part }, buildToolRun());
await putInPlace(copy);
note('a copy of a workspace', copy.target);

const [one, two] = [planPart(inFolder('one')), planPart(inFolder('two'))];
for (const { part } of [one, two]) writeFileSync(part, '', { mode: 0o600 });
await publishParts([one, two]);
note('one of several files', one.target);

cpSync(workspace, inFolder('shared.gpkg'));
chmodSync(inFolder('shared.gpkg'), 0o660);
cpSync(workspace, inFolder('compacted.gpkg'));
chmodSync(inFolder('compacted.gpkg'), 0o644);
await (await replaceWorkspaceFile(inFolder('shared.gpkg'), inFolder('compacted.gpkg'))).commit(undefined);
note('a compacted workspace', inFolder('shared.gpkg'));

createDataDir(inFolder('data'));
note('a data folder', inFolder('data'));
mkdirSync(inFolder('empty'), { mode: 0o777 });
createDataDir(inFolder('empty'));
modes['others in an empty data folder'] = (statSync(inFolder('empty')).mode & 0o007).toString(8);

process.stdout.write(JSON.stringify(modes));
rmSync(folder, { recursive: true });
