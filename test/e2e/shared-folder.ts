import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const variable = 'SIGHTLINE_E2E_SHARED';

/** Creates the folder that the workers of a run share. Returns a function that removes it. */
export default async function createSharedFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-e2e-shared-'));
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true });
}

/** The path of a folder that workers share; undefined until it is filled. */
export function findSharedFolder(name: string): string | undefined {
  const target = sharedPath(name);
  return existsSync(target) ? target : undefined;
}

/** The path of a folder that workers share, which `fill` fills unless a worker has done so in this run. */
export async function sharedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const target = sharedPath(name);
  if (existsSync(target)) return target;
  const filled = await mkdtemp(sharedPath('unfinished-'));
  await fill(filled);
  await rename(filled, target).catch(async (error: NodeJS.ErrnoException) => {
    // Another worker has done the same in the meantime.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(filled, { recursive: true });
  });
  return target;
}

function sharedPath(name: string): string {
  const parent = process.env[variable];
  if (parent === undefined) throw new Error('The configuration of the tests creates no shared folder.');
  return path.join(parent, name);
}
