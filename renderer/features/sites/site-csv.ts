import { csvCell } from '../../../shared/csv-cell.ts';
import { formatUtc } from '../../../shared/format.ts';
import { groupText, noBaselineText, notComparedTexts } from '../../../shared/sites/look-texts.ts';
import type { SiteOptions, SiteSeries } from '../../../shared/sites/site-series.ts';
import type { SiteSummary } from '../../../shared/sites/site-summary.ts';
import { texts } from './texts.ts';

type Cell = string | number | null;

/** The looks of all series of a site as CSV (RFC 4180). What is not known is empty, which is not 0. */
export function looksAsCsv(
  name: string,
  series: readonly SiteSeries[],
  { minShare, counted }: SiteOptions,
): string {
  const { csv } = texts;
  const head = [
    ...[csv.site, csv.analytic, csv.time, csv.sensor, csv.sensorType, csv.mode, csv.incidence, csv.azimuth],
    ...[csv.share, csv.minShare, csv.counted, csv.count, csv.detections, csv.reviewed, csv.confirmed],
    ...[csv.compared, csv.group, csv.median, csv.mad, csv.deviation, csv.unusual, csv.versions, csv.records],
  ];
  const rows = series.flatMap(({ analytic, looks, groups }) =>
    looks.map((look): Cell[] => {
      const baseline = groups.find(({ group }) => group.key === look.group.key)?.baseline;
      const result = look.notCompared
        ? notComparedTexts[look.notCompared]
        : baseline
          ? csv.yes
          : noBaselineText;
      return [
        ...[name, analytic, timeCell(look.startedAt), look.sensorName, look.sensorType, look.sensorMode],
        ...[look.incidenceAngle, look.azimuthAngle, look.share, minShare, texts.controls.counted[counted]],
        ...[look.count, look.detections, look.reviewed, look.confirmed, result, groupText(look.group)],
        ...[baseline?.median ?? null, baseline?.mad ?? null, look.deviation],
        look.deviation === null ? null : look.isAnomaly ? csv.yes : csv.no,
        ...[look.versions.join(', '), look.recordIds.join(', ')],
      ];
    }),
  );
  return toCsv([head, ...rows]);
}

/** The table of sites as CSV. */
export function summariesAsCsv(summaries: readonly SiteSummary[]): string {
  const { csv } = texts;
  const head = [
    ...[csv.site, csv.analytic, csv.lastLook, csv.share, csv.count, csv.lastCompared, csv.deviation],
    ...[csv.unusual, csv.recent, csv.isGap, csv.looks, csv.comparedLooks],
  ];
  const rows = summaries.map((row): Cell[] => [
    ...[
      row.name,
      row.analytic,
      timeCell(row.last?.startedAt),
      row.last?.share ?? null,
      row.last?.count ?? null,
    ],
    ...[timeCell(row.lastCompared?.startedAt), row.lastCompared?.deviation ?? null],
    row.lastCompared ? (row.lastCompared.isAnomaly ? csv.yes : csv.no) : null,
    ...[row.recentAnomalies, row.isGap ? csv.yes : csv.no, row.looks, row.compared],
  ]);
  return toCsv([head, ...rows]);
}

function timeCell(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : formatUtc(at);
}

function toCsv(lines: readonly (readonly Cell[])[]): string {
  return lines.map((line) => line.map((cell) => csvCell(cell)).join(',')).join('\r\n');
}
