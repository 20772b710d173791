/** A file that the user opened with Sightline in the desktop's file manager. */
export type OpenedFile = {
  /** Names the file for the procedures that choose a file. */
  readonly id: string;
  /** The name for display, without its folder. */
  readonly name: string;
  readonly kind: 'workspace' | 'case-package';
};

/** The extensions of the files that the packages register for Sightline, without a dot. */
export const casePackageExtension = 'sightline';
export const workspaceExtension = 'gpkg';
