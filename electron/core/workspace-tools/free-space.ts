import { statfs } from 'node:fs/promises';
import { fail, type Result, succeed } from '../../../shared/result.ts';

/** Refuses what the disk of `folder` has no room for. Where the system does not tell, nothing is refused. */
export async function requireSpace(folder: string, bytes: number): Promise<Result<void>> {
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return succeed(undefined);
  const free = disk.bavail * disk.bsize;
  if (free >= bytes) return succeed(undefined);
  return fail(
    'disk',
    `The disk of ${folder} has ${describeBytes(free)} free, and this needs ${describeBytes(bytes)}. Free some space and try again.`,
  );
}

/** A size for the reader, `1.2 GB`. */
export function describeBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}
