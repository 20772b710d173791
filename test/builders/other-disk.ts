import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { makeTempFolder } from './workspace-builder.ts';

/** A folder to which files cannot be renamed from a temporary folder, where the computer has such a one. */
export async function makeFolderOnOtherDisk(): Promise<string> {
  const device = (folder: string) => statSync(folder).dev;
  // On Linux one of them is in memory.
  const parent = ['/dev/shm', '/tmp'].find(
    (folder) => existsSync(folder) && device(folder) !== device(tmpdir()),
  );
  if (parent === undefined) return makeTempFolder();
  const folder = await mkdtemp(path.join(parent, 'sightline-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
