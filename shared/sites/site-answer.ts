import { formatCount, formatQuantity } from '../format.ts';
import { instantText } from '../reports/report-texts.ts';
import { anomalyMads, type Baseline, minBaselinePasses } from './baseline.ts';
import { comparedText, countText, resultText, shareText } from './site-pass-texts.ts';
import type { SiteCount, SiteOptions, SitePass, SiteSeries } from './site-series.ts';

/** Statements with which a page or report of a site begins, of one analytic. */
export type SiteAnswer = {
  /** The usual range, and whether the last count that can be compared is in it. */
  readonly usual: readonly string[];
  /** Number of passes that are unusual, and of those that can be compared. */
  readonly evidence: readonly string[];
};

/** Answers whether the last count is usual, how many were not, and how many can be compared. */
export function siteAnswer(series: SiteSeries, counted: SiteCount, timeText = instantText): SiteAnswer {
  const countOf = (sitePass: SitePass) =>
    `${countText(sitePass)}${counted === 'confirmed' ? ' confirmed' : ''}`;
  const timeOf = ({ startedAt }: SitePass) =>
    startedAt === null ? 'at an unknown time' : timeText(startedAt);
  const { passes, groups } = series;
  const compared = passes.findLast(({ deviation }) => deviation !== null);
  const baseline = groups.find(({ group }) => group.key === compared?.group.key)?.baseline;
  const last = passes.findLast(({ startedAt }) => startedAt !== null);
  const unusual = passes.filter(({ isAnomaly }) => isAnomaly);
  const lastUnusual = unusual.at(-1);
  const comparedPass = last === compared ? 'the last pass' : 'the last pass that can be compared';
  return {
    usual: [
      ...(compared && baseline
        ? [
            `usual are ${usualRange(baseline)} in a pass of its kind`,
            `${comparedPass}, ${timeOf(compared)}, had ${countOf(compared)}: ${compared.isAnomaly ? 'unusual' : 'usual'}`,
          ]
        : ['what is usual is not known']),
      ...(last && last !== compared
        ? [`the last pass, ${timeOf(last)}, had ${countOf(last)}, ${resultText(last) ?? 'not compared'}`]
        : []),
    ],
    evidence: [
      ...(!compared
        ? []
        : lastUnusual
          ? [
              `${formatQuantity(unusual.length, 'unusual pass', 'unusual passes')}, the last on ${timeOf(lastUnusual)}`,
            ]
          : ['no unusual pass']),
      comparedText(series),
    ],
  };
}

/** Method by which passes are counted and compared, as sentences. `minShare`: share of the site that a pass must cover. */
export function siteMethod(
  { counted, grouping = 'geometry' }: Pick<SiteOptions, 'counted' | 'grouping'>,
  minShare: number,
): readonly string[] {
  return [
    `Counted are passes that show the site, for each of their analytics. Passes that cover less than ${shareText(minShare)} of it are listed and not compared.`,
    `Compared are passes of one analytic, ${grouping === 'mode' ? 'sensor type and mode, whatever their angles' : 'sensor type, mode, class of incidence and side'}, once a group has ${minBaselinePasses} of them. A count is unusual from ${anomalyMads} MAD (median absolute deviations) away from the median.`,
    ...(counted === 'confirmed'
      ? ['Confirmed detections only: passes that are not reviewed in full are not compared.']
      : ['Detections are statements of the service, whether reviewed or not.']),
    'Counts are of detections inside the site. The same object in two passes counts in each.',
  ];
}

/** The whole counts that are not unusual: `18 to 26`. */
function usualRange({ median, unit }: Baseline): string {
  const reach = anomalyMads * unit;
  const low = Math.max(0, Math.floor(median - reach) + 1);
  return `${formatCount(low)} to ${formatCount(Math.ceil(median + reach) - 1)}`;
}
