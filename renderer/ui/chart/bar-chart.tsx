import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useColorScheme } from '../use-color-scheme.ts';
import { type BarChartContent, chartColors, createBarPlot, plotMargins } from './bar-plot.ts';
import styles from './chart.module.css';
import { usePlot } from './use-plot.ts';

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
  const latest = useRef({ content, onPress: onClick });
  latest.current = { content, onPress: onClick };
  const { kind } = content.axis;
  const scheme = useColorScheme();
  const create = useCallback(
    (element: HTMLElement) =>
      createBarPlot(element, kind, scheme, {
        content: () => latest.current.content,
        onClick: (index) => latest.current.onPress?.(index),
      }),
    [kind, scheme],
  );
  const { frame, plot } = usePlot(create, canvas);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart in another scheme has no data yet
  useEffect(() => {
    const { x, counts, backgroundCounts } = content;
    plot.current?.setData([[...x], [...(backgroundCounts ?? x.map(() => 0))], [...counts]]);
  }, [content, scheme]);

  return <div ref={frame} className={styles.chart} role="img" aria-label={label} />;
}

export { type BarChartContent, chartColors, plotMargins };
