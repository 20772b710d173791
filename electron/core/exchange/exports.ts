import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import type { ExportScope } from '../workspace/workspace.ts';

/** A file to be written: `downloadUrl` where the host offers the finished file for download. */
export type ExportTarget = { readonly path: string; readonly downloadUrl?: string };

/** Exports of what the workspace holds, as jobs: streamed, cancelable, written beside and renamed into place. */
export type Exports = {
  /** Begins and returns at once; progress comes as `job` events. */
  start(request: {
    readonly scope: ExportScope;
    readonly detections: ExportTarget;
    readonly footprints: ExportTarget | undefined;
  }): Promise<Result<Job>>;
};
