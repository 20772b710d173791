import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { buildRecord } from '../../../../../builders/record-builder.ts';
import {
  fillWorkspace,
  makeTempFolder,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';

/** Root may write everything, so that another user has to be the one who may not. */
const somebody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const versionTwoUrl = new URL('../../../../../builders/schema-version-2.ts', import.meta.url);
const coreUrl = new URL('../../../../../../electron/core/workspace/open/', import.meta.url);

const program = `
  import { openDatabase } from ${JSON.stringify(new URL('open-database.ts', coreUrl).href)};
  import { createWorkspaceStore } from ${JSON.stringify(new URL('workspace-store.ts', coreUrl).href)};
  try {
    const { database, readOnly, setAside } = openDatabase(process.argv.at(-1));
    const { detections } = createWorkspaceStore(database).counts({});
    console.log(JSON.stringify({ readOnly, setAside, detections }));
  } catch (error) {
    console.log(JSON.stringify({ message: error.message }));
  }
`;

beforeEach(({ skip }) => {
  const { status } = spawnSync(process.execPath, ['--check', new URL('open-database.ts', coreUrl).pathname], {
    ...somebody,
    stdio: 'ignore',
  });
  skip(status !== 0, 'A user who may not write a workspace could not read Sightline here, either.');
});

/** Opens a workspace as one who may write neither it nor its folder, and states what came of it. */
function openUnwritable(file: string, script = program): unknown {
  chmodSync(file, 0o444);
  chmodSync(path.dirname(file), 0o555);
  try {
    const args = ['--input-type=module', '--eval', script, file];
    const { stdout, stderr } = spawnSync(process.execPath, args, { ...somebody, encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout);
  } finally {
    chmodSync(path.dirname(file), 0o755);
  }
}

/** A workspace with one detection, closed, and its bytes. */
async function makeFile(): Promise<string> {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [buildRecord()]);
  await workspace.close();
  return workspace.path;
}

test('a workspace that may not be written is read as it is', async () => {
  const file = await makeFile();
  const before = readFileSync(file);
  expect(openUnwritable(file)).toEqual({
    readOnly: expect.stringContaining(`${file} or its folder may not be written`),
    detections: 1,
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('an older schema is reported as needing a migration, with the remedy', async () => {
  const file = await makeFile();
  const before = readFileSync(file);
  const versionTwo = `import ${JSON.stringify(versionTwoUrl.href)};${program}`;
  const { message } = openUnwritable(file, versionTwo) as { readonly message: string };
  expect(message).toContain(`${file} or its folder may not be written. Change their permissions`);
  expect(message).toContain('its schema is 1, this one needs 2');
  expect(message).toContain('A copy of it in another folder will do');
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a newer schema is reported', async () => {
  const file = await makeFile();
  const database = new DatabaseSync(file);
  database.exec("UPDATE app_meta SET value = '99' WHERE key = 'schema_version'");
  database.close();
  expect(openUnwritable(file)).toMatchObject({ readOnly: expect.stringContaining('newer Sightline') });
});

test('a damaged file, or another file, is left in place and reported', async () => {
  const file = path.join(await makeTempFolder(), 'other.gpkg');
  writeFileSync(file, 'no database, but long enough to be taken for the beginning of one'.repeat(20));
  expect(openUnwritable(file)).toEqual({ message: expect.stringContaining('It is damaged') });
  const foreign = path.join(await makeTempFolder(), 'foreign.gpkg');
  const database = new DatabaseSync(foreign);
  database.exec('CREATE TABLE birds (name TEXT)');
  database.close();
  expect(openUnwritable(foreign)).toEqual({ message: `${foreign} is no workspace of Sightline.` });
});
