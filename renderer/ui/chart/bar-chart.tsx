import 'uplot/dist/uPlot.min.css';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type uPlot from 'uplot';
import { chartColors, createBarPlot, plotMargins } from './bar-plot.ts';
import styles from './chart.module.css';

/** What the horizontal axis counts; the names of groups stand at 0, 1, 2… */
export type BarAxis =
  | { readonly kind: 'time' }
  | { readonly kind: 'number' }
  | { readonly kind: 'names'; readonly names: readonly string[] };

/** Bars of equal width. */
export type BarChartContent = {
  readonly axis: BarAxis;
  /** Ends of the horizontal axis: epoch seconds UTC, numbers, or places of names. */
  readonly range: readonly [from: number, to: number];
  /** Middles of the bars. */
  readonly x: readonly number[];
  readonly counts: readonly number[];
  /** Counts that stand behind the others, as what they are a part of. */
  readonly behind?: readonly number[] | undefined;
  /** A colour for each bar; absent: the accent. */
  readonly colors?: readonly string[] | undefined;
};

/** A chart of counts. `canvas` is given the element that it is painted on, for pictures. */
export function BarChart({
  content,
  label,
  canvas,
  onPress,
}: {
  readonly content: BarChartContent;
  /** What the chart shows, in words; its numbers must stand elsewhere, too. */
  readonly label: string;
  readonly canvas?: RefObject<HTMLCanvasElement | null>;
  readonly onPress?: (index: number) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef({ content, onPress });
  latest.current = { content, onPress };
  const { kind } = content.axis;

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const created = createBarPlot(element, kind, {
      content: () => latest.current.content,
      press: (index) => latest.current.onPress?.(index),
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
  }, [kind, canvas]);

  useEffect(() => {
    const { x, counts, behind } = content;
    plot.current?.setData([[...x], [...(behind ?? x.map(() => 0))], [...counts]]);
  }, [content]);

  return <div ref={frame} className={styles.chart} role="img" aria-label={label} />;
}

export { chartColors, plotMargins };
