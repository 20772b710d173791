import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { safetyCopySuffixes } from './safety-copy-names.ts';

/** Reason why a workspace file was set aside: the word in its new name. */
export type SetAsideKind = 'damaged' | 'empty' | 'foreign' | 'unresponsive';

/** A file that was renamed, with a new one created in its place. */
export type SetAside = {
  readonly path: string;
  readonly kind: SetAsideKind;
  /** Its defect, in a sentence. */
  readonly problem: string;
};

/** A name in the folder of `file` with a reason and the current time, for setting the file aside. */
export function setAsideName(file: string, what: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('.', '');
  return path.join(path.dirname(file), `${path.basename(file, '.gpkg')}.${what}-${time}.gpkg`);
}

/** Renames the file with its logs and safety copies, so that nothing that could still be rescued is lost. Returns the new path. */
export function setFileAside(file: string, kind: SetAsideKind): string {
  const target = setAsideName(file, kind);
  renameSync(file, target);
  for (const suffix of ['-wal', '-shm', '-journal', ...safetyCopySuffixes]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix);
  }
  return target;
}
