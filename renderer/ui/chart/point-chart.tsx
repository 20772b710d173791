import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useColorScheme } from '../use-color-scheme.ts';
import styles from './chart.module.css';
import { createPointPlot, type PointChartContent } from './point-plot.ts';
import { usePlot } from './use-plot.ts';

/** Counts over time as points. `canvas` is set to its canvas element, for pictures. */
export function PointChart({
  content,
  label,
  canvas,
  onClick,
}: {
  readonly content: PointChartContent;
  /** Text alternative of the chart; its numbers must be shown elsewhere, too. */
  readonly label: string;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly onClick: (index: number) => void;
}) {
  const latest = useRef({ content, onClick });
  latest.current = { content, onClick };
  const scheme = useColorScheme();
  const create = useCallback(
    (element: HTMLElement) =>
      createPointPlot(element, scheme, {
        content: () => latest.current.content,
        onClick: (index) => latest.current.onClick(index),
      }),
    [scheme],
  );
  const { frame, plot } = usePlot(create, canvas);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart in another scheme has no data yet
  useEffect(() => {
    const { points } = content;
    plot.current?.setData([points.map(({ at }) => at), points.map(({ value }) => value)]);
  }, [content, scheme]);
  return <div ref={frame} className={styles.chart} role="img" aria-label={label} />;
}
