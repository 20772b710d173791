import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { WorkspaceFile } from '../../../shared/workspace/workspace-file.ts';
import type { FileIds } from './file-ids.ts';
import type { RunTool } from './run-tool.ts';

/** Files that were put away by Sightline itself. */
const setAside = /\.(damaged|before-rebuild|replaced)-[^.]+\.gpkg$|\.replaced\.gpkg$/;

/** Lists the workspaces in `folder`, and the open one wherever it lies, the last changed first. */
export async function listWorkspaceFiles(parts: {
  readonly folder: string;
  readonly openPath: string | undefined;
  /** What the names of the account's files begin with. */
  readonly stem: string;
  readonly ids: FileIds;
  readonly runTool: RunTool;
}): Promise<readonly WorkspaceFile[]> {
  const { folder, openPath, stem, ids, runTool } = parts;
  const names = existsSync(folder) ? await readdir(folder) : [];
  const inFolder = names.filter((name) => /^[^.].*\.gpkg$/.test(name)).map((name) => path.join(folder, name));
  const paths = [...new Set([...inFolder, ...(openPath === undefined ? [] : [openPath])])];
  const looks = await runTool('look', { paths });
  const files = await Promise.all(
    paths.map(async (file, index): Promise<WorkspaceFile | undefined> => {
      const look = looks[index];
      const state = await stat(file).catch(() => undefined);
      if (!look || !state) return undefined;
      const name = path.basename(file);
      return {
        id: ids.idOf({ path: file, name, isTemporary: false }),
        fileName: name,
        folder: path.dirname(file),
        bytes: state.size,
        changedAt: state.mtime.toISOString(),
        isOpen: file === openPath,
        belongs: setAside.test(name)
          ? 'set-aside'
          : name.startsWith(stem) || file === openPath
            ? 'account'
            : 'other',
        look,
      };
    }),
  );
  return files
    .filter((file) => file !== undefined)
    .toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));
}

/** Whether the file was put away because it was damaged, and `file` was begun in its place. */
export function isSetAsideOf(aside: string, file: string): boolean {
  const stem = file.replace(/\.gpkg$/, '');
  return setAside.test(aside) && aside.startsWith(`${stem}.`);
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
