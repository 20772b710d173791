import type { DetectionsText, TextRequest } from '../../../shared/exchange/copied-text.ts';
import type { ExportOptions, ExportScope } from '../../../shared/exchange/export-request.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';

/** A file to be written: `downloadUrl` where the host offers the finished file for download. */
export type ExportTarget = { readonly path: string; readonly downloadUrl?: string };

/** Where an export is written. `footprints` and `chips` are wanted as `exportCompanions` says. */
export type ExportTargets = {
  readonly detections: ExportTarget;
  readonly footprints?: ExportTarget | undefined;
  readonly chips?: ExportTarget | undefined;
};

/** Exports of what the workspace holds, as jobs: streamed, cancelable, written beside and renamed into place. */
export type Exports = {
  /** Begins and returns at once; progress comes as `job` events. */
  start(request: {
    readonly scope: ExportScope;
    readonly options: ExportOptions;
    readonly targets: ExportTargets;
  }): Promise<Result<Job>>;
  /** A few detections as text, for the clipboard. */
  text(request: TextRequest, signal?: AbortSignal): Promise<Result<DetectionsText>>;
};
