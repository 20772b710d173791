import { existsSync, renameSync } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** The file that was replaced lies here until the new one has been opened. */
function keptName(file: string): string {
  return `${file.replace(/\.gpkg$/, '')}.replaced.gpkg`;
}

/** A file that was put in the place of another. */
export type ReplacedFile = {
  /** Puts the former file back. */
  undo(): Promise<void>;
  /** Keeps the former file under this name, or lets go of it. */
  settle(keepAs: string | undefined): Promise<void>;
};

/**
 * Puts `fresh`, a closed workspace file in the same folder, in the place of `file`. At no time is there neither of
 * them: whatever ends the process, the next opening finds a whole workspace.
 */
export async function replaceWorkspaceFile(file: string, fresh: string): Promise<ReplacedFile> {
  if (existsSync(`${file}-wal`)) {
    throw new Error(
      'Another program has the workspace file open. Close it there and try again; nothing was changed.',
    );
  }
  await syncFile(fresh);
  const kept = keptName(file);
  // One that an exchange left which was cut short: it may be all there is of something.
  if (existsSync(kept)) await rename(kept, asideName(file, 'replaced'));
  // A second name for the same file, so that its place is never empty; not every file system knows that.
  await link(file, kept).catch(() => copyFile(file, kept));
  await rename(fresh, file);
  return {
    undo: () => rename(kept, file),
    settle: (keepAs) => (keepAs === undefined ? rm(kept, { force: true }) : rename(kept, keepAs)),
  };
}

/** Brings back what an exchange of files left that was cut short. To be called before `file` is opened. */
export function restoreReplaced(file: string): void {
  const kept = keptName(file);
  if (!existsSync(file) && existsSync(kept)) renameSync(kept, file);
}

/** A free name beside `file` that says what became of it, and when. */
export function asideName(file: string, what: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('.', '');
  return path.join(path.dirname(file), `${path.basename(file, '.gpkg')}.${what}-${time}.gpkg`);
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
