import { rm } from 'node:fs/promises';
import { formatQuantity } from '../../../../shared/format.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
import type { Result } from '../../../../shared/result.ts';
import type { Events } from '../../base/events.ts';
import type { ChosenFile } from '../../base/file-ids.ts';
import type { ToolProgress } from '../../base/tool-context.ts';
import { JobFailure, type JobRunner, newJob } from '../../jobs/job-runner.ts';
import type { Session } from '../../session/session.ts';
import { type GetWorkspace, getWritableWorkspace } from '../../workspace/open/get-open-workspace.ts';
import { createRawRecordImport } from './import-raw-records.ts';
import type { RawFilesBatch, RawFilesTask } from './read-raw-files.ts';

type RawImportsDeps = {
  readonly workspace: GetWorkspace;
  readonly jobs: Pick<JobRunner, 'start'>;
  readonly events: Events;
  readonly session: Pick<Session, 'access'>;
  /** Reads files in a thread of its own. */
  readonly readRawFiles: (
    task: RawFilesTask,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: ToolProgress) => void;
      readonly onBatch: (batch: RawFilesBatch) => Promise<void>;
    },
  ) => Promise<Result<undefined>>;
};

/** Imports of raw records into the open workspace. */
export function createRawImports({ workspace, jobs, events, session, readRawFiles }: RawImportsDeps) {
  return {
    /** Starts the import as a job. Temporary files are deleted when it has ended. */
    async start(files: readonly [ChosenFile, ...ChosenFile[]]): Promise<Result<Job>> {
      const removeTemporary = () =>
        Promise.all(
          files.filter(({ isTemporary }) => isTemporary).map(({ path }) => rm(path, { force: true })),
        );
      const writable = getWritableWorkspace(workspace);
      if (!writable.ok) {
        await removeTemporary();
        return writable;
      }
      const [first] = files;
      const from = files.length === 1 ? first.name : formatQuantity(files.length, 'file');
      return jobs.start({
        job: newJob({ kind: 'import', title: `Import raw records from ${from}` }),
        async run({ signal, progress }) {
          const running = createRawRecordImport(writable.value);
          try {
            const task = {
              files: files.map(({ path, name }) => ({ path, name })),
              brand: session.access.profile().brand,
            };
            const read = await readRawFiles(task, { signal, onProgress: progress, onBatch: running.apply });
            if (!read.ok) throw new JobFailure(read.failure);
            return running.describe();
          } finally {
            events.publish({ type: 'changed', topic: 'results' });
            await removeTemporary();
          }
        },
      });
    },
  };
}

/** Import of raw records of the service from files and folders. */
export type RawImports = ReturnType<typeof createRawImports>;
