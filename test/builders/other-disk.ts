import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { makeTempFolder } from './workspace-builder.ts';

/** A folder to which files cannot be renamed from a temporary folder, where the computer has such a one: Linux in memory. */
export async function makeFolderOnOtherDisk(): Promise<string> {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return makeTempFolder();
  const folder = await mkdtemp(path.join(memory, 'sightline-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
