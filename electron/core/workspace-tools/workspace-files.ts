import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { WorkspaceFile } from '../../../shared/workspace/workspace-file.ts';
import type { FileIds } from '../base/file-ids.ts';
import type { InspectFiles } from './inspect-files.ts';

/** Names of files that Sightline itself set aside. */
const setAsidePattern =
  /\.(damaged|empty|foreign|unresponsive|before-rebuild|before-update|replaced)-[^.]+\.gpkg$|\.replaced\.gpkg$/;

/** Lists the workspaces in `folder` and the open one, wherever it is, last changed first. */
export async function listWorkspaceFiles(deps: {
  readonly folder: string;
  readonly openPath: string | undefined;
  /** Prefix of the names of the account's files. */
  readonly stem: string;
  readonly ids: FileIds;
  readonly inspectFiles: InspectFiles;
}): Promise<readonly WorkspaceFile[]> {
  const { folder, openPath, stem, ids, inspectFiles } = deps;
  const names = existsSync(folder) ? await readdir(folder) : [];
  const inFolder = names.filter((name) => /^[^.].*\.gpkg$/.test(name)).map((name) => path.join(folder, name));
  const paths = [...new Set([...inFolder, ...(openPath === undefined ? [] : [openPath])])];
  const inspections = await inspectFiles(paths);
  const files = await Promise.all(
    paths.map(async (file, index): Promise<WorkspaceFile | undefined> => {
      const inspection = inspections[index];
      const state = await stat(file).catch(() => undefined);
      if (!inspection || !state) return undefined;
      const name = path.basename(file);
      return {
        id: ids.getId({ path: file, name, isTemporary: false }),
        fileName: name,
        folder: path.dirname(file),
        bytes: state.size,
        changedAt: state.mtime.toISOString(),
        isOpen: file === openPath,
        belongs: setAsidePattern.test(name)
          ? 'set-aside'
          : name.startsWith(stem) || file === openPath
            ? 'account'
            : 'other',
        inspection,
      };
    }),
  );
  return files
    .filter((file) => file !== undefined)
    .toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));
}

/** Whether `aside` was set aside because it was damaged, and `file` was created in its place. */
export function isSetAsideOf(aside: string, file: string): boolean {
  const stem = file.replace(/\.gpkg$/, '');
  return setAsidePattern.test(aside) && aside.startsWith(`${stem}.`);
}

/** A path in `folder` that nothing has, made of an account's stem and a name that its user gave. */
export function freeWorkspacePath(folder: string, stem: string, name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  const base = path.join(folder, `${stem}-${plain || 'workspace'}`);
  for (let count = 1; ; count += 1) {
    const file = count === 1 ? `${base}.gpkg` : `${base}-${count}.gpkg`;
    if (!existsSync(file)) return file;
  }
}

/** Bytes of the files with their logs; what is not there has none. */
export async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files
      .flatMap((file) => [file, `${file}-wal`])
      .map(async (file) => (await stat(file).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
