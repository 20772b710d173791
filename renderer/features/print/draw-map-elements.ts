import type { DistanceUnit } from '../../../shared/display-format.ts';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import { shapePath } from '../../../shared/results/symbol-shapes.ts';
import { mapColors, mapScheme } from '../../map/map-colors.ts';
import { positionAt, scaleBarOf } from '../../map/picture/picture-view.ts';
import type { MapPicture } from '../../map/picture/take-map-picture.ts';
import { scaleDenominator } from '../../map/scale-denominator.ts';
import { designTokens } from '../../ui/design-tokens.ts';
import { type LegendEntry, type LegendSymbol, limitLegend } from './legend-entries.ts';
import type { Paper } from './paper.ts';
import { texts } from './texts.ts';

/** The typeface of all texts in a picture. */
export const fontFamily = '"Inter Variable", Inter, "Noto Sans", system-ui, sans-serif';
const smallFont = `10px ${fontFamily}`;
const normalFont = `11.5px ${fontFamily}`;
/** Opacity of the plates below texts, as the end of `#rrggbb`. */
const plateOpacity = 'e0';

/** Distance of plates from the frame, and of their content from their edge. */
const inset = 10;
const padding = 8;
const rowHeight = 17;
const cornerHeight = 18;
/** The longest mark fits into a row. */
const markScale = 0.8;
/** Maximum length of the scale bar, as a share of the map's width and in CSS pixels. */
const maxBarShare = 0.3;
const maxBarWidth = 220;

type Context = CanvasRenderingContext2D;

/** The colors of the page, in which the map is drawn, too. */
function colors() {
  return designTokens[mapScheme()];
}

/** The elements to draw over the map. */
export type MapElements = {
  readonly scaleBar: boolean;
  readonly northArrow: boolean;
  readonly corners: boolean;
  /** Empty: no legend. */
  readonly legend: readonly LegendEntry[];
  readonly unit: DistanceUnit;
};

/** Draws scale bar, north arrow, legend and corner coordinates onto the map, whose top left corner is the origin. */
export function drawMapElements(
  context: Context,
  picture: MapPicture,
  elements: MapElements,
  paper: Paper,
): void {
  context.textBaseline = 'alphabetic';
  const edge = inset + (elements.corners ? cornerHeight : 0);
  if (elements.corners) drawCorners(context, picture);
  if (elements.northArrow) drawNorthArrow(context, picture, edge);
  if (elements.scaleBar) drawScaleBar(context, picture, elements, paper, edge);
  if (elements.legend.length > 0) drawLegend(context, picture, elements.legend, edge);
  if (!picture.isComplete) drawIncompleteWarning(context, edge);
}

function fillPlate(context: Context, x: number, y: number, width: number, height: number): void {
  context.fillStyle = `${colors().panel}${plateOpacity}`;
  context.beginPath();
  context.roundRect(x, y, width, height, 5);
  context.fill();
}

function drawCorners(context: Context, { view }: MapPicture): void {
  context.font = smallFont;
  for (const [right, down] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const text = formatDecimalDegrees(positionAt(view, right * view.width, down * view.height), 3);
    const width = context.measureText(text).width + 8;
    const x = right ? view.width - width - 1 : 1;
    const y = down ? view.height - cornerHeight + 2 : 1;
    context.fillStyle = `${colors().panel}${plateOpacity}`;
    context.fillRect(x, y, width, cornerHeight - 3);
    context.fillStyle = colors().text;
    context.textAlign = 'left';
    context.fillText(text, x + 4, y + 11);
  }
}

/** Draws an arrow to the north, which is one direction in the whole picture: Web Mercator's meridians are parallel. */
function drawNorthArrow(context: Context, { view }: MapPicture, edge: number): void {
  const size = 46;
  const [x, y] = [view.width - inset - size, edge];
  fillPlate(context, x, y, size, size);
  context.save();
  context.translate(x + size / 2, y + size / 2);
  context.rotate(view.rotation);
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
}

function drawScaleBar(
  context: Context,
  { view }: MapPicture,
  { unit }: MapElements,
  { pageSize }: Paper,
  edge: number,
): void {
  const bar = scaleBarOf(view, unit, Math.min(maxBarWidth, view.width * maxBarShare));
  const [, latitude] = view.center;
  const onPaper = pageSize?.split(' ')[0];
  const ratio = Number(scaleDenominator(view.resolution, latitude).toPrecision(3))
    .toLocaleString('en-US')
    .replaceAll(',', '\u202f');
  const remarks = [
    texts.mapElements.trueAtCenter(latitude),
    ...(onPaper ? [texts.mapElements.scale(ratio, onPaper)] : []),
  ];
  context.font = smallFont;
  const width = Math.max(bar.pixels, ...remarks.map((text) => context.measureText(text).width)) + 2 * padding;
  const height = 38 + remarks.length * 13;
  const [x, y] = [inset, view.height - edge - height];
  fillPlate(context, x, y, width, height);
  context.font = `600 11.5px ${fontFamily}`;
  context.textAlign = 'left';
  context.fillStyle = colors().text;
  context.fillText(bar.label, x + padding, y + 15);
  drawBar(context, x + padding, y + 21, bar.pixels);
  context.font = smallFont;
  context.fillStyle = colors().muted;
  remarks.forEach((text, index) => {
    context.fillText(text, x + padding, y + 40 + index * 13);
  });
}

/** Four segments, alternately in the color of the texts and in that of the plate. */
function drawBar(context: Context, x: number, y: number, pixels: number): void {
  const height = 6;
  context.fillStyle = colors().text;
  context.fillRect(x, y, pixels, height);
  context.fillStyle = colors().panel;
  for (const part of [1, 3]) context.fillRect(x + (part * pixels) / 4, y + 1, pixels / 4, height - 2);
}

function drawLegend(context: Context, { view }: MapPicture, all: readonly LegendEntry[], edge: number): void {
  const room = Math.floor((view.height * 0.7 - 2 * padding) / rowHeight);
  const entries = limitLegend(all, Math.max(1, room));
  context.font = normalFont;
  const symbolWidth = 22;
  const widest = Math.max(...entries.map(({ label }) => context.measureText(label).width));
  const width = Math.min(view.width * 0.6, widest + symbolWidth + 2 * padding);
  const height = entries.length * rowHeight + 2 * padding - 3;
  const [x, y] = [view.width - inset - width, view.height - edge - height];
  fillPlate(context, x, y, width, height);
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  entries.forEach(({ symbol, label }, index) => {
    const middle = y + padding + index * rowHeight + rowHeight / 2 - 1.5;
    drawSymbol(context, symbol, x + padding, middle);
    context.font = normalFont;
    context.textAlign = 'left';
    context.fillStyle = symbol.kind === 'none' ? colors().muted : colors().text;
    const left = symbol.kind === 'none' ? 0 : symbolWidth;
    context.fillText(label, x + padding + left, middle + 4);
  });
  context.restore();
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

function drawIncompleteWarning(context: Context, edge: number): void {
  const text = texts.mapElements.incomplete;
  context.font = normalFont;
  fillPlate(context, inset, edge, context.measureText(text).width + 2 * padding, 24);
  context.textAlign = 'left';
  context.fillStyle = '#f0b429';
  context.fillText(text, inset + padding, edge + 16);
}
