import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useMapDisplay, useResults } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import styles from './legend.module.css';
import { texts } from './texts.ts';

/** Colors and counts of the analytics on the map, the most frequent first; a click shows or hides one. */
export function AnalyticsLegend() {
  const counts = useWorkspaceCounts();
  const filter = useResults((state) => state.filter);
  const analytics = counts.state === 'ready' ? counts.value.byAnalytic.map(({ analytic }) => analytic) : [];
  const countOf = useCountsIgnoringAnalytics(filter);
  const entries = analytics
    .map((analytic) => ({ analytic, count: countOf(analytic) }))
    // While counts are unknown, all are listed.
    .filter(({ count }) => count !== 0)
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0));
  if (entries.length === 0) return null;
  return (
    <div className={styles.group}>
      {entries.map(({ analytic, count }) => (
        <AnalyticEntry key={analytic} analytic={analytic} all={analytics} count={count} />
      ))}
    </div>
  );
}

function AnalyticEntry({
  analytic,
  all,
  count,
}: {
  readonly analytic: string;
  readonly all: readonly string[];
  readonly count: number | undefined;
}) {
  const { stores } = useApp();
  const filter = useResults((state) => state.filter);
  // Where a field determines the colors, an analytic has its shape only.
  const isNeutral = useMapDisplay((state) => state.colorBy !== null);
  const isShown = isAnalyticShown(filter, analytic);
  const name = analyticDisplayName(analytic);
  return (
    <button
      type="button"
      className={styles.entry}
      data-legend-entry
      aria-pressed={isShown}
      title={texts.legend.toggleAnalytic(isShown, name)}
      onClick={() =>
        stores.results.getState().setFilter({ analytics: toggleAnalytic(filter, analytic, all) })
      }
    >
      <AnalyticMark analytic={analytic} isNeutral={isNeutral} />
      <span>{name} </span>
      <span className={styles.count}>{count === undefined ? '…' : formatCount(count)}</span>
    </button>
  );
}

/** Counts of the filter without its analytics, so that a hidden entry shows how many detections it hides. */
function useCountsIgnoringAnalytics({
  analytics: _,
  ...rest
}: DetectionFilter): (analytic: string) => number | undefined {
  const { queries } = useApp();
  const { data } = useQuery(queries.results.counts.queryOptions(rest, { placeholderData: keepPreviousData }));
  return (analytic) => data && (data.byAnalytic.find((entry) => entry.analytic === analytic)?.count ?? 0);
}

/** Whether a filter includes the detections of an analytic. */
export function isAnalyticShown({ analytics }: DetectionFilter, analytic: string): boolean {
  return analytics === undefined || analytics.includes(analytic);
}

/**
 * The filter's analytics after one of `all` was shown or hidden. Undefined (no restriction) when all are shown again.
 */
export function toggleAnalytic(
  filter: DetectionFilter,
  analytic: string,
  all: readonly string[],
): DetectionFilter['analytics'] {
  const shown = all.filter((each) => isAnalyticShown(filter, each) !== (each === analytic));
  return shown.length === all.length ? undefined : shown;
}
