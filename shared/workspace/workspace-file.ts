import { z } from 'zod';

/** Counts of the contents of a workspace file. */
export type WorkspaceCounts = {
  readonly records: number;
  readonly detections: number;
  readonly areas: number;
  readonly orders: number;
  readonly drafts: number;
  readonly reviews: number;
};

/** The result of inspecting a file that may be a workspace. */
export type WorkspaceInspection =
  | {
      readonly kind: 'workspace';
      /** The name of the workspace, or null. */
      readonly name: string | null;
      readonly schemaVersion: number;
      /** `older`: opening it migrates it; `newer`: it is read-only. */
      readonly age: 'current' | 'older' | 'newer';
      readonly counts: WorkspaceCounts;
      /** `leftBehind` of a case; undefined for another file, and where it is not stated. */
      readonly leftBehind?: readonly string[] | undefined;
    }
  /** The file cannot be opened; `reason` states why and the remedy. */
  | { readonly kind: 'damaged' | 'other' | 'locked'; readonly reason: string };

/** A workspace file in the data folder, or the open one in any folder. */
export type WorkspaceFile = {
  /** Identifies the file; the page never handles paths. */
  readonly id: string;
  readonly fileName: string;
  readonly folder: string;
  readonly bytes: number;
  /** UTC, ISO 8601. */
  readonly changedAt: string;
  readonly isOpen: boolean;
  /**
   * `account`: of the current account; `other`: of another one; `set-aside`: archived because it was damaged or
   * replaced.
   */
  readonly belongs: 'account' | 'other' | 'set-aside';
  readonly inspection: WorkspaceInspection;
};

/** The open workspace as Settings shows it. Sizes in bytes. */
export type WorkspaceOverview = {
  readonly path: string;
  readonly name: string | null;
  readonly schemaVersion: number;
  readonly readOnly: string | null;
  readonly bytes: number;
  /** Minimum size reduction by compacting: unused database pages. */
  readonly unusedBytes: number;
  /** When the last safety copy was saved (UTC, ISO 8601); null while there is none. */
  readonly safetyCopySavedAt: string | null;
  readonly counts: WorkspaceCounts;
};

/** The name of a new workspace. */
export const workspaceNameSchema = z
  .string()
  .trim()
  .min(1, 'Give the workspace a name.')
  .max(80, 'A name has at most 80 characters.');

/** Id of an uploaded file; null when the host shows a file dialog instead. */
export const uploadIdSchema = z.uuid().nullable();
