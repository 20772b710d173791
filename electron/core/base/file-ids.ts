import { randomUUID } from 'node:crypto';

/** A file that the user has chosen; a temporary one belongs to Sightline. */
export type ChosenFile = { readonly path: string; readonly name: string; readonly isTemporary: boolean };

/** Ids of files, none given yet. */
export function createFileIds() {
  const files = new Map<string, ChosenFile>();
  const ids = new Map<string, string>();
  return {
    getId(file: ChosenFile): string {
      const id = ids.get(file.path) ?? randomUUID();
      ids.set(file.path, id);
      files.set(id, file);
      return id;
    },
    /** Undefined where the id was never given. */
    findFile: (id: string) => files.get(id),
  };
}

/** Names for files by which the page may speak of them. They last as long as the process. */
export type FileIds = ReturnType<typeof createFileIds>;
