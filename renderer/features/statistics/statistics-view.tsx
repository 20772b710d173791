import { useMemo, useRef } from 'react';
import { NoMatch } from '../../context/no-match.tsx';
import { useDock, useResults } from '../../context/use-stores.ts';
import type { BarChartContent } from '../../ui/chart/bar-chart.tsx';
import { designTokens } from '../../ui/design-tokens.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { useColorScheme } from '../../ui/use-color-scheme.ts';

import styles from './statistics.module.css';
import type { StatisticsBar } from './statistics-bars.ts';
import { StatisticsChartAndNumbers } from './statistics-chart-and-numbers.tsx';
import { StatisticsControls } from './statistics-controls.tsx';
import { texts } from './texts.ts';
import { maxSelected, useStatistics } from './use-statistics.ts';

/** Counts and distributions as a chart and a table of its numbers. A click in either filters. */
export function StatisticsView() {
  const { topic, statistics, distribution, isTooLarge, isOutdated, error, retry } = useStatistics();
  const selected = useResults((state) => state.selectedIds.size);
  const scope = useDock((state) => state.scope);
  const { accent } = designTokens[useColorScheme()];
  const canvas = useRef<HTMLCanvasElement>(null);
  const content = useMemo((): BarChartContent | null => {
    if (!statistics || statistics.bars.length === 0) return null;
    return topic.kind !== 'distribution'
      ? groupContent(statistics.bars, accent)
      : distributionContent(statistics.bars, distribution?.bins ?? []);
  }, [statistics, topic, distribution, accent]);
  return (
    <div className={styles.statistics}>
      <StatisticsControls statistics={statistics} isOutdated={isOutdated} canvas={canvas} />
      {error ? (
        <FailureNote failure={toFailure(error)} onRetry={retry} />
      ) : isTooLarge ? (
        <EmptyState
          title={texts.states.tooManySelected.title(selected)}
          hint={texts.states.tooManySelected.hint(maxSelected)}
        />
      ) : scope === 'selected' && selected === 0 ? (
        <EmptyState title={texts.states.nothingSelected.title} hint={texts.states.nothingSelected.hint} />
      ) : !statistics ? (
        <LoadingState label={texts.states.counting} />
      ) : !content ? (
        topic.kind === 'distribution' && distribution && distribution.missing > 0 ? (
          <EmptyState
            title={texts.states.noValues.title(statistics.title)}
            hint={texts.states.noValues.hint}
          />
        ) : (
          <NoMatch />
        )
      ) : (
        <StatisticsChartAndNumbers
          statistics={statistics}
          content={content}
          canvas={canvas}
          rows={
            topic.kind === 'passes'
              ? 'passes'
              : topic.kind === 'groups' && topic.by === 'place'
                ? 'places'
                : null
          }
        />
      )}
    </div>
  );
}

function groupContent(bars: readonly StatisticsBar[], accent: string): BarChartContent {
  return {
    axis: { kind: 'names', names: bars.map(({ label }) => label) },
    range: [-0.5, bars.length - 0.5],
    x: bars.map((_, index) => index),
    counts: bars.map(({ count }) => count),
    backgroundCounts: bars.map(({ count, total }) => total ?? count),
    colors: bars.map(({ color }) => color ?? accent),
  };
}

function distributionContent(
  bars: readonly StatisticsBar[],
  bins: readonly { readonly from: number; readonly to: number }[],
): BarChartContent {
  const from = bins[0]?.from ?? 0;
  const to = bins.at(-1)?.to ?? 1;
  // If all values are equal, the bins have no width.
  const spare = to > from ? 0 : Math.max(0.5, Math.abs(from) / 100);
  return {
    axis: { kind: 'number' },
    range: [from - spare, to + spare],
    x: bins.map((bin) => (bin.from + bin.to) / 2),
    counts: bars.map(({ count }) => count),
  };
}
