import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type OpenedFile, workspaceExtension } from '../../shared/workspace/opened-file.ts';
import type { ChosenFile } from '../core/base/file-ids.ts';

/** The files that the user opened with Sightline in the desktop's file manager; none at first. */
export function createOpenedFiles() {
  const files = new Map<string, ChosenFile>();
  let last: OpenedFile | null = null;
  return {
    /** Adds a file; another kind of file than Sightline opens is ignored. Returns whether it was added. */
    add(file: string): boolean {
      if (!isOpened(file)) return false;
      last = { id: randomUUID(), name: path.basename(file) };
      files.set(last.id, { path: file, name: last.name, isTemporary: false });
      return true;
    },
    /** The file that was added last, once. */
    take(): OpenedFile | null {
      const taken = last;
      last = null;
      return taken;
    },
    find: (id: string): ChosenFile | null => files.get(id) ?? null,
  };
}

export type OpenedFiles = ReturnType<typeof createOpenedFiles>;

/**
 * The file among the arguments of the program, as Windows and Linux desktops pass it, absolute. Undefined when there is
 * none. A relative path is resolved against `folder`. Values of flags are no files.
 */
export function fileArgument(args: readonly string[], folder: string): string | undefined {
  const file = args
    .slice(1)
    .findLast((arg, index) => isOpened(arg) && !arg.startsWith('-') && args[index] !== '--data-dir');
  return file === undefined ? undefined : path.resolve(folder, file);
}

function isOpened(file: string): boolean {
  return path.extname(file).slice(1).toLowerCase() === workspaceExtension;
}
