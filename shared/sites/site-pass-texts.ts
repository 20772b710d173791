import { formatCount, formatNumber, formatQuantity } from '../format.ts';
import { describeLimit } from '../results/analytics.ts';
import { type Baseline, minBaselinePasses } from './baseline.ts';
import {
  countCompared,
  isWhole,
  type NotCompared,
  type PassGap,
  type SitePass,
  type SitePassGroup,
  type SitePassGrouping,
  type SiteSeries,
  type VersionChange,
} from './site-series.ts';

/** Reason why a pass is not compared. */
export const notComparedTexts: Readonly<Record<NotCompared, string>> = {
  partial: 'covers too little',
  'no-footprint': 'no footprint',
  'not-examined': 'site not marked',
  'not-fetched': 'detections not fetched',
  'not-reviewed': 'not all reviewed',
  'no-time': 'no time',
};

export const noBaselineText = `No baseline: fewer than ${minBaselinePasses} comparable passes`;

/** By what passes are grouped. */
export const groupingTexts: Readonly<Record<SitePassGrouping, string>> = {
  geometry: 'Type, mode, 15° of incidence and side',
  mode: 'Type and mode only',
};

/**
 * Number of passes of a series that are compared, and why the others are not, which their rows do not repeat: `41 of 75
 * passes can be compared; 20 have no baseline: fewer than 8 comparable passes in their groups`.
 */
export function comparedText(series: SiteSeries): string {
  const { compared, inSmallGroups } = countCompared(series);
  const some = `${formatCount(compared)} of ${formatQuantity(series.passes.length, 'pass', 'passes')} can be compared`;
  const small = formatCount(inSmallGroups);
  return inSmallGroups === 0
    ? some
    : `${some}; ${small} ${inSmallGroups === 1 ? 'has' : 'have'} no baseline: fewer than ${minBaselinePasses} comparable passes in ${inSmallGroups === 1 ? 'its group' : 'their groups'}`;
}

/** A group of comparable passes: `SAR · Stripmap · 30–45° · sensor to the east`. */
export function groupText({ sensorType, sensorMode, incidence, side, grouping }: SitePassGroup): string {
  return [
    sensorType ?? 'sensor type not given',
    sensorMode ?? 'mode not given',
    ...(grouping === 'mode'
      ? ['all angles']
      : [
          incidence ? `${incidence[0]}–${incidence[1]}°` : 'incidence not given',
          side ? `sensor to the ${side}` : 'side not given',
        ]),
  ].join(' · ');
}

/** Describes what is known of the count of a pass: `12`, `at least 3`, `unknown`. */
export function countText(sitePass: Pick<SitePass, 'count' | 'isExamined' | 'hasAllFeatures'>): string {
  const { count } = sitePass;
  if (count === null) return 'unknown';
  return isWhole(sitePass) ? formatCount(count) : `at least ${formatCount(count)}`;
}

/** The limit of the analytic of a series, where the site may be outside of it; null otherwise. */
export function limitText({ analytic, passes }: Pick<SiteSeries, 'analytic' | 'passes'>): string | null {
  return passes.every(({ isExamined }) => isExamined) ? null : describeLimit(analytic);
}

/** A share of the site; one between 0 and 1 is never shown as 0 % or 100 %. */
export function shareText(share: number | null): string {
  if (share === null) return 'unknown';
  if (share > 0 && share < 0.01) return '<1%';
  return `${share < 1 && share >= 0.995 ? 99 : Math.round(100 * share)}%`;
}

/** Whether a pass is usual, or why it is not compared; null where its group has no baseline. */
export function resultText({ notCompared, deviation, isAnomaly }: SitePass): string | null {
  if (notCompared) return `not compared: ${notComparedTexts[notCompared]}`;
  if (deviation === null) return null;
  return `${isAnomaly ? 'UNUSUAL' : 'usual'} (${deviationText(deviation)})`;
}

/** A deviation with its sign: `+4.2 MAD`. */
export function deviationText(deviation: number): string {
  return `${deviation > 0 ? '+' : ''}${formatNumber(deviation, 1)} MAD`;
}

/** A MAD and, where another one is compared with because chance makes as much, that: `2`, `0, compared as 1.3`. */
export function madText({ mad, unit }: Pick<Baseline, 'mad' | 'unit'>): string {
  const text = formatNumber(mad, 1);
  return unit === mad ? text : `${text}, compared as ${formatNumber(unit, 1)}`;
}

/** Finds what is noted at a pass: a time without one before it (at the first of the same time), and another version. */
export function notesBefore(
  { passes, gaps, versionChanges }: Pick<SiteSeries, 'passes' | 'gaps' | 'versionChanges'>,
  sitePass: SitePass,
): { readonly gap: PassGap | undefined; readonly change: VersionChange | undefined } {
  const { startedAt } = sitePass;
  const isFirst = passes.find((each) => each.startedAt === startedAt) === sitePass;
  return {
    gap: isFirst ? gaps.find(({ to }) => to === startedAt) : undefined,
    change: versionChanges.find(({ passKey }) => passKey === sitePass.passKey),
  };
}
