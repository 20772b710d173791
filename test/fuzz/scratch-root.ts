import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';

/** Folder of a file system in memory on Linux: a hundred thousand files there cost no disk. */
const memory = '/dev/shm';

/** The folder for temporary files that are written and deleted all the time. */
export function scratchRoot(): string {
  try {
    accessSync(memory, constants.W_OK);
    return memory;
  } catch {
    return tmpdir();
  }
}
