import { mapColors, mapScheme } from '../../map/map-colors.ts';
import type { MapPicture } from '../../map/picture/take-map-picture.ts';
import { designTokens } from '../../ui/design-tokens.ts';
import { drawMapElements, fontFamily } from './draw-map-elements.ts';
import type { ElementsLayout } from './layout-map-elements.ts';
import type { Paper } from './paper.ts';
import { type MeasureText, type SheetLayout, type TextStyle, textStyles } from './sheet-layout.ts';

/** Colors of a sheet for paper, and of one for a screen, which has the colors of the app. */
function sheetColors(isPaper: boolean) {
  if (isPaper) return { ground: '#ffffff', text: '#11161b', muted: '#4a5560', caveat: '#a11b1b' };
  const { panel, text, muted, bad } = designTokens[mapScheme()];
  return { ground: panel, text, muted, caveat: bad };
}

/** The font of a text style, for a canvas. */
function fontOf(style: TextStyle): string {
  const { size, isBold } = textStyles[style];
  return `${isBold ? '600 ' : ''}${size}px ${fontFamily}`;
}

/** Measures texts as they will be drawn. */
export function createMeasure(): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('The page has no canvas to measure text on.');
  return (text, style) => {
    context.font = fontOf(style);
    return context.measureText(text).width;
  };
}

/** Draws the whole sheet: background, texts, the map in its frame, and the elements over the map. */
export function drawSheet(
  paper: Paper,
  layout: SheetLayout,
  picture: MapPicture,
  elements: ElementsLayout,
  overview: MapPicture | null,
): HTMLCanvasElement {
  const { pixelRatio } = paper;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(layout.width * pixelRatio);
  canvas.height = Math.round(layout.height * pixelRatio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The page has no canvas to draw a picture on.');
  const colors = sheetColors(Boolean(paper.sheet));
  context.fillStyle = colors.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const { frame } = layout;
  // The map was drawn at this pixel ratio, so it is copied without scaling.
  context.drawImage(picture.canvas, Math.round(frame.x * pixelRatio), Math.round(frame.y * pixelRatio));
  context.scale(pixelRatio, pixelRatio);
  context.strokeStyle = paper.sheet ? colors.text : mapColors().landLine;
  context.lineWidth = 1;
  context.strokeRect(frame.x + 0.5, frame.y + 0.5, frame.width - 1, frame.height - 1);
  for (const { text, x, y, style, align } of layout.texts) {
    context.font = fontOf(style);
    context.textAlign = align;
    context.textBaseline = 'alphabetic';
    context.fillStyle = style === 'caveat' ? colors.caveat : style === 'title' ? colors.text : colors.muted;
    context.fillText(text, x, y);
  }
  context.translate(frame.x, frame.y);
  drawMapElements(context, picture, elements, overview);
  return canvas;
}
