import { statfs } from 'node:fs/promises';
import { formatBytes } from '../../../shared/format.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';

/** Fails when the disk of `folder` has less free space than `bytes`. Succeeds where the system does not report it. */
export async function requireSpace(folder: string, bytes: number): Promise<Result<void>> {
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return succeed(undefined);
  const free = disk.bavail * disk.bsize;
  if (free >= bytes) return succeed(undefined);
  return fail(
    'disk',
    `The disk of ${folder} has ${formatBytes(free)} free, and this needs ${formatBytes(bytes)}. Free some space and try again.`,
  );
}
