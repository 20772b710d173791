import { formatDecimals } from '../../../shared/display-format.ts';
import { formatCount, formatRate } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { BarChart, type BarChartContent } from '../../ui/chart/bar-chart.tsx';
import { RowChart } from '../../ui/chart/row-chart.tsx';
import { ColorDot } from '../../ui/color-dot.tsx';
import styles from './statistics.module.css';

import { ratePerLook, type StatisticsBar } from './statistics-bars.ts';
import { texts } from './texts.ts';
import type { Statistics } from './use-statistics.ts';

/** The chart and its numbers side by side; a click on either filters. */
export function StatisticsChartAndNumbers({
  statistics: { title, bars, summary },
  content,
  canvas,
  rows,
}: {
  readonly statistics: Statistics;
  readonly content: BarChartContent;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
  /** What is shown as rows with their names, the busiest first; null: columns. */
  readonly rows: 'places' | 'passes' | null;
}) {
  const { commands, stores } = useApp();
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const hasRates = bars.some((bar) => ratePerLook(bar) !== null);
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
            value: ratePerLook(bar) ?? (hasRates ? null : bar.count),
            color: bar.color,
          }))}
          label={hasRates ? texts.chart.perLook : texts.chart.label(title)}
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
        <table>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{texts.table.detections}</th>
              {rows === 'passes' ? null : <th scope="col">{texts.table.share}</th>}
              {hasRates ? <th scope="col">{texts.table.perLook}</th> : null}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.key} data-apart={(rows === 'places' && bar.key === '') || undefined}>
                <td>
                  <div className={styles.name}>
                    {bar.analytic !== undefined ? (
                      <AnalyticMark analytic={bar.analytic} />
                    ) : bar.color ? (
                      <ColorDot color={bar.color} />
                    ) : null}
                    <button type="button" title={texts.table.filterByThis} onClick={() => filterBy(bar)}>
                      {bar.label}
                    </button>
                  </div>
                </td>
                <td>
                  {formatCount(bar.count)}
                  {bar.total !== null && bar.total > bar.count ? (
                    <span className="muted"> {texts.table.ofTotal(bar.total)}</span>
                  ) : null}
                </td>
                {rows === 'passes' ? null : (
                  <td>{total > 0 ? `${formatDecimals((bar.count / total) * 100, 1)}%` : '–'}</td>
                )}
                {hasRates ? <Rate bar={bar} /> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Rate({ bar }: { readonly bar: StatisticsBar }) {
  const rate = ratePerLook(bar);
  return (
    <td title={bar.looks === undefined ? undefined : texts.table.perLookHint(bar.looks)}>
      {rate === null ? '–' : formatRate(rate)}
    </td>
  );
}
