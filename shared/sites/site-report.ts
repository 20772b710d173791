import { formatCount, formatDuration, formatNumber, formatQuantity } from '../format.ts';
import { countDistinct } from '../passes/area-look.ts';
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
import { anomalyMads, type Baseline, minBaselineLooks } from './baseline.ts';
import {
  comparedText,
  countText,
  groupText,
  madText,
  notComparedTexts,
  notesBefore,
  resultText,
  shareText,
} from './look-texts.ts';
import {
  type LookGap,
  type LookGrouping,
  notComparedReasons,
  type SiteCount,
  type SiteLook,
  type SiteSeries,
} from './site-series.ts';

export type SiteReportInput = ReportFrame & {
  readonly site: {
    readonly name: string;
    /** Share of the site that a look must cover to be compared, 0…1. */
    readonly minShare: number;
  };
  readonly counted: SiteCount;
  readonly grouping: LookGrouping;
  /** By analytic. */
  readonly series: readonly SiteSeries[];
  /** Upload time of each record that is evidence, by its id. */
  readonly records: ReadonlyMap<string, string | null>;
};

/** Gaps and other rows of a list; more are counted. */
const maxListed = 20;

/** A report of a site: whether its last counts are usual, its looks as a chart and a table, baselines, and unusual counts. */
export function siteReport(input: SiteReportInput): ReportDocument {
  const { site, counted, series, conditions, records } = input;
  const looks = series.flatMap((one) => one.looks);
  const passes = new Set(looks.map(({ passKey }) => passKey)).size;
  const frame = frameReport(
    input,
    'site',
    {
      detections: formatQuantity(countDistinct(looks).detections, 'detection'),
      passes: formatQuantity(passes, 'pass', 'passes'),
    },
    [
      { name: 'Site', value: site.name },
      { name: 'Counted', value: countedText(counted, conditions) },
      { name: 'Looks, one for each analytic of a pass', value: formatCount(looks.length) },
    ],
  );
  return {
    ...frame,
    answer: answerOf(input, looks),
    sections: [
      ...mapSection(input),
      ...series.map((one) => seriesSection(one, site.name)),
      { heading: 'Method', blocks: [{ kind: 'list', items: methodOf(input) }] },
      ...(looks.length === 0 ? [] : [evidenceSection(records)]),
    ],
  };
}

function countedText(counted: SiteCount, conditions: readonly string[]): string {
  const what = counted === 'confirmed' ? 'detections confirmed by an analyst' : 'all detections';
  return conditions.length === 0 ? what : `${what} with ${conditions.join('; ')}`;
}

function answerOf(input: SiteReportInput, looks: readonly SiteLook[]): ReportAnswer {
  if (looks.length === 0) {
    return {
      statements: [
        'No pass of this workspace that matches covers the site. That is not zero: nothing is known of it.',
      ],
      certainty: [],
      gaps: [fetchedOnly, ...damaged(input.isDamaged)],
    };
  }
  const { reviewed, detections } = countDistinct(looks);
  return {
    statements: input.series.map((one) => usualText(one, input.counted)),
    certainty: [
      `${formatCount(reviewed)} of ${formatQuantity(detections, 'detection')} reviewed by an analyst.`,
    ],
    gaps: [
      'Between two looks nothing is known of the site.',
      fetchedOnly,
      ...damaged(input.isDamaged),
      ...missingMap(input),
      ...input.series.flatMap((one) => seriesGaps(one)),
    ],
  };
}

/** Whether the last count of a series is usual, how many were not, and how many can be compared. */
function usualText(series: SiteSeries, counted: SiteCount): string {
  const countOf = (look: SiteLook) => `${countText(look)}${counted === 'confirmed' ? ' confirmed' : ''}`;
  const { analytic, looks, groups } = series;
  const compared = looks.findLast(({ deviation }) => deviation !== null);
  const baseline = groups.find(({ group }) => group.key === compared?.group.key)?.baseline;
  const last = looks.findLast(({ startedAt }) => startedAt !== null);
  const parts = [
    ...(compared && baseline
      ? [
          `usual are ${usualRange(baseline)} in a pass of its kind`,
          `the last pass that can be compared, ${timeOf(compared)}, had ${countOf(compared)}: ${compared.isAnomaly ? 'unusual' : 'usual'}`,
        ]
      : ['what is usual is not known']),
    ...(last && last !== compared
      ? [`the last pass, ${timeOf(last)}, had ${countOf(last)}, ${resultText(last) ?? 'not compared'}`]
      : []),
    ...(compared ? [unusualPasses(looks)] : []),
    comparedText(series),
  ];
  return `${analyticDisplayName(analytic)}: ${parts.join('; ')}.`;
}

function unusualPasses(looks: readonly SiteLook[]): string {
  const unusual = looks.filter(({ isAnomaly }) => isAnomaly);
  const last = unusual.at(-1);
  return last
    ? `${formatQuantity(unusual.length, 'unusual pass', 'unusual passes')}, the last on ${timeOf(last)}`
    : 'no unusual pass';
}

/** The whole counts that are not unusual: `18 to 26`. */
function usualRange({ median, unit }: Baseline): string {
  const reach = anomalyMads * unit;
  const low = Math.max(0, Math.floor(median - reach) + 1);
  return `${formatCount(low)} to ${formatCount(Math.ceil(median + reach) - 1)}`;
}

function timeOf({ startedAt }: SiteLook): string {
  return startedAt === null ? 'at an unknown time' : instantText(startedAt);
}

/** Lists what is not known of the looks with one analytic. */
function seriesGaps(series: SiteSeries): readonly string[] {
  const { analytic, looks, gaps } = series;
  const name = analyticDisplayName(analytic);
  const last = looks.findLast(({ startedAt }) => startedAt !== null)?.startedAt ?? null;
  const reasons = notComparedReasons.flatMap((reason) => {
    const count = looks.filter(({ notCompared }) => notCompared === reason).length;
    return count === 0 ? [] : [`${formatQuantity(count, 'look')}: not compared: ${notComparedTexts[reason]}`];
  });
  const unknownCounts = looks.filter(({ count }) => count === null).length;
  return [
    ...(last === null
      ? []
      : [`${name}: the last look was at ${instantText(last)}. What came after it is not known.`]),
    ...gaps.slice(0, maxListed).map((gap) => `${name}: ${gapText(gap)}.`),
    ...(gaps.length > maxListed
      ? [`${name}: ${formatQuantity(gaps.length - maxListed, 'further time')} without a look.`]
      : []),
    ...(unknownCounts > 0
      ? [`${name}: the count of ${formatQuantity(unknownCounts, 'look')} is not known, which is not zero.`]
      : []),
    ...(reasons.length > 0 ? [`${name}: ${reasons.join('; ')}.`] : []),
  ];
}

function gapText({ from, to }: LookGap): string {
  return `no look for ${formatDuration(to - from)}, from ${instantText(from)} to ${instantText(to)}: nothing is known`;
}

function seriesSection(series: SiteSeries, site: string): ReportSection {
  const name = analyticDisplayName(series.analytic);
  const unusual = series.looks.filter(({ isAnomaly }) => isAnomaly);
  return {
    heading: `${name} at ${site}`,
    blocks: [
      {
        kind: 'paragraph',
        text:
          unusual.length === 0
            ? 'No compared look has an unusual count.'
            : `${formatQuantity(unusual.length, 'look')} with an unusual count: ${unusual
                .slice(-maxListed)
                .map(
                  (look) =>
                    `${look.startedAt === null ? unknown : instantText(look.startedAt)}, ${countText(look)}`,
                )
                .join('; ')}.`,
      },
      {
        kind: 'chart',
        caption: 'Count of each look, by time; times without a look have no bar',
        label: 'Look',
        unit: 'Count',
        bars: barsOf(series),
      },
      groupTable(series),
      lookTable(series, site),
    ],
  };
}

function barsOf(series: SiteSeries): readonly ReportBar[] {
  return series.looks.flatMap((look): ReportBar[] => {
    const { startedAt, count, hasAllFeatures } = look;
    const { gap } = notesBefore(series, look);
    const note =
      count === null
        ? unknown
        : [hasAllFeatures ? null : 'at least', resultText(look)].filter((part) => part !== null).join('; ');
    return [
      ...(gap ? [{ label: gapText(gap), value: null, note: 'no look' }] : []),
      { label: startedAt === null ? 'Unknown time' : instantText(startedAt), value: count, note },
    ];
  });
}

function groupTable({ groups }: SiteSeries): ReportBlock {
  return {
    kind: 'table',
    caption: 'Baselines; looks are compared within a group only',
    columns: ['Group', 'Comparable looks', 'Median', 'MAD', 'Unusual from'],
    rows: groups.map(({ group, compared, baseline }) => [
      groupText(group),
      formatCount(compared),
      baseline ? formatNumber(baseline.median, 1) : 'no baseline',
      baseline ? madText(baseline) : '–',
      baseline ? unusualText(baseline.median, anomalyMads * baseline.unit) : '–',
    ]),
  };
}

/** The counts from which a look is unusual. */
function unusualText(median: number, reach: number): string {
  const [low, high] = [median - reach, median + reach].map((value) => formatNumber(value, 1));
  return median - reach >= 0 ? `${high} upwards, ${low} downwards` : `${high} upwards`;
}

function lookTable(series: SiteSeries, site: string): ReportBlock {
  const { looks } = series;
  return {
    kind: 'table',
    caption: `${formatQuantity(looks.length, 'look')} at ${site}`,
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
    rows: looks.map((look) => {
      const { change } = notesBefore(series, look);
      const version = look.versions.length === 0 ? notStated : look.versions.join(', ');
      return [
        look.startedAt === null ? unknown : instantText(look.startedAt),
        look.sensorName ?? unknown,
        look.incidenceAngle === null ? notStated : `${formatNumber(look.incidenceAngle, 1)}°`,
        shareText(look.share),
        countText(look),
        `${formatCount(look.reviewed)} of ${formatCount(look.detections)}`,
        formatCount(look.confirmed),
        resultText(look) ?? '–',
        change ? `${version} (changed from ${change.from})` : version,
        look.recordIds.join(', '),
      ];
    }),
  };
}

function methodOf({ site, counted, grouping }: SiteReportInput): readonly string[] {
  return [
    `A look is a pass that covers the site with an analytic. Looks that cover less than ${shareText(site.minShare)} of it are listed and not compared.`,
    `Compared are looks of one analytic, ${grouping === 'mode' ? 'sensor type and mode, whatever their angles' : 'sensor type, mode, class of incidence and side'}, once a group has ${minBaselineLooks} of them. A count is unusual from ${anomalyMads} MAD (median absolute deviations) away from the median.`,
    ...(counted === 'confirmed'
      ? ['Confirmed detections only: looks that are not reviewed in full are not compared.']
      : ['Detections are statements of the service, whether reviewed or not.']),
    'Counts are of detections inside the site. The same object in two looks counts in each.',
    'Times are UTC.',
  ];
}
