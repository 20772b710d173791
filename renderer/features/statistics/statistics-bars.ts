import { formatTime } from '../../../shared/format.ts';
import type { Pass } from '../../../shared/passes/pass.ts';
import { passResultTexts, resultOfPass } from '../../../shared/passes/pass-result.ts';
import { noPlaceText } from '../../../shared/places/nearest-port.ts';
import { analyticColor } from '../../../shared/results/analytic-symbol.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { DetectionField } from '../../../shared/results/detection-field.ts';
import type { FilterExpression } from '../../../shared/results/expression/filter-expression.ts';
import { formatFieldNumber } from '../../../shared/results/field-number.ts';
import { filterByValue, withCondition } from '../../../shared/results/filter-by-value.ts';
import type { DetectionGrouping, Distribution, GroupCount } from '../../../shared/results/statistics.ts';
import { type ColorScheme, designTokens } from '../../ui/design-tokens.ts';
import { groupingTitle } from './statistics-topics.ts';
import { texts } from './texts.ts';

/** One bar of the chart, and one row of the table next to it. */
export type StatisticsBar = {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** The total count, where it is known. */
  readonly total: number | null;
  /** Number of passes that show the place that the bar counts; absent: no place, or not known. */
  readonly passes?: number;
  /** The pass that the bar counts, where it is one; its filter is known to the passes. */
  readonly passKey?: string;
  /** The analytic that the bar counts, where it is one. */
  readonly analytic?: string;
  /** `#rrggbb`; absent: the accent color. */
  readonly color?: string;
  /** Adds to a filter the condition that selects the detections of this bar. */
  filter(before: DetectionFilter): DetectionFilter;
};

const dayMilliseconds = 86_400_000;

/**
 * The bars of counted groups, those without a value last. `all` are the groups over all detections when `groups`
 * covers a part; else null. `passesByPlace`: how many passes show a place, by its name; the busiest by pass then come first.
 */
export function groupBars(
  by: DetectionGrouping,
  groups: readonly GroupCount[],
  all: readonly GroupCount[] | null,
  scheme: ColorScheme,
  passesByPlace: Readonly<Record<string, number>> = {},
): readonly StatisticsBar[] {
  const totals = new Map(all?.map((group) => [groupKey(group), group.count]));
  const hasNotFetched = groups.some(({ isNotFetched }) => isNotFetched);
  // What has no value would often be the first, and is not requested.
  const rateOf = ({ key, count }: GroupCount) => {
    const passes = key === null ? undefined : passesByPlace[key];
    return passes ? count / passes : 0;
  };
  const ordered = [
    ...groups.filter(({ key }) => key !== null).toSorted((one, other) => rateOf(other) - rateOf(one)),
    ...groups.filter(({ key }) => key === null),
  ];
  return ordered.map(({ key, count, isNotFetched = false }) => ({
    key: groupKey({ key, isNotFetched }),
    label: isNotFetched ? texts.notFetched : groupLabel(by, key),
    count,
    total: all ? (totals.get(groupKey({ key, isNotFetched })) ?? count) : null,
    ...(key !== null && passesByPlace[key] ? { passes: passesByPlace[key] } : {}),
    ...groupColor(by, key, scheme),
    ...(by === 'analytic' && key !== null ? { analytic: key } : {}),
    filter: (before) => {
      const filter = filterByGroup(before, by, key);
      return key === null && hasNotFetched
        ? withCondition(filter, notFetchedCondition(by, isNotFetched))
        : filter;
    },
  }));
}

/** The bars of passes, also of those in which nothing matches. */
export function passBars(passes: readonly Pass[], showsTotals: boolean): readonly StatisticsBar[] {
  return passes.map((pass) => ({
    key: pass.key,
    label: passLabel(pass),
    count: pass.detections,
    total: showsTotals ? pass.allDetections : null,
    passKey: pass.key,
    filter: (before) => before,
  }));
}

function passLabel(pass: Pass): string {
  const { startedAt, place, sensorName } = pass;
  const label = [
    startedAt === null ? texts.passes.withoutTime : formatTime(startedAt),
    ...(place === null ? [] : [place]),
    sensorName ?? texts.passes.withoutSensor,
  ].join(' · ');
  const result = resultOfPass(pass);
  return result === 'found' || result === 'no-match'
    ? label
    : texts.passes.withResult(label, passResultTexts[result]);
}

/** No value of a field is this text. */
const notFetchedKey = '\0not fetched';

function groupKey({
  key,
  isNotFetched,
}: {
  readonly key: string | null;
  readonly isNotFetched?: boolean;
}): string {
  return isNotFetched ? notFetchedKey : (key ?? '');
}

function notFetchedCondition(by: DetectionGrouping, isNotFetched: boolean): FilterExpression {
  const field = by === 'day' ? 'collected' : by;
  const condition: FilterExpression = { kind: 'contains', field: 'not_fetched', text: field };
  return isNotFetched ? condition : { kind: 'not', part: condition };
}

function groupLabel(by: DetectionGrouping, key: string | null): string {
  if (key === null) return absentLabel(by);
  if (by === 'analytic') return analyticDisplayName(key);
  return by === 'verdict' ? key.charAt(0).toUpperCase() + key.slice(1) : key;
}

function absentLabel(by: DetectionGrouping): string {
  if (by === 'place') return noPlaceText;
  return texts.noValue(by === 'day' ? texts.time : lowerFirst(groupingTitle(by)));
}

/** `QC status` stays. */
function lowerFirst(label: string): string {
  return /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

function groupColor(
  by: DetectionGrouping,
  key: string | null,
  scheme: ColorScheme,
): { readonly color?: string } {
  const verdictColors: Readonly<Record<string, string>> = reviewColors(scheme);
  if (key === null) return { color: reviewColors(scheme).unreviewed };
  if (by === 'analytic') return { color: analyticColor(key, scheme) };
  const color = by === 'verdict' ? verdictColors[key] : undefined;
  return color ? { color } : {};
}

function filterByGroup(before: DetectionFilter, by: DetectionGrouping, key: string | null): DetectionFilter {
  if (by !== 'day') return filterByValue(before, by, key);
  if (key === null) return filterByValue(before, 'collected', null);
  const from = Date.parse(`${key}T00:00:00.000Z`);
  return { ...before, collectedFrom: from, collectedTo: from + dayMilliseconds };
}

/** The bars of a distribution, one for each bin. */
export function distributionBars(field: DetectionField, { bins }: Distribution): readonly StatisticsBar[] {
  return bins.map(({ from, to, count }, index) => ({
    key: String(from),
    label: `${formatFieldNumber(field, from)} – ${formatFieldNumber(field, to)}`,
    count,
    total: null,
    filter: (before) => withCondition(before, binCondition(field, from, to, index === bins.length - 1)),
  }));
}

/** The last bin includes its end. */
function binCondition(field: DetectionField, from: number, to: number, isLast: boolean): FilterExpression {
  return {
    kind: 'and',
    parts: [
      { kind: 'compare', field, operator: '>=', value: from },
      { kind: 'compare', field, operator: isLast ? '<=' : '<', value: to },
    ],
  };
}

/** The color of each review state in charts, `#rrggbb`; in CSS it is the variable of the same token. */
function reviewColors(scheme: ColorScheme) {
  const { ok, bad, unsure, warn, fieldBorder } = designTokens[scheme];
  return { confirmed: ok, rejected: bad, unsure, flagged: warn, unreviewed: fieldBorder } as const;
}

/** Detections per pass that shows the place; null where that is not known. */
export function ratePerPass({ count, passes }: StatisticsBar): number | null {
  return passes ? count / passes : null;
}
