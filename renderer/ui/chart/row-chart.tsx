import { type RefObject, useEffect, useRef } from 'react';
import { formatRate } from '../../../shared/format.ts';
import { designTokens } from '../design-tokens.ts';
import { useColorScheme } from '../use-color-scheme.ts';
import styles from './chart.module.css';

/** A row of the chart; without a value it is set apart below the others. */
export type ChartRow = {
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
