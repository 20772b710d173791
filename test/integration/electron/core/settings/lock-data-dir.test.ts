import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createDataDir,
  DataDirInUse,
  DataDirUnusable,
  lockDataDir,
} from '../../../../../electron/core/settings/lock-data-dir.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('locks a data folder for one Sightline, until it is unlocked', () => {
  const unlock = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
  unlock();
  lockDataDir(folder)();
});

it.runIf(process.platform === 'linux')(
  'names the parent folder in which none can be created, and ends',
  () => {
    for (const dataDir of ['/proc/sightline', '/proc/sightline/data']) {
      expect(() => createDataDir(dataDir)).toThrow('its parent folder /proc may not be written');
    }
  },
);

it('names a file in place of the folder, or of one that it is in', async () => {
  const file = path.join(folder, 'taken');
  await writeFile(file, '');
  for (const dataDir of [file, path.join(file, 'below', 'it')]) {
    expect(() => createDataDir(dataDir)).toThrow(`${file} is a file, not a folder`);
  }
});

it('unlocks the folder of a process that was killed', async () => {
  const module = new URL('../../../../../electron/core/settings/lock-data-dir.ts', import.meta.url).href;
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { DataDirInUse, DataDirUnusable, lockDataDir } from ${JSON.stringify(module)};
     globalThis.lock = lockDataDir(${JSON.stringify(folder)});
     console.log('held');
     setInterval(() => {}, 1000);`,
  ]);
  const [line] = await once(holder.stdout, 'data');
  expect(String(line)).toContain('held');
  expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
  holder.kill('SIGKILL');
  await once(holder, 'close');
  lockDataDir(folder)();
});

it('names a lock that cannot be opened', async () => {
  await mkdir(path.join(folder, 'lock.sqlite'));
  expect(() => lockDataDir(folder)).toThrow(DataDirUnusable);
  expect(() => lockDataDir(folder)).toThrow(/no file can be written in it \(unable to open database file\)/);
});
