import type { CsvSigns } from '../../../shared/csv-cell.ts';
import type { ExportFormat } from '../../../shared/exchange/export-format.ts';
import type { FieldColors, ReportMap, ReportOptions } from '../../../shared/exchange/export-request.ts';
import type { VectorLayer } from '../../../shared/layers/vector-layer.ts';
import type { ReportedPass } from '../../../shared/passes/pass.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { PlannedFile } from '../base/part-files.ts';
import type { ExportedFields } from '../workspace/read/exported-fields.ts';
import type { WorkspaceDamage } from '../workspace/safety/describe-damage.ts';
import type { ProjectContent } from './formats/qgis/project-content.ts';

/** The detections of a plan; ids ascending. Ids that are not in the workspace are skipped. */
export type PlannedScope = (
  | { readonly kind: 'all' }
  | { readonly kind: 'ids'; readonly ids: Uint32Array }
) & {
  /** Known damage to the workspace's file: detections and reviews on damaged pages are skipped. */
  readonly damage?: WorkspaceDamage | undefined;
};

/** The folder of the chip cache, and the profile of its chips. */
export type ChipSource = { readonly cacheFolder: string; readonly profileId: string };

/** Statements of a report in addition to its detections. Without a title, template or marking it has those of the workspace. */
export type ReportContent = ReportOptions & {
  /** The map as a window drew it. */
  readonly map: ReportMap | undefined;
  /** The conditions of the detections, as sentences. */
  readonly conditions: readonly string[];
  /** Determines the passes; undefined: the detections were chosen one by one. */
  readonly filter: DetectionFilter | undefined;
};

/** The input of the export worker. It can be structured-cloned. */
export type ExportPlan = {
  readonly workspacePath: string;
  readonly scope: PlannedScope;
  readonly format: ExportFormat;
  readonly reviews: boolean;
  readonly places: boolean;
  /** Fields that the export cannot compute; absent: none are written. */
  readonly computed?: ExportedFields | undefined;
  /** The layers of the user's in the filter and in these fields; absent: there are none. */
  readonly layers?: readonly VectorLayer[] | undefined;
  /** Names of the feature properties that are written; absent: all. */
  readonly properties?: readonly string[] | undefined;
  readonly byteOrderMark: boolean;
  /** The signs of a table in CSV. */
  readonly csvSigns: CsvSigns;
  readonly detections: PlannedFile;
  /** Whether footprints are written: into `footprints` if given, else into the file of the detections. */
  readonly withFootprints: boolean;
  readonly footprints?: PlannedFile | undefined;
  /** The archive of chips, where they have a file of their own. */
  readonly chips?: PlannedFile | undefined;
  /** Source of chips; absent: none are written. */
  readonly chipSource?: ChipSource | undefined;
  /** The passes that are written, as a layer or a table; absent: none. */
  readonly passes?: readonly ReportedPass[] | undefined;
  /** GeoPackage only: what determines the colors of detections in its styles; absent: their analytic. */
  readonly colors?: FieldColors | undefined;
  /** Reports only. */
  readonly report?: ReportContent | undefined;
  readonly qgisProject?: (PlannedFile & { readonly content: ProjectContent }) | undefined;
};

/** The scope of these detections, whatever their order. */
export function idScope(ids: readonly number[]): PlannedScope {
  return { kind: 'ids', ids: Uint32Array.from(new Set(ids)).sort() };
}
