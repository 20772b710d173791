import { existsSync } from 'node:fs';
import { moveFile } from '../../base/move-file.ts';

const suffixes = { newest: '.safety', former: '.safety-former' } as const;

/** The suffixes that a file's name gets in the names of its safety copies. */
export const safetyCopySuffixes: readonly string[] = Object.values(suffixes);

/** The path of the newest safety copy of a workspace file. */
export function newestCopyOf(file: string): string {
  return file + suffixes.newest;
}

/** The path of the one before it. */
export function formerCopyOf(file: string): string {
  return file + suffixes.former;
}

/** The workspace file that a safety copy was made of, by its name; undefined where it has not the name of one. */
export function workspaceOfCopy(copy: string): string | undefined {
  const suffix = safetyCopySuffixes.find((one) => copy.endsWith(one));
  return suffix && copy.slice(0, -suffix.length);
}

/** Moves the safety copies of a file, also to another disk. */
export async function moveSafetyCopies(from: string, to: string): Promise<void> {
  for (const suffix of safetyCopySuffixes)
    if (existsSync(from + suffix)) await moveFile(from + suffix, to + suffix);
}
