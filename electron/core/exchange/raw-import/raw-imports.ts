import type { Job } from '../../../../shared/jobs/job.ts';
import type { Result } from '../../../../shared/result.ts';
import type { ChosenFile } from '../../base/file-ids.ts';

/** Import of raw records of the service from files and folders. */
export type RawImports = {
  /** Starts the import as a job. Temporary files are deleted when it has ended. */
  start(files: readonly [ChosenFile, ...ChosenFile[]]): Promise<Result<Job>>;
};
