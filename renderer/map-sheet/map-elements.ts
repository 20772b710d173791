import type { DistanceUnit } from '../../shared/display-format.ts';
import { formatDecimalDegrees } from '../../shared/geo/coordinates.ts';
import { shapePath } from '../../shared/results/symbol-shapes.ts';
import { mapColors, mapScheme } from '../map/map-colors.ts';
import { toMapCoordinate } from '../map/map-projection.ts';
import {
  coordinateAt,
  type PictureView,
  pixelAt,
  positionAt,
  scaleBarOf,
} from '../map/picture/picture-view.ts';
import type { PictureBox } from '../map/picture/reserved-layer.ts';
import type { MapPicture } from '../map/picture/take-map-picture.ts';
import { scaleDenominator } from '../map/scale-denominator.ts';
import { designTokens } from '../ui/design-tokens.ts';
import { type LegendEntry, type LegendSymbol, limitLegend } from './legend-entries.ts';
import type { Paper } from './sheet-layout.ts';
import { fontFamily, textMeasure } from './text-measure.ts';
import { texts } from './texts.ts';

/** Distance of plates from the frame, and of their content from their edge. CSS pixels. */
const inset = 10;
const padding = 8;
const rowHeight = 17;
const symbolWidth = 22;
const cornerHeight = 18;
const arrowSize = 46;
/** Maximum length of the scale bar, as a share of the map's width and in CSS pixels. */
const maxBarShare = 0.3;
const maxBarWidth = 220;
/** Size of the overview, and of the smallest map that has one. */
const overviewSize = { width: 132, height: 92 };
const smallestWithOverview = { width: 520, height: 360 };
/** The shortest side of the frame in an overview that is drawn as such, CSS pixels. */
const smallestFrame = 7;
/** The longest mark fits into a row. */
const markScale = 0.8;
/** Opacity of the plates below texts, as the end of `#rrggbb`. */
const plateOpacity = 'e0';
const smallFont = `10px ${fontFamily}`;
const normalFont = `11.5px ${fontFamily}`;

type Context = CanvasRenderingContext2D;

/** The map and its overview, once they are drawn. */
type DrawnMaps = { readonly picture: MapPicture; readonly overview: MapPicture | null };

/** An element over the map: its box in CSS pixels from the map's top left corner, and how it is drawn there. */
type MapElement = {
  readonly box: PictureBox;
  draw(context: Context, maps: DrawnMaps): void;
};

/** The elements to draw over the map. */
export type MapElementsChoice = {
  readonly scaleBar: boolean;
  readonly northArrow: boolean;
  readonly corners: boolean;
  readonly overview: boolean;
  /** Empty: no legend. */
  readonly legend: readonly LegendEntry[];
  readonly unit: DistanceUnit;
};

/** The elements over a map: their boxes, that of the overview, and a function that draws them onto the map. */
export type MapElements = {
  readonly boxes: readonly PictureBox[];
  readonly overview: PictureBox | null;
  draw(context: Context, maps: DrawnMaps): void;
};

/** Lays out the elements over a map: no two overlap unless the map is too small for them. */
export function layoutMapElements(view: PictureView, choice: MapElementsChoice, paper: Paper): MapElements {
  const measure = textMeasure();
  const edge = inset + (choice.corners ? cornerHeight : 0);
  const hasOverview =
    choice.overview && view.width >= smallestWithOverview.width && view.height >= smallestWithOverview.height;
  const overview = hasOverview ? { x: inset, y: edge, ...overviewSize } : null;
  const elements = [
    ...(choice.corners ? corners(view, measure) : []),
    ...(choice.northArrow ? [northArrow({ x: view.width - inset - arrowSize, y: edge })] : []),
    ...(choice.scaleBar ? [scaleBar(view, choice.unit, paper, edge, measure)] : []),
    ...(choice.legend.length > 0 ? [legend(view, choice.legend, edge, measure)] : []),
    ...(overview ? [overviewMap(overview)] : []),
  ];
  return {
    boxes: elements.map(({ box }) => box),
    overview,
    draw(context, maps) {
      context.textBaseline = 'alphabetic';
      for (const element of elements) element.draw(context, maps);
      if (!maps.picture.isComplete)
        drawIncompleteWarning(context, inset, edge + (overview ? overview.height + padding : 0));
    },
  };
}

type Measure = ReturnType<typeof textMeasure>;

/** The colors of the page, in which the map is drawn, too. */
function colors() {
  return designTokens[mapScheme()];
}

function fillPlate(context: Context, { x, y, width, height }: PictureBox): void {
  context.fillStyle = `${colors().panel}${plateOpacity}`;
  context.beginPath();
  context.roundRect(x, y, width, height, 5);
  context.fill();
}

/** Writes a text from a point of its base line on. */
function write(
  context: Context,
  text: string,
  [x, y]: readonly [x: number, y: number],
  { font, color }: { readonly font: string; readonly color: string },
): void {
  context.font = font;
  context.textAlign = 'left';
  context.fillStyle = color;
  context.fillText(text, x, y);
}

/** The coordinates of the four corners. */
function corners(view: PictureView, measure: Measure): readonly MapElement[] {
  return (
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const
  ).map(([right, down]) => {
    const text = formatDecimalDegrees(positionAt(view, right * view.width, down * view.height), 3);
    const width = measure(text, smallFont) + 8;
    const x = right ? view.width - width - 1 : 1;
    const y = down ? view.height - cornerHeight + 2 : 1;
    const box = { x, y, width, height: cornerHeight - 3 };
    return {
      box,
      draw(context) {
        context.fillStyle = `${colors().panel}${plateOpacity}`;
        context.fillRect(box.x, box.y, box.width, box.height);
        write(context, text, [x + 4, y + 11], { font: smallFont, color: colors().text });
      },
    };
  });
}

/** An arrow to the north, which is one direction in the whole picture: Web Mercator's meridians are parallel. */
function northArrow(at: { readonly x: number; readonly y: number }): MapElement {
  const box = { ...at, width: arrowSize, height: arrowSize };
  return {
    box,
    draw(context, { picture }) {
      fillPlate(context, box);
      context.save();
      context.translate(box.x + box.width / 2, box.y + box.height / 2);
      context.rotate(picture.view.rotation);
      context.fillStyle = colors().text;
      context.beginPath();
      context.moveTo(0, -10);
      context.lineTo(7, 16);
      context.lineTo(0, 11);
      context.lineTo(-7, 16);
      context.fill();
      context.font = `600 11px ${fontFamily}`;
      context.textAlign = 'center';
      context.fillText(texts.mapElements.north, 0, -12);
      context.restore();
    },
  };
}

/** A bar of four segments, alternately in the color of the texts and in that of the plate, with remarks on its scale. */
function scaleBar(
  view: PictureView,
  unit: DistanceUnit,
  { pageSize }: Paper,
  edge: number,
  measure: Measure,
): MapElement {
  const bar = scaleBarOf(view, unit, Math.min(maxBarWidth, view.width * maxBarShare));
  const [, latitude] = view.center;
  const onPaper = pageSize?.split(' ')[0];
  const ratio = scaleDenominator(view.resolution, latitude);
  const remarks = [
    texts.mapElements.trueAtCenter(latitude),
    ...(onPaper ? [texts.mapElements.scale(ratio, onPaper)] : []),
  ];
  const width = Math.max(bar.pixels, ...remarks.map((text) => measure(text, smallFont))) + 2 * padding;
  const height = 38 + remarks.length * 13;
  const box = { x: inset, y: view.height - edge - height, width, height };
  return {
    box,
    draw(context) {
      const [x, y] = [box.x + padding, box.y];
      fillPlate(context, box);
      write(context, bar.label, [x, y + 15], { font: `600 ${normalFont}`, color: colors().text });
      context.fillRect(x, y + 21, bar.pixels, 6);
      context.fillStyle = colors().panel;
      for (const part of [1, 3]) context.fillRect(x + (part * bar.pixels) / 4, y + 22, bar.pixels / 4, 4);
      remarks.forEach((text, index) => {
        write(context, text, [x, y + 40 + index * 13], { font: smallFont, color: colors().muted });
      });
    },
  };
}

/** The overview with the frame of the map; one that would be too small is a ring. */
function overviewMap(box: PictureBox): MapElement {
  const { x, y, width, height } = box;
  return {
    box,
    draw(context, { picture: { view }, overview }) {
      if (!overview) return;
      context.save();
      context.translate(x, y);
      context.beginPath();
      context.rect(0, 0, width, height);
      context.clip();
      context.drawImage(overview.canvas, 0, 0, width, height);
      const frame = [
        [0, 0],
        [view.width, 0],
        [view.width, view.height],
        [0, view.height],
      ].map(([right = 0, down = 0]) => pixelAt(overview.view, coordinateAt(view, right, down)));
      const [first, , opposite] = frame;
      const isSmall =
        first && opposite && Math.hypot(opposite[0] - first[0], opposite[1] - first[1]) < smallestFrame;
      context.beginPath();
      if (isSmall) context.arc(...pixelAt(overview.view, toMapCoordinate(view.center)), 5, 0, 2 * Math.PI);
      else for (const corner of frame) context.lineTo(...corner);
      context.closePath();
      context.strokeStyle = colors().bad;
      context.lineWidth = 1.5;
      context.stroke();
      context.restore();
      context.strokeStyle = colors().text;
      context.lineWidth = 1;
      context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    },
  };
}

function legend(view: PictureView, all: readonly LegendEntry[], edge: number, measure: Measure): MapElement {
  const room = Math.floor((view.height * 0.7 - 2 * padding) / rowHeight);
  const entries = limitLegend(all, Math.max(1, room));
  const widest = Math.max(...entries.map(({ label }) => measure(label, normalFont)));
  const width = Math.min(view.width * 0.6, widest + symbolWidth + 2 * padding);
  const height = entries.length * rowHeight + 2 * padding - 3;
  const box = { x: view.width - inset - width, y: view.height - edge - height, width, height };
  return {
    box,
    draw(context) {
      fillPlate(context, box);
      context.save();
      context.beginPath();
      context.rect(box.x, box.y, width, height);
      context.clip();
      entries.forEach(({ symbol, label }, index) => {
        const x = box.x + padding;
        const middle = box.y + padding + index * rowHeight + rowHeight / 2 - 1.5;
        drawSymbol(context, symbol, x, middle);
        const isPlain = symbol.kind === 'none';
        const color = isPlain ? colors().muted : colors().text;
        write(context, label, [x + (isPlain ? 0 : symbolWidth), middle + 4], { font: normalFont, color });
      });
      context.restore();
    },
  };
}

function drawSymbol(context: Context, symbol: LegendSymbol, x: number, middle: number): void {
  switch (symbol.kind) {
    case 'none':
      return;
    case 'mark': {
      const path = new Path2D(shapePath(symbol.shape));
      context.save();
      context.translate(x + 7, middle);
      context.scale(markScale, markScale);
      context.strokeStyle = mapColors().casing;
      context.lineWidth = 2;
      context.lineJoin = 'round';
      context.stroke(path);
      context.fillStyle = symbol.color;
      context.fill(path, 'evenodd');
      context.restore();
      return;
    }
    case 'line':
    case 'dashes':
      context.strokeStyle = symbol.color;
      context.lineWidth = 1.6;
      context.setLineDash(symbol.kind === 'dashes' ? [3, 2] : []);
      context.beginPath();
      context.moveTo(x, middle);
      context.lineTo(x + 15, middle);
      context.stroke();
      context.setLineDash([]);
      return;
    case 'ramp':
      symbol.colors.forEach((color, index, { length }) => {
        context.fillStyle = color;
        context.fillRect(x + (15 * index) / length, middle - 4, 15 / length + 0.5, 8);
      });
      return;
    case 'cross':
      context.strokeStyle = symbol.color;
      context.lineWidth = 1.6;
      context.beginPath();
      context.arc(x + 7, middle, 3.5, 0, 2 * Math.PI);
      context.moveTo(x, middle);
      context.lineTo(x + 14, middle);
      context.moveTo(x + 7, middle - 7);
      context.lineTo(x + 7, middle + 7);
      context.stroke();
  }
}

function drawIncompleteWarning(context: Context, x: number, y: number): void {
  const text = texts.mapElements.incomplete;
  context.font = normalFont;
  fillPlate(context, { x, y, width: context.measureText(text).width + 2 * padding, height: 24 });
  write(context, text, [x + padding, y + 16], { font: normalFont, color: colors().warn });
}
