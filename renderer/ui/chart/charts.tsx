import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { formatRate } from '../../../shared/format.ts';
import { designTokens } from '../design-tokens.ts';
import { useColorScheme } from '../use-color-scheme.ts';
import { type BarChartContent, chartColors, createBarPlot, plotMargins } from './bar-plot.ts';
import styles from './chart.module.css';
import { createPointPlot, type PointChartContent } from './point-plot.ts';
import 'uplot/dist/uPlot.min.css';
import type uPlot from 'uplot';

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

/** A row of the chart; without a value it is set apart below the others. */
type ChartRow = {
  readonly name: string;
  readonly value: number | null;
  /** `#rrggbb`; absent: the accent. */
  readonly color?: string | undefined;
};

const rowHeight = 22;
const barHeight = 12;
const apart = 10;
const font = '12px "Inter Variable", Inter, "Noto Sans", system-ui, sans-serif';
const gap = 8;
/** CSS pixels of the value behind the longest bar. */
const valueWidth = 56;
/** Names are whole while the bars have at least this. */
const minBarRoom = 80;

/** Horizontal bars with their names and values, one below the other. `canvas` is set to the canvas, for pictures. */
export function RowChart({
  rows,
  label,
  canvas,
  onClick,
}: {
  readonly rows: readonly ChartRow[];
  /** Text alternative of the chart; its numbers must be shown elsewhere, too. */
  readonly label: string;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly onClick: (index: number) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const tokens = designTokens[useColorScheme()];
  useEffect(() => {
    const [element, drawn] = [frame.current, canvas.current];
    if (!element || !drawn) return;
    const draw = () => drawRows(drawn, element.clientWidth, rows, tokens);
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [rows, tokens, canvas]);
  return (
    <div ref={frame} className={styles.rows}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        onClick={({ nativeEvent: { offsetY } }) => {
          const index = rows.findIndex((_row, at) => offsetY < topOf(rows, at) + rowHeight);
          if (index >= 0) onClick(index);
        }}
      />
    </div>
  );
}

function topOf(rows: readonly ChartRow[], index: number): number {
  return index * rowHeight + (rows[index]?.value === null ? apart : 0);
}

function drawRows(
  canvas: HTMLCanvasElement,
  width: number,
  rows: readonly ChartRow[],
  { text, muted, accent }: { readonly text: string; readonly muted: string; readonly accent: string },
): void {
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const height = rows.length * rowHeight + apart;
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.height = `${height}px`;
  context.scale(scale, scale);
  context.font = font;
  context.textBaseline = 'middle';
  const longest = Math.max(0, ...rows.map(({ name }) => context.measureText(name).width));
  const left = Math.min(longest, Math.max(width * 0.5, width - valueWidth - minBarRoom)) + gap;
  const most = Math.max(0, ...rows.map(({ value }) => value ?? 0));
  const room = Math.max(0, width - left - valueWidth);
  for (const [index, { name, value, color }] of rows.entries()) {
    const middle = topOf(rows, index) + rowHeight / 2;
    context.fillStyle = value === null ? muted : text;
    context.fillText(name, 0, middle, left - gap);
    if (value === null) continue;
    const length = most === 0 ? 0 : (value / most) * room;
    context.fillStyle = color ?? accent;
    context.fillRect(left, middle - barHeight / 2, Math.max(1, length), barHeight);
    context.fillStyle = muted;
    context.fillText(formatRate(value), left + length + 6, middle);
  }
}

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

/**
 * A uPlot chart that fills an element, created anew when `create` changes. `canvas` is set to its canvas element, for
 * pictures.
 */
function usePlot(
  create: (element: HTMLElement) => uPlot,
  canvas: RefObject<HTMLCanvasElement | null> | undefined,
) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const created = create(element);
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
  }, [create, canvas]);
  return { frame, plot };
}
