import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import type {
  WorkspaceFile,
  WorkspaceInspection,
  WorkspaceOverview,
} from '../../../shared/workspace/workspace-file.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import type { ExportTarget } from '../exchange/exports.ts';

/** A file that the user has chosen, as the page may know it. */
export type OfferedFile = {
  readonly id: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly inspection: WorkspaceInspection;
};

/** What can be done to workspace files as a whole. */
export type WorkspaceTools = {
  overview(): Promise<Result<WorkspaceOverview>>;
  /** The files in the data folder and the open one, the last changed first. */
  list(): Promise<Result<readonly WorkspaceFile[]>>;
  /** Copies the current state of the open workspace without interrupting other work. */
  saveCopy(target: ExportTarget): Promise<Result<Job>>;
  /** Rewrites the open workspace without unused space; it can be read in the meantime. */
  compact(): Promise<Result<Job>>;
  /**
   * Rebuilds a workspace from raw records: the open file (null), a file that was set aside together with the one created
   * in its place, or any other file into a separate workspace, which is then opened.
   */
  rebuild(fileId: string | null): Promise<Result<Job>>;
  /** Inspects a chosen file and gives it an id for `open` and `rebuild`. */
  inspectFile(chosen: ChosenFile): Promise<Result<OfferedFile>>;
  /** Opens a listed or chosen file instead of the open one. */
  open(fileId: string): Promise<Result<void>>;
  /** Opens the chosen file, which was not there when the account's first one was opened. Fails with `not-found`. */
  openMissing(): Promise<Result<void>>;
  /** Begins an empty workspace and opens it. */
  openNew(name: string): Promise<Result<void>>;
  rename(name: string): Promise<Result<void>>;
};
