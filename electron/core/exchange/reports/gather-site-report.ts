import { defaultSite } from '../../../../shared/areas/area.ts';
import { areaRegion } from '../../../../shared/areas/area-region.ts';
import type { SiteReportInput } from '../../../../shared/sites/site-report.ts';
import { toSiteSeries } from '../../../../shared/sites/site-series.ts';
import { textCell, textOrNull } from '../../workspace/file/cells.ts';
import { ExportRefused } from '../formats/progress.ts';
import type { ReportContext } from './report-context.ts';

/** Reads what the report of a site shows. Throws `ExportRefused` where there is no such area. */
export function gatherSiteReport({ sql, store, report, frame, progress }: ReportContext): SiteReportInput {
  const { site: chosen, counted, filter } = report;
  if (chosen === null) throw new ExportRefused('Choose the site of the report.');
  if (filter === null)
    throw new ExportRefused('A site report counts all detections, or those of a filter. Choose one of them.');
  const areas = store.listAreas();
  const area = areas.find(({ id }) => id === chosen) ?? areas.find(({ name }) => name === chosen);
  if (!area) throw new ExportRefused(`The workspace has no area “${chosen}”. Choose another one.`);
  const { minShare } = area.site ?? defaultSite;
  const regions = [{ id: area.id, region: areaRegion(area.shape) }];
  const looks = store.areaLooks({ areas: regions, filter })[0]?.looks ?? [];
  progress.written(looks.reduce((sum, look) => sum + look.detections, 0));
  const recordIds = [...new Set(looks.flatMap((look) => look.recordIds))];
  const records = sql
    .all(
      'SELECT record_id, upload_time FROM records WHERE record_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(recordIds),
    )
    .map((row) => [textCell(row, 'record_id'), textOrNull(row, 'upload_time')] as const);
  return {
    ...frame,
    site: { name: area.name, minShare },
    counted,
    series: toSiteSeries(looks, { minShare, counted }),
    records: new Map(records),
  };
}
