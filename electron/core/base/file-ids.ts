import { randomUUID } from 'node:crypto';
import type { ChosenFile } from './workspace-tools.ts';

/** Names for files by which the page may speak of them. They last as long as the process. */
export type FileIds = {
  idOf(file: ChosenFile): string;
  /** Undefined where the id was never given. */
  fileOf(id: string): ChosenFile | undefined;
};

/** Ids of files, none given yet. */
export function createFileIds(): FileIds {
  const files = new Map<string, ChosenFile>();
  const ids = new Map<string, string>();
  return {
    idOf(file) {
      const id = ids.get(file.path) ?? randomUUID();
      ids.set(file.path, id);
      files.set(id, file);
      return id;
    },
    fileOf: (id) => files.get(id),
  };
}
