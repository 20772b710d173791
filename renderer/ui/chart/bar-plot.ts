import uPlot from 'uplot';
import { cutText } from '../../../shared/cut-text.ts';
import { formatCount } from '../../../shared/format.ts';
import { type ColorScheme, designTokens } from '../design-tokens.ts';

/** Colors of bars, of background bars, and of bars outside a window. */
export function chartColors(scheme: ColorScheme) {
  const { accent, line, fieldBorder } = designTokens[scheme];
  return { accent, background: line, outside: fieldBorder } as const;
}

const font = '11px "Inter Variable", Inter, "Noto Sans", system-ui, sans-serif';

/** Maximum height of background bars relative to the highest bar. */
const maxBackgroundRatio = 20;

/** CSS pixels of the shortest readable name in two lines, of one letter, and between two names. */
const minNameWidth = 52;
const letterWidth = 6;
const nameGap = 6;

/** Margins around the plot, CSS pixels. */
export const plotMargins = { top: 8, right: 14, bottom: 24, left: 52 } as const;
/** The height of a second line of names below the plot, CSS pixels. */
const nameLine = 14;

/** The horizontal axis; the names of groups are at 0, 1, 2… */
export type BarAxis =
  | { readonly kind: 'time' }
  | { readonly kind: 'number' }
  | { readonly kind: 'names'; readonly names: readonly string[] };

/** Bars of equal width. */
export type BarChartContent = {
  readonly axis: BarAxis;
  /** Range of the horizontal axis: epoch seconds UTC, numbers, or indices of names. */
  readonly range: readonly [from: number, to: number];
  /** Centers of the bars on the horizontal axis. */
  readonly x: readonly number[];
  readonly counts: readonly number[];
  /** Total counts, drawn behind the others. */
  readonly backgroundCounts?: readonly number[] | undefined;
  /** A color for each bar; absent: the accent. */
  readonly colors?: readonly string[] | undefined;
};

/** Returns the content when the chart paints, so that the chart need not be recreated. */
export type BarPlotSource = {
  content(): BarChartContent;
  onClick(index: number): void;
};

/**
 * Properties shared by charts: size, margins, times in UTC, and `onClick` with the index that `indexAt` finds at the
 * cursor.
 */
export function commonPlotOptions(
  element: HTMLElement,
  indexAt: (plot: uPlot) => number | null | undefined,
  onClick: (index: number) => void,
) {
  return {
    width: Math.max(1, element.clientWidth),
    height: Math.max(1, element.clientHeight),
    padding: [plotMargins.top, plotMargins.right, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: false, y: false },
      bind: {
        click: (plot) => () => {
          const index = indexAt(plot);
          if (typeof index === 'number') onClick(index);
          return null;
        },
      },
    },
  } satisfies Partial<uPlot.Options>;
}

/** Creates a uPlot chart of bars in front of background bars, in the colors of a scheme. */
export function createBarPlot(
  element: HTMLElement,
  kind: BarAxis['kind'],
  scheme: ColorScheme,
  source: BarPlotSource,
): uPlot {
  const colors = chartColors(scheme);
  const axis = axisIn(scheme);
  const bars = uPlot.paths.bars;
  if (!bars) throw new Error('uPlot was built without bars.');
  const size: [number, number] = [0.86, 120];
  const { bottom, left } = plotMargins;
  return new uPlot(
    {
      ...commonPlotOptions(
        element,
        (plot) => plot.cursor.idx,
        (index) => source.onClick(index),
      ),
      scales: {
        x: { time: kind === 'time', range: () => [...source.content().range] },
        y: { range: () => [0, highest(source.content()) * 1.06] },
      },
      axes: [
        {
          ...axis,
          size: kind === 'names' ? bottom + nameLine : bottom,
          grid: { show: false },
          ...(kind === 'names' ? nameAxis(source) : kind === 'time' ? { values: timeTexts } : {}),
        },
        { ...axis, size: left, values: (_, splits) => splits.map(barCountText), incrs: wholeSteps },
      ],
      series: [
        {},
        { paths: bars({ size, gap: 0 }), fill: colors.background, width: 0, points: { show: false } },
        {
          paths: bars({
            size,
            gap: 0,
            disp: { fill: { unit: 3, values: () => barColors(source.content(), colors.accent) } },
          }),
          fill: colors.accent,
          width: 0,
          points: { show: false },
        },
      ],
    },
    [[], [], []],
    element,
  );
}

/** An axis in the colors of a scheme. */
export function axisIn(scheme: ColorScheme): uPlot.Axis {
  const { muted, lineSoft } = designTokens[scheme];
  return {
    stroke: muted,
    font,
    gap: 4,
    ticks: { show: false },
    grid: { stroke: lineSoft, width: 1 },
  };
}

/** Steps of an axis of counts. */
export const wholeSteps = [1, 2, 5]
  .flatMap((digit) => Array.from({ length: 10 }, (_, power) => digit * 10 ** power))
  .sort((one, other) => one - other);

/**
 * The count at the top of the axis. Background bars may exceed the chart, so that the other bars do not become too
 * small.
 */
function highest({ counts, backgroundCounts }: BarChartContent): number {
  const maxOf = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), 0);
  const foreground = Math.max(1, maxOf(counts));
  const all = maxOf(backgroundCounts ?? []);
  return all > foreground * maxBackgroundRatio && maxOf(counts) > 0 ? foreground : Math.max(foreground, all);
}

function barColors({ colors: foreground, counts }: BarChartContent, accent: string): string[] {
  return counts.map((_, index) => foreground?.[index] ?? accent);
}

/** An axis that shows as many names as fit. */
function nameAxis(source: BarPlotSource): Partial<uPlot.Axis> {
  return {
    splits: (plot) => {
      const { x } = source.content();
      const step = nameStep(plot, x.length);
      return x.filter((_, index) => index % step === 0);
    },
    values: (plot, splits) => {
      const { axis: of, x } = source.content();
      const room = (axisWidth(plot) * nameStep(plot, x.length)) / Math.max(1, x.length);
      const longest = Math.max(3, Math.floor((room - nameGap) / letterWidth));
      return splits.map((index) => (of.kind === 'names' ? inTwoLines(of.names[index] ?? '', longest) : ''));
    },
  };
}

/** Number of bars per shown name. */
function nameStep(plot: uPlot, bars: number): number {
  return Math.max(1, Math.ceil((bars * minNameWidth) / Math.max(1, axisWidth(plot))));
}

/** The length of the horizontal axis, CSS pixels. */
function axisWidth({ width }: uPlot): number {
  return width - plotMargins.left - plotMargins.right;
}

/** A name in lines of at most `longest` letters: two, where it has a space to break at. */
function inTwoLines(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const space = name.lastIndexOf(' ', longest);
  if (space <= 0) return cutText(name, longest);
  return `${name.slice(0, space)}\n${cutText(name.slice(space + 1), longest)}`;
}

/** The times of an axis: days as `11-18`, within a day `21:00`; the year where it changes. The first one names the zone. */
export function timeTexts(
  _: uPlot,
  splits: readonly number[],
  __: number,
  ___: number,
  step: number,
): string[] {
  return timesOf(splits, step).map((text, index) => (index === 0 ? `${text} UTC` : text));
}

function timesOf(splits: readonly number[], step: number): string[] {
  return splits.map((seconds, index) => {
    const text = new Date(seconds * 1000).toISOString();
    const before = splits[index - 1];
    const isNewYear =
      before !== undefined && new Date(before * 1000).getUTCFullYear() !== Number(text.slice(0, 4));
    if (isNewYear || step >= 28 * 86_400) return text.slice(0, step >= 28 * 86_400 ? 7 : 10);
    if (step >= 86_400 || text.slice(11, 16) === '00:00') return text.slice(5, 10);
    return text.slice(11, step < 60 ? 19 : 16);
  });
}

/** A count on an axis. */
export function barCountText(count: number): string {
  if (count >= 1_000_000) return `${count / 1_000_000} M`;
  return count >= 10_000 ? `${count / 1_000} k` : formatCount(count);
}
