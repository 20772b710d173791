import { z } from 'zod';

/** How much a workspace file holds. */
export type WorkspaceCounts = {
  readonly records: number;
  readonly detections: number;
  readonly areas: number;
  readonly orders: number;
  readonly drafts: number;
  readonly reviews: number;
};

/** What a file turned out to be that may be opened as a workspace. */
export type WorkspaceLook =
  | {
      readonly kind: 'workspace';
      /** The name that its analyst gave it, or null. */
      readonly name: string | null;
      readonly schemaVersion: number;
      /** `older`: opening it brings it up to date; `newer`: it can be read only. */
      readonly age: 'current' | 'older' | 'newer';
      readonly counts: WorkspaceCounts;
    }
  /** It cannot be opened; `reason` says why and what can be done. */
  | { readonly kind: 'damaged' | 'other' | 'locked'; readonly reason: string };

/** A workspace file in the data folder, or the open one wherever it lies. */
export type WorkspaceFile = {
  /** Names it towards Sightline; the page never names a path. */
  readonly id: string;
  readonly fileName: string;
  readonly folder: string;
  readonly bytes: number;
  /** UTC, ISO 8601. */
  readonly changedAt: string;
  readonly isOpen: boolean;
  /** `account`: of the account in use; `other`: of another one; `set-aside`: put away because it was damaged or replaced. */
  readonly belongs: 'account' | 'other' | 'set-aside';
  readonly look: WorkspaceLook;
};

/** The open workspace as Settings shows it. Sizes in bytes. */
export type WorkspaceOverview = {
  readonly path: string;
  readonly name: string | null;
  readonly schemaVersion: number;
  readonly readOnly: string | null;
  readonly bytes: number;
  /** What compacting would give back at least: pages that nothing uses. */
  readonly unusedBytes: number;
  readonly counts: WorkspaceCounts;
};

/** The name of a new workspace. */
export const workspaceNameSchema = z
  .string()
  .trim()
  .min(1, 'Give the workspace a name.')
  .max(80, 'A name has at most 80 characters.');

/** A file that the user chose, told by the host's own number for it; null where the host asks for it itself. */
export const uploadIdSchema = z.uuid().nullable();
