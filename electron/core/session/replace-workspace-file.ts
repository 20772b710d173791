import { existsSync, lstatSync, readlinkSync, realpathSync, renameSync } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyModeSync } from '../base/file-mode.ts';
import { moveFile } from '../base/move-file.ts';
import { moveSafetyCopies } from '../workspace/file/safety-copy-names.ts';
import { setAsideName } from '../workspace/file/set-file-aside.ts';
import { applyLog } from '../workspace/open/open-database.ts';

/** The name of the replaced file until the replacement is committed. */
function replacedName(file: string): string {
  return `${file.replace(/\.gpkg$/, '')}.replaced.gpkg`;
}

/** A replaced file. */
export type ReplacedFile = {
  /** Restores the former file. */
  rollBack(): Promise<void>;
  /** Saves the former file under this name, or deletes it. */
  commit(saveAs: string | undefined): Promise<void>;
};

/** The file itself, where `file` is a symbolic link, which a rename would replace; also one whose target is not there. */
export function followLink(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // The target is missing, or links lead to each other: opening the result reports that.
    return followMissing(file);
  }
}

/** Maximum number of links that Linux follows (MAXSYMLINKS). */
const maxLinks = 40;

function followMissing(file: string): string {
  let followed = file;
  for (let links = 0; links < maxLinks; links += 1) {
    const target = readlink(followed);
    if (target === undefined) break;
    followed = path.resolve(path.dirname(followed), target);
  }
  return followed;
}

function readlink(file: string): string | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(file) : undefined;
}

/** Milliseconds that another connection has to close; as many as for a lock. */
const closeTimeoutMs = 5000;

/**
 * Whether the log of a file is gone within the time for closing. A thread of ours that has just read the file may still be
 * closing it; and where that one is the last, the log stays, because a connection that only reads cannot copy it.
 */
async function isClosed(file: string): Promise<boolean> {
  const step = 50;
  for (let waited = 0; existsSync(`${file}-wal`); waited += step) {
    if (waited >= closeTimeoutMs) return false;
    if (applyLog(file)) return true;
    await sleep(step);
  }
  return true;
}

/**
 * Replaces `file` with `replacement`, a closed workspace file in its folder. A symbolic link stays, and the file that it leads to is replaced. One of them exists at any time, so that
 * after a crash the next opening finds a complete workspace.
 */
export async function replaceWorkspaceFile(given: string, replacement: string): Promise<ReplacedFile> {
  const file = followLink(given);
  if (!(await isClosed(file))) {
    throw new Error(
      'Another program has the workspace file open, or its log cannot be applied. Close it there and try again; nothing was changed.',
    );
  }
  copyModeSync(file, replacement);
  await syncFile(replacement);
  const replaced = replacedName(file);
  // Left by an interrupted replacement: it may contain the only copy of something.
  if (existsSync(replaced)) await rename(replaced, setAsideName(file, 'replaced'));
  // A hard link, so that `file` exists at any time; not every file system supports it.
  await link(file, replaced).catch(() => copyFile(file, replaced));
  try {
    await rename(replacement, file);
  } catch (error) {
    await rm(replaced, { force: true });
    throw error;
  }
  return {
    rollBack: () => rename(replaced, file),
    async commit(saveAs) {
      if (saveAs === undefined) return rm(replaced, { force: true });
      await moveFile(replaced, saveAs);
      await moveSafetyCopies(given, saveAs);
    },
  };
}

/** Restores the file after an interrupted replacement. Must be called before `file` is opened. */
export function restoreReplaced(given: string): void {
  const file = followLink(given);
  const replaced = replacedName(file);
  if (!existsSync(file) && existsSync(replaced)) renameSync(replaced, file);
}

/** Resolves when the content of a file has reached the disk. */
export async function syncFile(file: string): Promise<void> {
  // Windows synchronizes only a file that is open for writing.
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
