import { SegmentedControl, Select } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { toFailure } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useDock, useResults } from '../../../app/use-stores.ts';
import { BarChart, type BarChartContent } from '../../../components/chart/bar-chart.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { formatCount } from '../../../components/format.ts';
import { LoadingState } from '../../../components/loading-state.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import type { StatisticsScope } from '../../../stores/dock-store.ts';
import { NoMatch } from '../no-match.tsx';
import { useProperties } from '../use-results-queries.ts';
import { copyChart, copyCsv } from './copy-statistics.ts';
import styles from './statistics.module.css';
import type { StatisticsBar } from './statistics-bars.ts';
import { statisticsCsv } from './statistics-csv.ts';
import { topicChoices, topicKey } from './statistics-topics.ts';
import { mostSelected, type Statistics, useStatistics } from './use-statistics.ts';

/** Counts and distributions as a chart with its numbers beside it. A press on either filters. */
export function StatisticsView() {
  const { topic, statistics, distribution, isTooLarge, error, retry } = useStatistics();
  const selected = useResults((state) => state.selectedIds.size);
  const scope = useDock((state) => state.scope);
  const canvas = useRef<HTMLCanvasElement>(null);
  const content = useMemo((): BarChartContent | null => {
    if (!statistics || statistics.bars.length === 0) return null;
    return topic.kind === 'groups'
      ? groupContent(statistics.bars)
      : distributionContent(statistics.bars, distribution?.bins ?? []);
  }, [statistics, topic, distribution]);
  return (
    <div className={styles.statistics}>
      <StatisticsControls statistics={statistics} canvas={canvas} />
      {error ? (
        <FailureNote failure={toFailure(error)} onRetry={retry} />
      ) : isTooLarge ? (
        <EmptyState
          title={`${formatCount(selected)} detections are selected`}
          hint={`Statistics go over at most ${formatCount(mostSelected)} selected ones. Filter instead.`}
        />
      ) : scope === 'selected' && selected === 0 ? (
        <EmptyState
          title="Nothing is selected"
          hint="Select rows in the table, or on the map with the box and lasso tools."
        />
      ) : !statistics ? (
        <LoadingState label="Counting" />
      ) : !content ? (
        topic.kind === 'distribution' && distribution && distribution.missing > 0 ? (
          <EmptyState title={`No number in ${statistics.title}`} hint="None of these detections has one." />
        ) : (
          <NoMatch />
        )
      ) : (
        <Shown statistics={statistics} content={content} canvas={canvas} />
      )}
    </div>
  );
}

function StatisticsControls({
  statistics,
  canvas,
}: {
  readonly statistics: Statistics | null;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
}) {
  const { dock } = useApp().stores;
  const properties = useProperties();
  const topic = useDock((state) => state.topic);
  const scope = useDock((state) => state.scope);
  const choices = useMemo(() => topicChoices(properties), [properties]);
  const name = statistics?.title ?? 'statistics';
  const csv = () => (statistics ? statisticsCsv(statistics.title, statistics.bars, statistics.summary) : '');
  return (
    <div className={styles.controls}>
      <Select
        aria-label="Statistics of"
        searchable
        allowDeselect={false}
        data={choices.map(({ key, title }) => ({ value: key, label: title }))}
        value={topicKey(topic)}
        comboboxProps={{ width: 260, position: 'bottom-start' }}
        onChange={(key) => {
          const chosen = choices.find((choice) => choice.key === key);
          if (chosen) dock.setState({ topic: chosen.topic });
        }}
      />
      <SegmentedControl
        aria-label="Over"
        data={[
          { value: 'all', label: 'All' },
          { value: 'filtered', label: 'Filtered' },
          { value: 'selected', label: 'Selected' },
        ]}
        value={scope}
        onChange={(value) => dock.setState({ scope: value as StatisticsScope })}
      />
      <span className="grow" />
      <TextButton disabled={!statistics} onClick={() => void copyCsv(csv(), name)}>
        Copy CSV
      </TextButton>
      <TextButton disabled={!statistics} onClick={() => void copyChart(canvas.current, name)}>
        Copy picture
      </TextButton>
    </div>
  );
}

function Shown({
  statistics: { title, bars, summary },
  content,
  canvas,
}: {
  readonly statistics: Statistics;
  readonly content: BarChartContent;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
}) {
  const { stores } = useApp();
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const filterBy = (bar: StatisticsBar | undefined) => {
    if (bar) stores.results.setState(({ filter }) => ({ filter: bar.filter(filter) }));
  };
  return (
    <div className={styles.shown}>
      <BarChart
        content={content}
        label={`Detections by ${title}; the numbers are in the table beside it`}
        canvas={canvas}
        onPress={(index) => filterBy(bars[index])}
      />
      <section className={styles.numbers} aria-label="Numbers">
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
        <table>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">Detections</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.key}>
                <td>
                  {bar.color ? (
                    <span className={styles.dot} style={{ background: bar.color }} aria-hidden />
                  ) : null}
                  <button type="button" title="Filter by this" onClick={() => filterBy(bar)}>
                    {bar.label}
                  </button>
                </td>
                <td>
                  {formatCount(bar.count)}
                  {bar.total !== null && bar.total > bar.count ? (
                    <span className="muted"> of {formatCount(bar.total)}</span>
                  ) : null}
                </td>
                <td>{total > 0 ? `${((bar.count / total) * 100).toFixed(1)} %` : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function groupContent(bars: readonly StatisticsBar[]): BarChartContent {
  return {
    axis: { kind: 'names', names: bars.map(({ label }) => label) },
    range: [-0.5, bars.length - 0.5],
    x: bars.map((_, index) => index),
    counts: bars.map(({ count }) => count),
    behind: bars.map(({ count, total }) => total ?? count),
    colors: bars.map(({ color }) => color ?? '#4cc2d4'),
  };
}

function distributionContent(
  bars: readonly StatisticsBar[],
  bins: readonly { readonly from: number; readonly to: number }[],
): BarChartContent {
  const from = bins[0]?.from ?? 0;
  const to = bins.at(-1)?.to ?? 1;
  // One value alone has bins without width.
  const spare = to > from ? 0 : Math.max(0.5, Math.abs(from) / 100);
  return {
    axis: { kind: 'number' },
    range: [from - spare, to + spare],
    x: bins.map((bin) => (bin.from + bin.to) / 2),
    counts: bars.map(({ count }) => count),
  };
}
