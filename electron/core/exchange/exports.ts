import type { DetectionText, DetectionTextRequest } from '../../../shared/exchange/detection-text.ts';
import type { ExportOptions, ExportScope, ExportView } from '../../../shared/exchange/export-request.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';

/** A file to be written: `downloadUrl` where the host offers the finished file for download. */
export type ExportTarget = { readonly path: string; readonly downloadUrl?: string };

/** The files of an export. Which of them are needed is defined by `companionNames`. */
export type ExportTargets = {
  readonly detections: ExportTarget;
  readonly footprints?: ExportTarget | undefined;
  readonly chips?: ExportTarget | undefined;
  /** In the folder of the detections. */
  readonly qgisProject?: ExportTarget | undefined;
};

/** All files of an export. */
export function allTargets({
  detections,
  footprints,
  chips,
  qgisProject,
}: ExportTargets): readonly ExportTarget[] {
  return [detections, footprints, chips, qgisProject].filter((target) => target !== undefined);
}

/** Exports of the workspace's results, as jobs: streamed, cancelable, written to part files and renamed. */
export type Exports = {
  /** Starts a job and returns immediately; progress is published as `job` events. */
  start(request: {
    readonly scope: ExportScope;
    readonly options: ExportOptions;
    readonly targets: ExportTargets;
    /** For a QGIS project. */
    readonly view?: ExportView | undefined;
  }): Promise<Result<Job>>;
  /** A few detections as text, for the clipboard. */
  text(request: DetectionTextRequest, signal?: AbortSignal): Promise<Result<DetectionText>>;
  /** Sentences about detections that are copied as the page shows them, such as those on damaged pages. */
  copyWarnings(ids: readonly number[]): Promise<Result<readonly string[]>>;
};
