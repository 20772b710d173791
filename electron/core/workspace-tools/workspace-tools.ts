import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import type {
  WorkspaceFile,
  WorkspaceLook,
  WorkspaceOverview,
} from '../../../shared/workspace/workspace-file.ts';
import type { ExportTarget } from '../exchange/exports.ts';

/** A file that the user has chosen; a temporary one belongs to Sightline. */
export type ChosenFile = { readonly path: string; readonly name: string; readonly isTemporary: boolean };

/** A file that the user has chosen, as the page may know it. */
export type OfferedFile = {
  readonly id: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly look: WorkspaceLook;
};

/** What can be done to workspace files as a whole. */
export type WorkspaceTools = {
  overview(): Promise<Result<WorkspaceOverview>>;
  /** The files in the data folder and the open one, the last changed first. */
  list(): Promise<Result<readonly WorkspaceFile[]>>;
  /** Copies the open workspace as it stands now, while everything goes on. */
  saveCopy(target: ExportTarget): Promise<Result<Job>>;
  /** Writes the open workspace anew without what nothing uses; it can be read meanwhile. */
  compact(): Promise<Result<Job>>;
  /**
   * Makes a workspace anew from raw records: of the open file (null), of a file that was set aside together with the
   * one begun in its place, or of any other into a workspace of its own, which is then opened.
   */
  rebuild(fileId: string | null): Promise<Result<Job>>;
  /** Says what a chosen file is, before anything is done with it. */
  offer(chosen: ChosenFile): Promise<Result<OfferedFile>>;
  /** Opens a listed or offered file in place of the open one. */
  open(fileId: string): Promise<Result<void>>;
  /** Begins an empty workspace and opens it. */
  openNew(name: string): Promise<Result<void>>;
  rename(name: string): Promise<Result<void>>;
};
