import { formatCount, formatDuration, formatNumber, formatQuantity } from '../format.ts';
import { countDistinct } from '../passes/area-pass.ts';
import type {
  ReportAnswer,
  ReportBar,
  ReportBlock,
  ReportDocument,
  ReportSection,
} from '../reports/report-document.ts';
import {
  damaged,
  evidenceSection,
  fetchedOnly,
  frameReport,
  mapSection,
  missingMap,
  type ReportFrame,
} from '../reports/report-frame.ts';
import { instantText, notStated, unknown } from '../reports/report-texts.ts';
import { analyticDisplayName } from '../results/analytics.ts';
import { anomalyMads } from './baseline.ts';
import { siteAnswer, siteMethod } from './site-answer.ts';
import {
  countText,
  groupText,
  limitText,
  madText,
  notComparedTexts,
  notesBefore,
  resultText,
  shareText,
} from './site-pass-texts.ts';
import {
  isWhole,
  notComparedReasons,
  type PassGap,
  type SiteCount,
  type SitePass,
  type SitePassGrouping,
  type SiteSeries,
} from './site-series.ts';

export type SiteReportInput = ReportFrame & {
  readonly site: {
    readonly name: string;
    /** Share of the site that a pass must cover to be compared, 0…1. */
    readonly minShare: number;
  };
  readonly counted: SiteCount;
  readonly grouping: SitePassGrouping;
  /** By analytic. */
  readonly series: readonly SiteSeries[];
  /** Upload time of each record that is evidence, by its id. */
  readonly records: ReadonlyMap<string, string | null>;
};

/** Gaps and other rows of a list; more are counted. */
const maxListed = 20;

/** A report of a site: whether its last counts are usual, its passes as a chart and a table, baselines, and unusual counts. */
export function siteReport(input: SiteReportInput): ReportDocument {
  const { site, counted, series, conditions, records } = input;
  const sitePasses = series.flatMap((one) => one.passes);
  const passes = new Set(sitePasses.map(({ passKey }) => passKey)).size;
  const frame = frameReport(
    input,
    'site',
    {
      detections: formatQuantity(countDistinct(sitePasses).detections, 'detection'),
      passes: formatQuantity(passes, 'pass', 'passes'),
    },
    [
      { name: 'Site', value: site.name },
      { name: 'Counted', value: countedText(counted, conditions) },
      { name: 'Passes, counted for each analytic', value: formatCount(sitePasses.length) },
    ],
  );
  return {
    ...frame,
    answer: answerOf(input, sitePasses),
    sections: [
      ...mapSection(input),
      ...series.map((one) => seriesSection(one, site.name)),
      {
        heading: 'Method',
        blocks: [{ kind: 'list', items: [...siteMethod(input, input.site.minShare), 'Times are UTC.'] }],
      },
      ...(sitePasses.length === 0 ? [] : [evidenceSection(records)]),
    ],
  };
}

function countedText(counted: SiteCount, conditions: readonly string[]): string {
  const what = counted === 'confirmed' ? 'detections confirmed by an analyst' : 'all detections';
  return conditions.length === 0 ? what : `${what} with ${conditions.join('; ')}`;
}

function answerOf(input: SiteReportInput, sitePasses: readonly SitePass[]): ReportAnswer {
  if (sitePasses.length === 0) {
    return {
      statements: [
        'No pass of this workspace that matches covers the site. That is not zero: nothing is known of it.',
      ],
      certainty: [],
      gaps: [fetchedOnly, ...damaged(input.isDamaged)],
    };
  }
  const { reviewed, detections } = countDistinct(sitePasses);
  return {
    statements: input.series.map(
      (one) => `${analyticDisplayName(one.analytic)}: ${answerText(one, input.counted)}.`,
    ),
    certainty: [
      `${formatCount(reviewed)} of ${formatQuantity(detections, 'detection')} reviewed by an analyst.`,
    ],
    gaps: [
      'Between two passes nothing is known of the site.',
      fetchedOnly,
      ...damaged(input.isDamaged),
      ...missingMap(input),
      ...input.series.flatMap((one) => seriesGaps(one)),
    ],
  };
}

function answerText(series: SiteSeries, counted: SiteCount): string {
  const { usual, evidence } = siteAnswer(series, counted);
  return [...usual, ...evidence].join('; ');
}

/** Lists what is not known of the passes with one analytic. */
function seriesGaps(series: SiteSeries): readonly string[] {
  const { analytic, passes, gaps } = series;
  const name = analyticDisplayName(analytic);
  const last = passes.findLast(({ startedAt }) => startedAt !== null)?.startedAt ?? null;
  const reasons = notComparedReasons.flatMap((reason) => {
    const count = passes.filter(({ notCompared }) => notCompared === reason).length;
    return count === 0
      ? []
      : [`${formatQuantity(count, 'pass', 'passes')}: not compared: ${notComparedTexts[reason]}`];
  });
  const unknownCounts = passes.filter(({ count }) => count === null).length;
  return [
    ...[limitText(series)].filter((text) => text !== null),
    ...(last === null
      ? []
      : [`${name}: the last pass was at ${instantText(last)}. What came after it is not known.`]),
    ...gaps.slice(0, maxListed).map((gap) => `${name}: ${gapText(gap)}.`),
    ...(gaps.length > maxListed
      ? [`${name}: ${formatQuantity(gaps.length - maxListed, 'further time')} without a pass.`]
      : []),
    ...(unknownCounts > 0
      ? [
          `${name}: the count of ${formatQuantity(unknownCounts, 'pass', 'passes')} is not known, which is not zero.`,
        ]
      : []),
    ...(reasons.length > 0 ? [`${name}: ${reasons.join('; ')}.`] : []),
  ];
}

function gapText({ from, to }: PassGap): string {
  return `no pass for ${formatDuration(to - from)}, from ${instantText(from)} to ${instantText(to)}: nothing is known`;
}

function seriesSection(series: SiteSeries, site: string): ReportSection {
  const name = analyticDisplayName(series.analytic);
  const unusual = series.passes.filter(({ isAnomaly }) => isAnomaly);
  return {
    heading: `${name} at ${site}`,
    blocks: [
      {
        kind: 'paragraph',
        text:
          unusual.length === 0
            ? 'No compared pass has an unusual count.'
            : `${formatQuantity(unusual.length, 'pass', 'passes')} with an unusual count: ${unusual
                .slice(-maxListed)
                .map(
                  (sitePass) =>
                    `${sitePass.startedAt === null ? unknown : instantText(sitePass.startedAt)}, ${countText(sitePass)}`,
                )
                .join('; ')}.`,
      },
      {
        kind: 'chart',
        caption: 'Count of each pass, by time; times without a pass have no bar',
        label: 'Pass',
        unit: 'Count',
        bars: barsOf(series),
      },
      groupTable(series),
      sitePassTable(series, site),
    ],
  };
}

function barsOf(series: SiteSeries): readonly ReportBar[] {
  return series.passes.flatMap((sitePass): ReportBar[] => {
    const { startedAt, count } = sitePass;
    const { gap } = notesBefore(series, sitePass);
    const note =
      count === null
        ? unknown
        : [isWhole(sitePass) ? null : 'at least', resultText(sitePass)]
            .filter((part) => part !== null)
            .join('; ');
    return [
      ...(gap ? [{ label: gapText(gap), value: null, note: 'no pass' }] : []),
      { label: startedAt === null ? 'Unknown time' : instantText(startedAt), value: count, note },
    ];
  });
}

function groupTable({ groups }: SiteSeries): ReportBlock {
  return {
    kind: 'table',
    caption: 'Baselines; passes are compared within a group only',
    columns: ['Group', 'Comparable passes', 'Median', 'MAD', 'Unusual from'],
    rows: groups.map(({ group, compared, baseline }) => [
      groupText(group),
      formatCount(compared),
      baseline ? formatNumber(baseline.median, 1) : 'no baseline',
      baseline ? madText(baseline) : '–',
      baseline ? unusualText(baseline.median, anomalyMads * baseline.unit) : '–',
    ]),
  };
}

/** The counts from which a pass is unusual. */
function unusualText(median: number, reach: number): string {
  const [low, high] = [median - reach, median + reach].map((value) => formatNumber(value, 1));
  return median - reach >= 0 ? `${high} upwards, ${low} downwards` : `${high} upwards`;
}

function sitePassTable(series: SiteSeries, site: string): ReportBlock {
  const { passes } = series;
  return {
    kind: 'table',
    caption: `${formatQuantity(passes.length, 'pass', 'passes')} at ${site}`,
    columns: [
      'Collected (UTC)',
      'Sensor',
      'Incidence',
      'Covers',
      'Count',
      'Reviewed',
      'Confirmed',
      'Compared',
      'Version',
      'Records',
    ],
    rows: passes.map((sitePass) => {
      const { change } = notesBefore(series, sitePass);
      const version = sitePass.versions.length === 0 ? notStated : sitePass.versions.join(', ');
      return [
        sitePass.startedAt === null ? unknown : instantText(sitePass.startedAt),
        sitePass.sensorName ?? unknown,
        sitePass.incidenceAngle === null ? notStated : `${formatNumber(sitePass.incidenceAngle, 1)}°`,
        shareText(sitePass.share),
        countText(sitePass),
        `${formatCount(sitePass.reviewed)} of ${formatCount(sitePass.detections)}`,
        formatCount(sitePass.confirmed),
        resultText(sitePass) ?? '–',
        change ? `${version} (changed from ${change.from})` : version,
        sitePass.recordIds.join(', '),
      ];
    }),
  };
}
