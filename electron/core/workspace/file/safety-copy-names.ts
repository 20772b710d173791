import { existsSync, renameSync } from 'node:fs';

const suffixes = { newest: '.safety', former: '.safety-former' } as const;

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
  const suffix = Object.values(suffixes).find((one) => copy.endsWith(one));
  return suffix && copy.slice(0, -suffix.length);
}

/** Renames the safety copies of a file with it. */
export function moveSafetyCopies(from: string, to: string): void {
  for (const suffix of Object.values(suffixes))
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
}
