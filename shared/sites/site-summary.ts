import { countCompared, isGapUntil, type SitePass, type SiteSeries } from './site-series.ts';

/** One site and analytic in a table of many. Times are epoch milliseconds UTC. */
export type SiteSummary = {
  readonly areaId: string;
  readonly name: string;
  readonly analytic: string;
  /** The last pass with a time, compared or not; null without one. */
  readonly last: Pick<
    SitePass,
    'startedAt' | 'share' | 'count' | 'isExamined' | 'hasAllFeatures' | 'notCompared'
  > | null;
  /** The last pass that is compared with a baseline; null without one. */
  readonly lastCompared: Pick<SitePass, 'startedAt' | 'count' | 'deviation' | 'isAnomaly'> | null;
  readonly passes: number;
  /** Passes that are compared with a baseline. */
  readonly compared: number;
  /** Unusual passes of the last seven days; null where none of these days was compared with a baseline. */
  readonly recentAnomalies: number | null;
  /** Whether the time since the last pass is much longer than usual. */
  readonly isGap: boolean;
};

const recentMs = 7 * 86_400_000;

/** Returns the summary of a series; `now` in epoch milliseconds. */
export function summarizeSite(
  { areaId, name }: Pick<SiteSummary, 'areaId' | 'name'>,
  { analytic, passes, groups }: SiteSeries,
  now: number,
): SiteSummary {
  const last = passes.findLast(({ startedAt }) => startedAt !== null);
  const compared = passes.findLast(({ deviation }) => deviation !== null);
  const recent = passes.filter(
    ({ startedAt, deviation }) =>
      deviation !== null && startedAt !== null && startedAt <= now && now - startedAt <= recentMs,
  );
  return {
    ...{ areaId, name, analytic },
    last: last
      ? {
          startedAt: last.startedAt,
          share: last.share,
          count: last.count,
          isExamined: last.isExamined,
          hasAllFeatures: last.hasAllFeatures,
          notCompared: last.notCompared,
        }
      : null,
    lastCompared: compared
      ? {
          startedAt: compared.startedAt,
          count: compared.count,
          deviation: compared.deviation,
          isAnomaly: compared.isAnomaly,
        }
      : null,
    passes: passes.length,
    compared: countCompared({ groups }).compared,
    recentAnomalies: recent.length === 0 ? null : recent.filter(({ isAnomaly }) => isAnomaly).length,
    isGap: isGapUntil(now, passes),
  };
}

/** Sorts by the deviation of the last compared pass, the farthest from the median first; those without one come last. */
export function sortByDeviation(summaries: readonly SiteSummary[]): readonly SiteSummary[] {
  const rank = ({ lastCompared }: SiteSummary) => Math.abs(lastCompared?.deviation ?? -1);
  const hasNone = ({ lastCompared }: SiteSummary) => (lastCompared?.deviation ?? null) === null;
  return summaries.toSorted(
    (one, other) =>
      Number(hasNone(one)) - Number(hasNone(other)) ||
      rank(other) - rank(one) ||
      one.name.localeCompare(other.name) ||
      (one.analytic < other.analytic ? -1 : 1),
  );
}
