import 'uplot/dist/uPlot.min.css';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type uPlot from 'uplot';
import { useColorScheme } from '../use-color-scheme.ts';
import { type BarChartContent, chartColors, createBarPlot, plotMargins } from './bar-plot.ts';
import styles from './chart.module.css';

/** A bar chart of counts. `canvas` is set to its canvas element, for pictures. */
export function BarChart({
  content,
  label,
  canvas,
  onPress: onClick,
}: {
  readonly content: BarChartContent;
  /** Text alternative of the chart; its numbers must be shown elsewhere, too. */
  readonly label: string;
  readonly canvas?: RefObject<HTMLCanvasElement | null>;
  readonly onPress?: (index: number) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef({ content, onPress: onClick });
  latest.current = { content, onPress: onClick };
  const { kind } = content.axis;
  const scheme = useColorScheme();

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const created = createBarPlot(element, kind, scheme, {
      content: () => latest.current.content,
      onClick: (index) => latest.current.onPress?.(index),
    });
    plot.current = created;
    if (canvas) canvas.current = created.ctx.canvas;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientHeight > 0) {
        created.setSize({ width: element.clientWidth, height: element.clientHeight });
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      if (canvas) canvas.current = null;
      plot.current = null;
      created.destroy();
    };
  }, [kind, scheme, canvas]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart in another scheme has no data yet
  useEffect(() => {
    const { x, counts, backgroundCounts } = content;
    plot.current?.setData([[...x], [...(backgroundCounts ?? x.map(() => 0))], [...counts]]);
  }, [content, scheme]);

  return <div ref={frame} className={styles.chart} role="img" aria-label={label} />;
}

export { type BarChartContent, chartColors, plotMargins };
