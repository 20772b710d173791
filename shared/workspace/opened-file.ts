/** A file that the user opened with Sightline in the desktop's file manager. */
export type OpenedFile = {
  /** Names the file for the procedures that choose a file. */
  readonly id: string;
  /** The name for display, without its folder. */
  readonly name: string;
};

/** The extension of the files that the packages register for Sightline, without a dot: workspaces, and cases among them. */
export const workspaceExtension = 'gpkg';
