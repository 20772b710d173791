import type { Area } from '../../../shared/areas/area.ts';
import { fittingOptions } from '../../../shared/exchange/export-checks.ts';
import { exportFormatInfo } from '../../../shared/exchange/export-format.ts';
import {
  type ExportOptions,
  type ExportScopeInput,
  type ExportView,
  standardReport,
} from '../../../shared/exchange/export-request.ts';
import { reportTitleSchema } from '../../../shared/reports/report-template.ts';
import type { Failure } from '../../../shared/result.ts';
import type { App } from '../../context/app-context.tsx';
import { whenReviewsAreWritten } from '../../context/written-reviews.ts';
import { mapScheme } from '../../map/map-colors.ts';
import { sourceLayerId } from '../../map-sync/sync-own-layers.ts';
import { exportChoice } from './export-commands.ts';

/** Whether the options are of a report whose site or title is missing. */
export function isIncompleteReport(
  { format, report = standardReport }: ExportOptions,
  areas: readonly Pick<Area, 'id'>[],
): boolean {
  return (
    exportFormatInfo(format).isReport === true &&
    ((report.kind === 'site' && !areas.some(({ id }) => id === report.site)) ||
      !reportTitleSchema.safeParse(report.title).success)
  );
}

/**
 * Starts the export of saved reviews, and saves its options for the next one; null also where the user cancelled the file
 * dialog, without `onStarted`.
 */
export async function startExport(
  app: App,
  scope: () => ExportScopeInput,
  chosen: ExportOptions,
  onStarted: () => void,
): Promise<Failure | null> {
  const { api, stores } = app;
  const failure = await whenReviewsAreWritten(stores);
  if (failure) return failure;
  const options = fittingOptions(chosen);
  const view = options.format === 'gpkg' ? readExportView(app) : undefined;
  const reportMap = exportFormatInfo(options.format).isReport
    ? await (await import('./report-map.ts')).takeReportMap(app)
    : undefined;
  const started = await api.exchange.export.mutate({
    scope: scope(),
    options,
    ...(view ? { view: { ...view, box: [...view.box] } } : {}),
    ...(reportMap ? { reportMap } : {}),
  });
  if (!started.ok) return started.failure;
  if (started.value) {
    exportChoice.getState().setOptions(chosen);
    stores.workspace.getState().addJob(started.value);
    stores.ui.getState().setJobsOpen(true);
    onStarted();
  }
  return null;
}

/** Reads the view of the map, for the styles of an export and a QGIS project; undefined while the map has no size. */
function readExportView({ engine, stores }: Pick<App, 'engine' | 'stores'>): ExportView | undefined {
  const box = engine.camera.viewBox();
  if (!box) return undefined;
  const prefix = sourceLayerId('');
  const basemaps = stores.layers
    .getState()
    .layers.toReversed()
    .filter(({ id, visible, opacity }) => id.startsWith(prefix) && visible && opacity > 0)
    .map(({ id, opacity }) => ({ id: id.slice(prefix.length), opacity }));
  const { colorBy: field } = stores.mapDisplay.getState();
  const { color } = stores.ui.getState().mapChannels;
  const colors =
    field !== null && color.state === 'shown' && color.colors ? { field, scale: color.colors } : undefined;
  return { box, background: mapScheme(), basemaps, ...(colors ? { colors } : {}) };
}
