import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { type Failure, fail } from '../../shared/result.ts';
import { writeFailure } from '../core/base/write-error.ts';

/**
 * Reason why none of these files may be written, before anything is read: `conflict` for one that is there without
 * `force`, or is no regular file, or is of the data folder; `disk` for a path on which no file can be.
 */
export function checkOutput(
  files: readonly string[],
  { dataDir, force }: { readonly dataDir: string; readonly force: boolean },
): Failure | undefined {
  for (const file of files) {
    let stats: Stats | undefined;
    try {
      const folder = path.dirname(file);
      if (!statSync(folder).isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' });
      stats = lstatSync(file, { throwIfNoEntry: false });
    } catch (error) {
      return writeFailure(error, file);
    }
    if (!stats) continue;
    const problem = stats.isFile()
      ? isInFolder(file, dataDir)
        ? `${file} is of Sightline’s data folder, and is never replaced. Choose another name.`
        : force
          ? undefined
          : `${file} is already there. Give --force to replace it.`
      : `${file} is ${kindOf(stats)}, and only a file is replaced. Choose another name.`;
    if (problem !== undefined) return fail('conflict', problem).failure;
  }
  return undefined;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  return stats.isSymbolicLink() ? 'a link' : 'a device or a pipe';
}

function isInFolder(file: string, folder: string): boolean {
  try {
    return `${realpathSync(file)}${path.sep}`.startsWith(`${realpathSync(folder)}${path.sep}`);
  } catch {
    return false;
  }
}
