import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chooseMarkedTarget } from '../../../../electron/api/choose-files.ts';
import { inProject } from '../../../../scripts/lib/paths.mjs';

/** Files chosen without the marking of the workspace in their names, and why. */
const unmarked: Readonly<Record<string, string>> = {
  'electron/api/choose-files.ts': 'adds it',
  'electron/api/updates-router.ts': 'has the diagnostics, and nothing of a workspace',
  'electron/api/team-router.ts': 'has the address of a database, and no data',
  'electron/api/exchange-router.ts': 'names files after one whose name has it',
};

test('the names of all files that are made of a workspace have its marking', async () => {
  const calls = readdirSync(inProject('electron'), { recursive: true })
    .map((name) => path.posix.join('electron', String(name).replaceAll(path.sep, '/')))
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /\.chooseSaveTarget\(/.test(readFileSync(inProject(name), 'utf8')));
  expect(calls.sort()).toEqual(Object.keys(unmarked).sort());
  const host = { chooseSaveTarget: async (name: string) => ({ path: name }) };
  const core = { workspace: () => ({ getSetting: async () => 'SECRET' }) };
  expect(await chooseMarkedTarget({ core, host }, 'list.csv')).toEqual({ path: 'SECRET list.csv' });
});
