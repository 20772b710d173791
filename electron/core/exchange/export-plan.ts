import type { ExportFormat } from '../../../shared/exchange/export-format.ts';
import type { FieldColors, ReportMap } from '../../../shared/exchange/export-request.ts';
import type { ReportedPass } from '../../../shared/passes/pass.ts';
import type { ReportKind } from '../../../shared/reports/report-kind.ts';
import type { ReportTemplate } from '../../../shared/reports/report-template.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { SiteCount } from '../../../shared/sites/site-series.ts';
import type { PlannedFile } from '../base/part-files.ts';
import type { ExportedFields } from '../workspace/read/exported-fields.ts';
import type { WorkspaceDamage } from '../workspace/safety/describe-damage.ts';
import type { ProjectContent } from './formats/qgis/project-content.ts';

/** The detections of a plan; ids ascending. Ids that are not in the workspace are skipped. */
export type PlannedScope = (
  | { readonly kind: 'all' }
  | { readonly kind: 'ids'; readonly ids: Uint32Array }
) & {
  /** What is known of damage to the workspace's file: detections and reviews on damaged pages are skipped. */
  readonly damage?: WorkspaceDamage | undefined;
};

/** The folder of the chip cache, and the profile of its chips. */
export type ChipSource = { readonly cacheFolder: string; readonly profileId: string };

/** What a report states beside its detections. */
export type ReportContent = {
  readonly kind: ReportKind;
  /** The id or the name of the area of a site report; null where none was chosen. */
  readonly site: string | null;
  /** What a site report counts. */
  readonly counted: SiteCount;
  /** Empty: that of the template. */
  readonly title: string;
  /** The id or the name of a template of the workspace, or one that is not stored; null: the standard one. */
  readonly template: string | ReportTemplate | null;
  /** The map as a window drew it, as PNG in Base64. */
  readonly map: ReportMap | null;
  /** Null: that of the workspace. */
  readonly marking: string | null;
  /** The conditions of the detections, as sentences. */
  readonly conditions: readonly string[];
  /** Determines the passes; null: the detections were chosen one by one. */
  readonly filter: DetectionFilter | null;
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
  /** The age, license and accuracy of the layers in the filter and in these fields; absent: there are none. */
  readonly layerSources?: string | undefined;
  /** Names of the feature properties that are written; absent: all. */
  readonly properties?: readonly string[];
  readonly byteOrderMark: boolean;
  readonly detections: PlannedFile;
  /** Whether footprints are written: into `footprints` if given, else into the file of the detections. */
  readonly withFootprints: boolean;
  readonly footprints?: PlannedFile;
  /** The archive of chips, where they have a file of their own. */
  readonly chips?: PlannedFile;
  /** Where chips are read from; absent: none are written. */
  readonly chipSource?: ChipSource;
  /** The passes that are written, as a layer or a table; absent: none. */
  readonly passes?: readonly ReportedPass[] | undefined;
  /** GeoPackage only: what determines the colors of detections in its styles; absent: their analytic. */
  readonly colors?: FieldColors;
  /** Reports only. */
  readonly report?: ReportContent;
  readonly qgisProject?: PlannedFile & { readonly content: ProjectContent };
};
