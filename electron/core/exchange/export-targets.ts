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
