import uPlot from 'uplot';
import { type ColorScheme, designTokens } from '../design-tokens.ts';
import { axisIn, barCountText, commonPlotOptions, plotMargins, timeTexts, wholeSteps } from './bar-plot.ts';

/**
 * Style of a point: filled in the accent, as a diamond in the color of warnings, as a hollow circle, or small and
 * muted.
 */
export type PointMark = 'usual' | 'unusual' | 'hollow' | 'other';

/** Points over time, epoch seconds UTC, by time. */
export type PointChartContent = {
  readonly points: readonly { readonly at: number; readonly value: number; readonly mark: PointMark }[];
  readonly range: readonly [from: number, to: number];
  /** A line with the range of usual values around it. */
  readonly band: { readonly middle: number; readonly from: number; readonly to: number } | null;
  /** Times without data, which are hatched. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Times of dashed vertical lines. */
  readonly lines: readonly number[];
};

/** Returns the content when the chart paints, so that the chart need not be recreated. */
export type PointPlotSource = { content(): PointChartContent; onClick(index: number): void };

/** CSS pixels within which a click chooses a point. */
const clickReach = 12;

/** Creates a uPlot chart of points over time. */
export function createPointPlot(element: HTMLElement, scheme: ColorScheme, source: PointPlotSource): uPlot {
  const axis = axisIn(scheme);
  const { bottom, left } = plotMargins;
  return new uPlot(
    {
      ...commonPlotOptions(
        element,
        (plot) => nearestPoint(plot, source.content()),
        (index) => source.onClick(index),
      ),
      scales: {
        x: { time: true, range: () => [...source.content().range] },
        y: { range: () => [0, highest(source.content()) * 1.1] },
      },
      axes: [
        { ...axis, size: bottom, grid: { show: false }, values: timeTexts },
        {
          ...axis,
          size: left,
          space: 18,
          values: (_, splits) => splits.map(barCountText),
          incrs: wholeSteps,
        },
      ],
      series: [{}, { paths: () => null, points: { show: false } }],
      hooks: { draw: [(plot) => drawContent(plot, source.content(), scheme)] },
    },
    [[], []],
    element,
  );
}

function highest({ points, band }: PointChartContent): number {
  return points.reduce((most, { value }) => Math.max(most, value), Math.max(1, band?.to ?? 0));
}

function nearestPoint(plot: uPlot, { points }: PointChartContent): number | null {
  const { left = 0, top = 0 } = plot.cursor;
  let nearest: number | null = null;
  let least = clickReach;
  for (const [index, { at, value }] of points.entries()) {
    const distance = Math.hypot(plot.valToPos(at, 'x') - left, plot.valToPos(value, 'y') - top);
    if (distance > least) continue;
    [nearest, least] = [index, distance];
  }
  return nearest;
}

function drawContent(plot: uPlot, content: PointChartContent, scheme: ColorScheme): void {
  const { ctx, bbox } = plot;
  const { accent, accentSoft, muted, warn, line, fieldBorder, panel } = designTokens[scheme];
  const scale = devicePixelRatio;
  const x = (at: number) => plot.valToPos(at, 'x', true);
  const y = (value: number) => plot.valToPos(value, 'y', true);
  const bottom = bbox.top + bbox.height;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  if (content.band) {
    const { from, to, middle } = content.band;
    ctx.globalAlpha = 0.5;
    ctx.fillStyle = accentSoft;
    ctx.fillRect(bbox.left, y(to), bbox.width, y(Math.max(0, from)) - y(to));
    ctx.globalAlpha = 1;
    ctx.strokeStyle = accent;
    strokeLine(ctx, [bbox.left, y(middle)], [bbox.left + bbox.width, y(middle)], scale);
  }
  ctx.strokeStyle = line;
  for (const { from, to } of content.gaps) hatch(ctx, x(from), x(to), bbox.top, bottom, scale);
  ctx.strokeStyle = fieldBorder;
  ctx.setLineDash([4 * scale, 3 * scale]);
  for (const at of content.lines) strokeLine(ctx, [x(at), bbox.top], [x(at), bottom], scale);
  ctx.setLineDash([]);
  ctx.restore();
  ctx.save();
  ctx.lineWidth = 1.5 * scale;
  for (const { at, value, mark } of content.points) {
    const size = (mark === 'other' ? 2.5 : mark === 'unusual' ? 6 : 4) * scale;
    ctx.beginPath();
    if (mark === 'unusual') {
      ctx.moveTo(x(at), y(value) - size);
      ctx.lineTo(x(at) + size, y(value));
      ctx.lineTo(x(at), y(value) + size);
      ctx.lineTo(x(at) - size, y(value));
      ctx.closePath();
    } else ctx.arc(x(at), y(value), size, 0, 2 * Math.PI);
    ctx.fillStyle = { usual: accent, unusual: warn, hollow: panel, other: muted }[mark];
    ctx.fill();
    ctx.strokeStyle = mark === 'hollow' ? muted : panel;
    ctx.stroke();
  }
  ctx.restore();
}

type Corner = readonly [x: number, y: number];

function strokeLine(ctx: CanvasRenderingContext2D, from: Corner, to: Corner, width: number): void {
  ctx.lineWidth = width;
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
}

/** CSS pixels between the lines of a hatching. */
const hatchStep = 7;

function hatch(
  ctx: CanvasRenderingContext2D,
  left: number,
  right: number,
  top: number,
  bottom: number,
  scale: number,
): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, right - left, bottom - top);
  ctx.clip();
  const height = bottom - top;
  for (let at = left - height; at < right; at += hatchStep * scale) {
    strokeLine(ctx, [at, bottom], [at + height, top], scale);
  }
  ctx.restore();
}
