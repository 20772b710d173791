import { formatCount } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { BarChart, type BarChartContent } from '../../ui/chart/bar-chart.tsx';
import { ColorDot } from '../../ui/color-dot.tsx';
import styles from './statistics.module.css';

import type { StatisticsBar } from './statistics-bars.ts';
import { texts } from './texts.ts';
import type { Statistics } from './use-statistics.ts';

/** The chart and its numbers side by side; a click on either filters. */
export function StatisticsChartAndNumbers({
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
    const { filter, replaceFilter } = stores.results.getState();
    if (bar) replaceFilter(bar.filter(filter));
  };
  return (
    <div className={styles.shown}>
      <BarChart
        content={content}
        label={texts.chart.label(title)}
        canvas={canvas}
        onPress={(index) => filterBy(bars[index])}
      />
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
              <th scope="col">{texts.table.share}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.key}>
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
                <td>{total > 0 ? `${((bar.count / total) * 100).toFixed(1)}%` : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
