import { useMemo, useRef } from 'react';
import { formatDecimals } from '../../../shared/display-format.ts';
import { formatCount, formatRate } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { NoMatch } from '../../context/no-match.tsx';
import { useDock, useResults } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { BarChart, type BarChartContent, RowChart } from '../../ui/chart/charts.tsx';
import { designTokens } from '../../ui/design-tokens.ts';
import dockView from '../../ui/dock-view.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useColorScheme } from '../../ui/use-color-scheme.ts';
import styles from './statistics.module.css';
import { ratePerPass, type StatisticsBar } from './statistics-bars.ts';
import { StatisticsControls } from './statistics-controls.tsx';
import { texts } from './texts.ts';
import { maxSelected, type Statistics, useStatistics } from './use-statistics.ts';

/** Counts and distributions as a chart and a table of its numbers. A click in either filters. */
export function StatisticsView() {
  const { topic, statistics, distribution, isTooLarge, isOutdated, error, refetch } = useStatistics();
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
    <div className={dockView.view}>
      <StatisticsControls statistics={statistics} isOutdated={isOutdated} canvas={canvas} />
      {error ? (
        <QueryState query={{ error, refetch }} />
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

/** The chart and its numbers side by side; a click on either filters. */
function StatisticsChartAndNumbers({
  statistics: { title, bars, summary },
  content,
  canvas,
  rows,
}: {
  readonly statistics: Statistics;
  readonly content: BarChartContent;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
  /** Kind of the rows with names, the busiest first; null: columns. */
  readonly rows: 'places' | 'passes' | null;
}) {
  const { commands, stores } = useApp();
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const hasRates = bars.some((bar) => ratePerPass(bar) !== null);
  const filterBy = (bar: StatisticsBar | undefined) => {
    const { filter, replaceFilter } = stores.results.getState();
    if (bar?.passKey !== undefined) void commands.runWith('passes.filter', { key: bar.passKey });
    else if (bar) replaceFilter(bar.filter(filter));
  };
  return (
    <div className={styles.shown}>
      {rows ? (
        <RowChart
          rows={bars.map((bar) => ({
            name: bar.label,
            value: ratePerPass(bar) ?? (hasRates ? null : bar.count),
            color: bar.color,
          }))}
          label={hasRates ? texts.chart.perPass : texts.chart.label(title)}
          canvas={canvas}
          onClick={(index) => filterBy(bars[index])}
        />
      ) : (
        <BarChart
          content={content}
          label={texts.chart.label(title)}
          canvas={canvas}
          onPress={(index) => filterBy(bars[index])}
        />
      )}
      <section className={styles.numbers} aria-label={texts.table.label}>
        {summary.length > 0 ? (
          <dl className={styles.summary}>
            {summary.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <Table
          rows={bars}
          rowKey={({ key }) => key}
          rowAttributes={({ key }) => ({ 'data-apart': (rows === 'places' && key === '') || undefined })}
          columns={[
            {
              title,
              cell: (bar) => (
                <div className={styles.name}>
                  {bar.analytic !== undefined ? (
                    <AnalyticMark analytic={bar.analytic} />
                  ) : bar.color ? (
                    <span className={styles.colorDot} style={{ background: bar.color }} aria-hidden />
                  ) : null}
                  <button type="button" title={texts.table.filterByThis} onClick={() => filterBy(bar)}>
                    {bar.label}
                  </button>
                </div>
              ),
            },
            {
              title: texts.table.detections,
              cell: (bar) => (
                <>
                  {formatCount(bar.count)}
                  {bar.total !== null && bar.total > bar.count ? (
                    <span className="muted"> {texts.table.ofTotal(bar.total)}</span>
                  ) : null}
                </>
              ),
            },
            ...(rows === 'passes' ? [] : [shareColumn(total)]),
            ...(hasRates ? [rateColumn] : []),
          ]}
        />
      </section>
    </div>
  );
}

function shareColumn(total: number): Column<StatisticsBar> {
  return {
    title: texts.table.share(total),
    cell: ({ count }) => (total > 0 ? `${formatDecimals((count / total) * 100, 1)}%` : '–'),
  };
}

const rateColumn: Column<StatisticsBar> = {
  title: texts.table.perPass,
  cellHint: ({ passes }) => (passes === undefined ? undefined : texts.table.perPassHint(passes)),
  cell(bar) {
    const rate = ratePerPass(bar);
    return rate === null ? '–' : formatRate(rate);
  },
};
