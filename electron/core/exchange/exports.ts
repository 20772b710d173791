import type { DetectionText, DetectionTextRequest } from '../../../shared/exchange/detection-text.ts';
import type { ExportOptions, ExportScope } from '../../../shared/exchange/export-request.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';

/** A file to be written: `downloadUrl` where the host offers the finished file for download. */
export type ExportTarget = { readonly path: string; readonly downloadUrl?: string };

/** The files of an export. Which of them are needed is defined by `companionNames`. */
export type ExportTargets = {
  readonly detections: ExportTarget;
  readonly footprints?: ExportTarget | undefined;
  readonly chips?: ExportTarget | undefined;
};

/** Exports of the workspace's results, as jobs: streamed, cancelable, written to part files and renamed. */
export type Exports = {
  /** Starts a job and returns immediately; progress is published as `job` events. */
  start(request: {
    readonly scope: ExportScope;
    readonly options: ExportOptions;
    readonly targets: ExportTargets;
  }): Promise<Result<Job>>;
  /** A few detections as text, for the clipboard. */
  text(request: DetectionTextRequest, signal?: AbortSignal): Promise<Result<DetectionText>>;
  /** Sentences about detections that are copied as the page shows them, such as those on damaged pages. */
  copyWarnings(ids: readonly number[]): Promise<Result<readonly string[]>>;
};
