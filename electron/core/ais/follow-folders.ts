import { stat } from 'node:fs/promises';
import type { AisFile } from '../../../shared/ais/ais-file.ts';
import type { AisMapping } from '../../../shared/ais/read/ais-columns.ts';
import { fail } from '../../../shared/result.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import type { ToolProgress } from '../base/tool-context.ts';
import { type JobEnd, JobFailure, type JobRunner, newJob } from '../jobs/job-runner.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { type FolderFile, listReports } from './open-tables.ts';
import { previewAisFile } from './read-ais-file.ts';

export type ToolOptions = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ToolProgress) => void;
};

/** Meaning of the columns of a file, and the imported one that it replaces. */
export type ImportOptions = {
  readonly mapping: AisMapping;
  readonly publisher: AisFile['publisher'];
  readonly replaces?: string | null;
  /** Whether new files of a folder are read as they appear. */
  readonly follows?: boolean;
};

/** Imports a file of a folder, and matches the passes that it reaches. */
export type ImportNew = (
  workspace: Workspace,
  file: ChosenFile,
  meaning: ImportOptions,
  options: ToolOptions,
) => Promise<JobEnd>;

/** Reads the files of followed folders that are complete and were not read before, one after the other. */
export type FolderReader = (workspace: Workspace) => Promise<void>;

/** Creates the reader of followed folders. It retains the states of their files. */
export function createFolderReader(jobs: Pick<JobRunner, 'start'>, importNew: ImportNew): FolderReader {
  /** The states of files at the last listing, by their paths. */
  const states = new Map<string, string>();
  /** Files that were cancelled in this run. */
  const cancelled = new Set<string>();

  async function readNew(opened: Workspace, folder: AisFile, file: FolderFile): Promise<boolean> {
    const chosen = { path: file.path, name: `${folder.name}/${file.name}`, isTemporary: false };
    const ended = Promise.withResolvers<undefined>();
    const started = await jobs.start({
      job: newJob({ kind: 'import', title: `Import AIS reports from ${chosen.name}` }),
      run: async ({ signal, progress }) => {
        try {
          const files = await opened.aisFiles();
          const preview = previewAisFile(chosen.path, chosen.name);
          if (!preview.ok) throw new JobFailure(preview.failure);
          if (JSON.stringify(preview.value.heading) !== JSON.stringify(folder.heading))
            throw otherColumns(chosen.name, folder);
          const replaces = files.find(({ name }) => name === chosen.name)?.id ?? null;
          const { mapping, publisher } = folder;
          const meaning = { mapping, publisher, replaces };
          return await importNew(opened, chosen, meaning, { signal, onProgress: progress });
        } finally {
          if (signal.aborted) cancelled.add(file.state);
          else await markRead(opened, folder.id, file.state);
          ended.resolve(undefined);
        }
      },
    });
    if (started.ok) await ended.promise;
    return started.ok;
  }

  return async (workspace) => {
    for (const file of await workspace.aisFiles()) {
      // A folder on a medium that is not there now may come back.
      if (!file.folder || !(await stat(file.folder.path).catch(() => undefined))?.isDirectory()) continue;
      const read = new Set([...file.folder.read, ...cancelled]);
      for (const each of await listReports(file.folder.path)) {
        if (read.has(each.state)) continue;
        const isComplete = states.get(each.path) === each.state;
        states.set(each.path, each.state);
        if (isComplete && !(await readNew(workspace, file, each))) return;
      }
    }
  };
}

function otherColumns(name: string, folder: AisFile): JobFailure {
  const message = `${name} has other columns than the files of ${folder.name} that were read before. Import it by itself.`;
  return new JobFailure(fail('invalid-input', message).failure);
}

/** Marks a file of a folder as read, unless the folder was removed or is followed no more. */
async function markRead(workspace: Workspace, id: string, state: string): Promise<void> {
  const { folder } = (await workspace.aisFiles()).find((file) => file.id === id) ?? {};
  if (folder) await workspace.setAisFolder(id, { ...folder, read: [...folder.read, state] });
}
