import { chmodSync, statSync } from 'node:fs';
import { codeOf } from './create-folder.ts';

/** Gives a new file the mode that the user's umask gives: SQLite makes its own, and copies have that of their original. */
export function setModeOfNewSync(file: string): void {
  setModeSync(file, 0o666 & ~process.umask());
}

/** Gives a file that is going to replace another one its mode, so that who could open that can open this. */
export function copyModeSync(from: string, to: string): void {
  setModeSync(to, statSync(from).mode & 0o777);
}

function setModeSync(file: string, mode: number): void {
  if (process.platform === 'win32' || (statSync(file).mode & 0o777) === mode) return;
  try {
    chmodSync(file, mode);
  } catch (error) {
    // A disk without modes, such as exFAT, refuses them, and the file is whole all the same.
    if (!['EPERM', 'ENOTSUP', 'EINVAL'].includes(String(codeOf(error)))) throw error;
  }
}
