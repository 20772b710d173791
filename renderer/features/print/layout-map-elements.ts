import type { DistanceUnit } from '../../../shared/display-format.ts';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import { type PictureView, positionAt, type ScaleBar, scaleBarOf } from '../../map/picture/picture-view.ts';
import type { PictureBox } from '../../map/picture/reserved-layer.ts';
import { scaleDenominator } from '../../map/scale-denominator.ts';
import { type LegendEntry, limitLegend } from './legend-entries.ts';
import type { Paper } from './paper.ts';
import { texts } from './texts.ts';

/** Distance of plates from the frame, and of their content from their edge. CSS pixels. */
const inset = 10;
export const padding = 8;
export const rowHeight = 17;
export const symbolWidth = 22;
const cornerHeight = 18;
/** Maximum length of the scale bar, as a share of the map's width and in CSS pixels. */
const maxBarShare = 0.3;
const maxBarWidth = 220;
/** Size of the overview, and of the smallest map that has one. */
const overviewSize = { width: 132, height: 92 };
const smallestWithOverview = { width: 520, height: 360 };

/** The elements to draw over the map. */
export type MapElements = {
  readonly scaleBar: boolean;
  readonly northArrow: boolean;
  readonly corners: boolean;
  readonly overview: boolean;
  /** Empty: no legend. */
  readonly legend: readonly LegendEntry[];
  readonly unit: DistanceUnit;
};

/** The elements with their boxes in CSS pixels from the top left corner of the map. */
export type ElementsLayout = {
  readonly corners: readonly { readonly box: PictureBox; readonly text: string }[];
  readonly northArrow: PictureBox | null;
  readonly scaleBar: {
    readonly box: PictureBox;
    readonly bar: ScaleBar;
    readonly remarks: readonly string[];
  } | null;
  readonly legend: { readonly box: PictureBox; readonly entries: readonly LegendEntry[] } | null;
  readonly overview: PictureBox | null;
  /** The top left corner of the warning that the map is incomplete. */
  readonly warning: { readonly x: number; readonly y: number };
};

/** Returns the width of a text in CSS pixels. */
type Measure = (text: string, size: 'small' | 'normal') => number;

/** Lays out the elements over a map: no two overlap unless the map is too small for them. */
export function layoutElements(
  view: PictureView,
  elements: MapElements,
  paper: Paper,
  measure: Measure,
): ElementsLayout {
  const edge = inset + (elements.corners ? cornerHeight : 0);
  const hasOverview =
    elements.overview &&
    view.width >= smallestWithOverview.width &&
    view.height >= smallestWithOverview.height;
  const overview = hasOverview ? { x: inset, y: edge, ...overviewSize } : null;
  return {
    corners: elements.corners ? cornersOf(view, measure) : [],
    northArrow: elements.northArrow ? { x: view.width - inset - 46, y: edge, width: 46, height: 46 } : null,
    scaleBar: elements.scaleBar ? scaleBarIn(view, elements.unit, paper, edge, measure) : null,
    legend: elements.legend.length > 0 ? legendIn(view, elements.legend, edge, measure) : null,
    overview,
    warning: { x: inset, y: edge + (overview ? overview.height + padding : 0) },
  };
}

/** The boxes of a layout. */
export function boxesOf({ corners, northArrow, scaleBar, legend, overview }: ElementsLayout): PictureBox[] {
  const single = [northArrow, scaleBar?.box, legend?.box, overview];
  return [...corners.map(({ box }) => box), ...single.flatMap((box) => box ?? [])];
}

function cornersOf(view: PictureView, measure: Measure): ElementsLayout['corners'] {
  return (
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const
  ).map(([right, down]) => {
    const text = formatDecimalDegrees(positionAt(view, right * view.width, down * view.height), 3);
    const width = measure(text, 'small') + 8;
    const x = right ? view.width - width - 1 : 1;
    const y = down ? view.height - cornerHeight + 2 : 1;
    return { text, box: { x, y, width, height: cornerHeight - 3 } };
  });
}

function scaleBarIn(
  view: PictureView,
  unit: DistanceUnit,
  { pageSize }: Paper,
  edge: number,
  measure: Measure,
): ElementsLayout['scaleBar'] {
  const bar = scaleBarOf(view, unit, Math.min(maxBarWidth, view.width * maxBarShare));
  const [, latitude] = view.center;
  const onPaper = pageSize?.split(' ')[0];
  const ratio = scaleDenominator(view.resolution, latitude);
  const remarks = [
    texts.mapElements.trueAtCenter(latitude),
    ...(onPaper ? [texts.mapElements.scale(ratio, onPaper)] : []),
  ];
  const width = Math.max(bar.pixels, ...remarks.map((text) => measure(text, 'small'))) + 2 * padding;
  const height = 38 + remarks.length * 13;
  return { bar, remarks, box: { x: inset, y: view.height - edge - height, width, height } };
}

function legendIn(
  view: PictureView,
  all: readonly LegendEntry[],
  edge: number,
  measure: Measure,
): ElementsLayout['legend'] {
  const room = Math.floor((view.height * 0.7 - 2 * padding) / rowHeight);
  const entries = limitLegend(all, Math.max(1, room));
  const widest = Math.max(...entries.map(({ label }) => measure(label, 'normal')));
  const width = Math.min(view.width * 0.6, widest + symbolWidth + 2 * padding);
  const height = entries.length * rowHeight + 2 * padding - 3;
  return { entries, box: { x: view.width - inset - width, y: view.height - edge - height, width, height } };
}
