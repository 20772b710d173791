import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Folder of a file system in memory on Linux: a hundred thousand files there cost no disk. */
const memory = '/dev/shm';
/** More than the temporary files of any run have at a time, in bytes. */
const neededBytes = 4e9;

/** The folder for temporary files that are written and deleted all the time: in memory where that has room. */
export function scratchRoot(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    // Tests write programs, too, and run them.
    const runsPrograms = !/ \/dev\/shm \S+ \S*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'));
    return runsPrograms && bavail * bsize > neededBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
