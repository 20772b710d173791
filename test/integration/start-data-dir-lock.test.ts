import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDir } from '../../electron/data-dir-lock.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('lets one Sightline have a data folder, until it is released', () => {
  const dataDir = path.join(folder, 'made', 'on', 'demand');
  const first = lockDataDir(dataDir);
  expect(first).toBeDefined();
  expect(lockDataDir(dataDir)).toBeUndefined();
  first?.release();
  const second = lockDataDir(dataDir);
  expect(second).toBeDefined();
  second?.release();
});

it('frees the folder of a process that was killed', async () => {
  const module = new URL('../../electron/data-dir-lock.ts', import.meta.url).href;
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { lockDataDir } from ${JSON.stringify(module)};
     globalThis.lock = lockDataDir(${JSON.stringify(folder)});
     console.log(globalThis.lock ? 'held' : 'refused');
     setInterval(() => {}, 1000);`,
  ]);
  const [line] = await once(holder.stdout, 'data');
  expect(String(line)).toContain('held');
  expect(lockDataDir(folder)).toBeUndefined();
  holder.kill('SIGKILL');
  await once(holder, 'close');
  const lock = lockDataDir(folder);
  expect(lock).toBeDefined();
  lock?.release();
});
