import type { LengthUnit } from '../../components/length-unit.ts';
import { mapColors } from '../../map/map-colors.ts';
import type { MapPicture } from '../../map/picture/take-map-picture.ts';
import { drawFurniture } from './draw-furniture.ts';
import type { LegendEntry } from './legend-entries.ts';
import type { Paper } from './paper.ts';
import { type MeasureText, type SheetLayout, type TextLook, textLooks } from './sheet-layout.ts';

/** What is drawn onto the map itself. */
export type SheetParts = {
  readonly scaleBar: boolean;
  readonly northArrow: boolean;
  readonly corners: boolean;
  /** Empty: no legend. */
  readonly legend: readonly LegendEntry[];
  readonly unit: LengthUnit;
};

/** Paper is white; a picture for a screen looks like the app. */
const looks = {
  paper: { ground: '#ffffff', text: '#11161b', muted: '#4a5560', caveat: '#a11b1b' },
  screen: { ground: '#161b21', text: '#dbe3ea', muted: '#8896a4', caveat: '#ef6b6b' },
} as const;

const family = 'Inter, "Noto Sans", system-ui, sans-serif';

/** The font of a look, for a canvas. */
function fontOf(look: TextLook): string {
  const { size, isBold } = textLooks[look];
  return `${isBold ? '600 ' : ''}${size}px ${family}`;
}

/** Measures texts as they will be drawn. */
export function createMeasure(): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('The page has no canvas to measure text on.');
  return (text, look) => {
    context.font = fontOf(look);
    return context.measureText(text).width;
  };
}

/** Draws the whole sheet: ground, texts, the map in its frame, and what belongs onto it. */
export function drawSheet(
  paper: Paper,
  layout: SheetLayout,
  picture: MapPicture,
  parts: SheetParts,
): HTMLCanvasElement {
  const { pixelRatio } = paper;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(layout.width * pixelRatio);
  canvas.height = Math.round(layout.height * pixelRatio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The page has no canvas to draw a picture on.');
  const look = looks[paper.sheet ? 'paper' : 'screen'];
  context.fillStyle = look.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const { frame } = layout;
  // Pixel for pixel: the map was drawn at this ratio.
  context.drawImage(picture.canvas, Math.round(frame.x * pixelRatio), Math.round(frame.y * pixelRatio));
  context.scale(pixelRatio, pixelRatio);
  context.strokeStyle = paper.sheet ? look.text : mapColors.landLine;
  context.lineWidth = 1;
  context.strokeRect(frame.x + 0.5, frame.y + 0.5, frame.width - 1, frame.height - 1);
  for (const { text, x, y, look: kind, align } of layout.texts) {
    context.font = fontOf(kind);
    context.textAlign = align;
    context.textBaseline = 'alphabetic';
    context.fillStyle = kind === 'caveat' ? look.caveat : kind === 'title' ? look.text : look.muted;
    context.fillText(text, x, y);
  }
  context.translate(frame.x, frame.y);
  drawFurniture(context, picture, parts, paper);
  return canvas;
}
