import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** A folder cannot be created in `parent`. */
export class UnwritableParent extends Error {
  readonly parent: string;
  constructor(parent: string, cause: unknown) {
    super(`No folder can be created in ${parent}.`, { cause });
    this.parent = parent;
  }
}

/** Creates a folder and those that it is in. Node's `recursive` never ends where a file system has no new folders. */
export function createFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (stats) throw new Error(`${folder} is no folder.`);
  const parent = path.dirname(folder);
  createFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    throw refusals.has(code) ? new UnwritableParent(parent, error) : error;
  }
}

/** Codes that systems report for a folder that may not be written, one of a pseudo file system included. */
const refusals: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTSUP']);

/** The code of an error of the system. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
