import { type Area, type ChangedArea, defaultSite, type SiteSettings } from '../../../shared/areas/area.ts';
import { csvRow } from '../../../shared/csv-cell.ts';
import { toFileName } from '../../../shared/file-name.ts';
import { formatQuantity, formatUtc } from '../../../shared/format.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { groupText, noBaselineText, notComparedTexts } from '../../../shared/sites/site-pass-texts.ts';
import { type SiteOptions, type SiteSeries, toSiteSeries } from '../../../shared/sites/site-series.ts';
import type { SiteSummary } from '../../../shared/sites/site-summary.ts';
import { areaListQuery } from '../../api/live-queries.ts';
import type { App } from '../../context/app-context.tsx';
import { recordAreaChange, recordAreaChanges } from '../../context/area-edits.ts';
import { type AreaCommandContext, findArea, getAreas } from '../../context/areas.ts';
import type { Command } from '../../context/command.ts';
import { callEdit } from '../../context/edit-history.ts';
import { reportSavedFile } from '../../context/report-saved-file.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** The commands about sites. */
export function createSiteCommands(app: App): readonly Command[] {
  const { ui } = app.stores;
  const selected = () => findArea(app, ui.getState().selectedAreaId ?? '');
  return [
    {
      id: 'sites.show',
      title: texts.commands.show,
      group: 'Results',
      run: () => showSites(app, null),
    },
    {
      id: 'sites.open',
      title: texts.commands.open,
      group: 'Areas',
      enabled: () => selected() !== undefined || texts.commands.selectFirst,
      async run() {
        const area = selected();
        if (!area) return;
        const isSite = area.site !== undefined || (await changeSite(app, area, defaultSite));
        if (isSite) showSites(app, area.id);
      },
    },
    {
      id: 'sites.make-marked',
      title: texts.commands.makeMarked,
      group: 'Areas',
      enabled: () => markedWithoutSite(app).length > 0 || texts.commands.markFirst,
      run: () => makeSites(app, markedWithoutSite(app)),
    },
    {
      id: 'sites.remove',
      title: texts.commands.remove,
      group: 'Areas',
      enabled: () => {
        const area = selected();
        if (!area) return texts.commands.selectFirst;
        return area.site !== undefined || texts.commands.noSite;
      },
      async run() {
        const area = selected();
        if (area) await changeSite(app, area, null);
      },
    },
    {
      id: 'sites.add-places',
      title: texts.commands.addPlaces,
      group: 'Results',
      async run() {
        const started = await app.api.sites.addPlacesLayer.mutate();
        if (started.ok) ui.getState().setJobsOpen(true);
        else notifyFailure(started.failure, texts.failures.noPlaces);
      },
    },
    {
      id: 'sites.save-csv',
      title: texts.commands.saveCsv,
      group: 'Results',
      run: () => saveSitesAsCsv(app),
    },
  ];
}

/** Shows the passes over a site in the dock, or the table of all sites for null. */
export function showSites({ stores: { dock, ui } }: Pick<App, 'stores'>, areaId: string | null): void {
  ui.getState().setDockOpen(true);
  dock.getState().setTab('sites');
  dock.getState().changeSites({ areaId, analytic: null, groupKey: null });
  focusRegion('table');
}

/** The areas that are selected in the list, and no sites. */
function markedWithoutSite(app: App): readonly Area[] {
  const { markedIds } = app.stores.areas.getState();
  return getAreas(app).filter(({ id, site }) => markedIds.has(id) && site === undefined);
}

/** Makes areas sites, up to the first that cannot be changed, as one edit; and shows the table of all sites. */
async function makeSites(app: App, areas: readonly Area[]): Promise<void> {
  const changes: ChangedArea[] = [];
  for (const { id, name } of areas) {
    const result = await callEdit(app, () => app.api.areas.change.mutate({ id, site: defaultSite }));
    if (!result.ok) {
      notifyFailure(result.failure, texts.failures.notChanged(name));
      break;
    }
    changes.push(result.value);
  }
  if (changes.length === 0) return;
  const { edits } = texts;
  const count = formatQuantity(changes.length, 'area');
  recordAreaChanges(app, changes, { name: edits.makingAll(count), message: edits.madeAll(count) });
  showSites(app, null);
}

/** Makes an area a site, changes its settings, or makes it none (null); can be undone. Returns whether it was changed. */
export async function changeSite(
  app: AreaCommandContext,
  { id, name, site: before }: Area,
  site: SiteSettings | null,
): Promise<boolean> {
  const result = await callEdit(app, () => app.api.areas.change.mutate({ id, site }));
  if (!result.ok) {
    notifyFailure(result.failure, texts.failures.notChanged(name));
    return false;
  }
  const { after } = result.value;
  app.queryClient.setQueryData(areaListQuery(app.queries).queryKey, (list) =>
    list?.map((area) => (area.id === id ? after : area)),
  );
  const { edits } = texts;
  if (site === null) {
    recordAreaChange(app, result.value, { name: edits.removing(name), message: edits.removed(name) });
  } else if (before === undefined) {
    recordAreaChange(app, result.value, { name: edits.making(name), message: edits.made(name) });
    app.stores.workspace.getState().setCompleted({ kind: 'site', areaId: id });
  } else recordAreaChange(app, result.value, { name: edits.changing(name) });
  return true;
}

/** Saves the passes over the open site or, without one, the table of sites. */
async function saveSitesAsCsv(app: App): Promise<void> {
  const file = await readCsv(app);
  if (!file.ok) return notifyFailure(file.failure, texts.files.csv.failed);
  const saved = await app.api.exchange.saveText.mutate(file.value);
  reportSavedFile(saved, texts.files.csv);
}

async function readCsv(app: App): Promise<Result<{ readonly name: string; readonly text: string }>> {
  const { api, stores } = app;
  const { areaId, counted, grouping, isFiltered } = stores.dock.getState().sites;
  const filter: DetectionFilter = isFiltered ? stores.results.getState().filter : {};
  const area = areaId === null ? undefined : findArea(app, areaId);
  if (!area?.site) {
    const rows = await api.sites.summaries.query({ filter, counted, grouping, now: Date.now() });
    return rows.ok ? succeed({ name: texts.files.sites, text: summariesAsCsv(rows.value) }) : rows;
  }
  const { id, name, site } = area;
  const areaPasses = await api.sites.looks.query({ areaId: id, filter });
  if (!areaPasses.ok) return areaPasses;
  const options = { minShare: site.minShare, counted, grouping };
  const text = passesAsCsv(name, toSiteSeries(areaPasses.value, options), options);
  return succeed({ name: siteFileName(name, 'csv'), text });
}

/** The name of a file about a site. */
export function siteFileName(name: string, ending: 'csv' | 'png'): string {
  return toFileName(`${name}.${ending}`, `site.${ending}`);
}

type Cell = string | number | null;

/** The passes of all series of a site as CSV (RFC 4180). What is not known is empty, which is not 0. */
function passesAsCsv(
  name: string,
  series: readonly SiteSeries[],
  { minShare, counted }: SiteOptions,
): string {
  const { csv } = texts;
  const head = [
    ...[csv.site, csv.analytic, csv.time, csv.sensor, csv.sensorType, csv.mode, csv.incidence, csv.azimuth],
    ...[csv.share, csv.minShare, csv.counted, csv.count, csv.detections, csv.reviewed, csv.confirmed],
    ...[
      csv.compared,
      csv.group,
      csv.median,
      csv.mad,
      csv.unit,
      csv.deviation,
      csv.unusual,
      csv.versions,
      csv.records,
    ],
  ];
  const rows = series.flatMap(({ analytic, passes, groups }) =>
    passes.map((sitePass): Cell[] => {
      const baseline = groups.find(({ group }) => group.key === sitePass.group.key)?.baseline;
      const result = sitePass.notCompared
        ? texts.passes.notCompared(notComparedTexts[sitePass.notCompared])
        : baseline
          ? csv.yes
          : noBaselineText;
      return [
        ...[
          name,
          analytic,
          timeCell(sitePass.startedAt),
          sitePass.sensorName,
          sitePass.sensorType,
          sitePass.sensorMode,
        ],
        ...[
          sitePass.incidenceAngle,
          sitePass.azimuthAngle,
          sitePass.share,
          minShare,
          texts.controls.counted[counted],
        ],
        ...[
          sitePass.count,
          sitePass.detections,
          sitePass.reviewed,
          sitePass.confirmed,
          result,
          groupText(sitePass.group),
        ],
        ...[baseline?.median ?? null, baseline?.mad ?? null, baseline?.unit ?? null, sitePass.deviation],
        sitePass.deviation === null ? null : sitePass.isAnomaly ? csv.yes : csv.no,
        ...[sitePass.versions.join(', '), sitePass.recordIds.join(', ')],
      ];
    }),
  );
  return toCsv([head, ...rows]);
}

/** The table of sites as CSV. */
function summariesAsCsv(summaries: readonly SiteSummary[]): string {
  const { csv } = texts;
  const head = [
    ...[csv.site, csv.analytic, csv.lastPass, csv.share, csv.count, csv.lastResult],
    ...[csv.lastCompared, csv.deviation, csv.unusual, csv.recent, csv.isGap, csv.passes, csv.comparedPasses],
  ];
  const rows = summaries.map((row): Cell[] => [
    ...[
      row.name,
      row.analytic,
      timeCell(row.last?.startedAt),
      row.last?.share ?? null,
      row.last?.count ?? null,
      row.last &&
        (row.last.notCompared ? texts.passes.notCompared(notComparedTexts[row.last.notCompared]) : csv.yes),
    ],
    ...[timeCell(row.lastCompared?.startedAt), row.lastCompared?.deviation ?? null],
    row.lastCompared ? (row.lastCompared.isAnomaly ? csv.yes : csv.no) : null,
    ...[row.recentAnomalies, row.isGap ? csv.yes : csv.no, row.passes, row.compared],
  ]);
  return toCsv([head, ...rows]);
}

function timeCell(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : formatUtc(at);
}

function toCsv(lines: readonly (readonly Cell[])[]): string {
  return lines.map((line) => csvRow(line)).join('\r\n');
}
