import { shapePath } from '../../../shared/results/symbol-shapes.ts';
import { mapColors, mapScheme } from '../../map/map-colors.ts';
import { toMapCoordinate } from '../../map/map-projection.ts';
import { coordinateAt, pixelAt } from '../../map/picture/picture-view.ts';
import type { PictureBox } from '../../map/picture/reserved-layer.ts';
import type { MapPicture } from '../../map/picture/take-map-picture.ts';
import { designTokens } from '../../ui/design-tokens.ts';
import { type ElementsLayout, padding, rowHeight, symbolWidth } from './layout-map-elements.ts';
import type { LegendSymbol } from './legend-entries.ts';
import { texts } from './texts.ts';

/** The typeface of all texts in a picture. */
export const fontFamily = '"Inter Variable", Inter, "Noto Sans", system-ui, sans-serif';
const smallFont = `10px ${fontFamily}`;
const normalFont = `11.5px ${fontFamily}`;
/** Opacity of the plates below texts, as the end of `#rrggbb`. */
const plateOpacity = 'e0';

/** The longest mark fits into a row. */
const markScale = 0.8;
/** The shortest side of the frame in an overview that is drawn as such, CSS pixels. */
const smallestFrame = 7;

type Context = CanvasRenderingContext2D;

/** The colors of the page, in which the map is drawn, too. */
function colors() {
  return designTokens[mapScheme()];
}

/** Returns the width of a text of the elements in CSS pixels. */
export function createElementMeasure(): (text: string, size: 'small' | 'normal') => number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('The page has no canvas to measure text on.');
  return (text, size) => {
    context.font = size === 'small' ? smallFont : normalFont;
    return context.measureText(text).width;
  };
}

/** Draws the elements onto the map, whose top left corner is the origin. */
export function drawMapElements(
  context: Context,
  picture: MapPicture,
  layout: ElementsLayout,
  overview: MapPicture | null,
): void {
  context.textBaseline = 'alphabetic';
  drawCorners(context, layout.corners);
  if (layout.northArrow) drawNorthArrow(context, picture, layout.northArrow);
  if (layout.scaleBar) drawScaleBar(context, layout.scaleBar);
  if (layout.legend) drawLegend(context, layout.legend);
  if (layout.overview && overview) drawOverview(context, picture, overview, layout.overview);
  if (!picture.isComplete) drawIncompleteWarning(context, layout.warning);
}

function fillPlate(context: Context, { x, y, width, height }: PictureBox): void {
  context.fillStyle = `${colors().panel}${plateOpacity}`;
  context.beginPath();
  context.roundRect(x, y, width, height, 5);
  context.fill();
}

function drawCorners(context: Context, corners: ElementsLayout['corners']): void {
  context.font = smallFont;
  context.textAlign = 'left';
  for (const { text, box } of corners) {
    context.fillStyle = `${colors().panel}${plateOpacity}`;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.fillStyle = colors().text;
    context.fillText(text, box.x + 4, box.y + 11);
  }
}

/** Draws an arrow to the north, which is one direction in the whole picture: Web Mercator's meridians are parallel. */
function drawNorthArrow(context: Context, { view }: MapPicture, box: PictureBox): void {
  fillPlate(context, box);
  context.save();
  context.translate(box.x + box.width / 2, box.y + box.height / 2);
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
  { box, bar, remarks }: NonNullable<ElementsLayout['scaleBar']>,
): void {
  const { x, y } = box;
  fillPlate(context, box);
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

/** Draws the overview with the frame of the map; one that would be too small is a ring. */
function drawOverview(
  context: Context,
  { view }: MapPicture,
  overview: MapPicture,
  { x, y, width, height }: PictureBox,
): void {
  context.save();
  context.translate(x, y);
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  context.drawImage(overview.canvas, 0, 0, width, height);
  const corners = [
    [0, 0],
    [view.width, 0],
    [view.width, view.height],
    [0, view.height],
  ].map(([right = 0, down = 0]) => pixelAt(overview.view, coordinateAt(view, right, down)));
  const [first, , opposite] = corners;
  const isSmall =
    first && opposite && Math.hypot(opposite[0] - first[0], opposite[1] - first[1]) < smallestFrame;
  context.beginPath();
  if (isSmall) context.arc(...pixelAt(overview.view, toMapCoordinate(view.center)), 5, 0, 2 * Math.PI);
  else for (const corner of corners) context.lineTo(...corner);
  context.closePath();
  context.strokeStyle = designTokens[mapScheme()].bad;
  context.lineWidth = 1.5;
  context.stroke();
  context.restore();
  context.strokeStyle = colors().text;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
}

function drawLegend(context: Context, { box, entries }: NonNullable<ElementsLayout['legend']>): void {
  const { x, y, width, height } = box;
  fillPlate(context, box);
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

function drawIncompleteWarning(context: Context, { x, y }: ElementsLayout['warning']): void {
  const text = texts.mapElements.incomplete;
  context.font = normalFont;
  fillPlate(context, { x, y, width: context.measureText(text).width + 2 * padding, height: 24 });
  context.textAlign = 'left';
  context.fillStyle = colors().warn;
  context.fillText(text, x + padding, y + 16);
}
