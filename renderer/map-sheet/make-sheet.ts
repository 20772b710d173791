import type { DistanceUnit } from '../../shared/display-format.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { mapColors, mapScheme, withMapScheme } from '../map/map-colors.ts';
import type { MapEngine, PictureRequest } from '../map/map-engine.ts';
import { toMapCoordinate, worldWidth } from '../map/map-projection.ts';
import { type PictureView, pixelAt } from '../map/picture/picture-view.ts';
import type { MapPicture } from '../map/picture/take-map-picture.ts';
import { type ColorScheme, designTokens } from '../ui/design-tokens.ts';
import type { PictureFacts } from './collect-facts.ts';
import { type LegendState, legendEntries } from './legend-entries.ts';
import { layoutMapElements, type MapElements } from './map-elements.ts';
import type { PictureChoice } from './picture-choice.ts';
import {
  layoutSheet,
  type Paper,
  type SheetFacts,
  type SheetLayout,
  sizeProblem,
  type TextStyle,
  textStyles,
} from './sheet-layout.ts';
import { fontFamily, textMeasure } from './text-measure.ts';
import { texts } from './texts.ts';

/** The content and size of a sheet. */
export type SheetRequest = {
  readonly paper: Paper;
  readonly title: string;
  readonly choice: PictureChoice;
  readonly facts: PictureFacts;
  readonly unit: DistanceUnit;
  /** For another picture than that of the screen: its size in CSS pixels, its colors, and whether it is zoomed to the detections. */
  readonly map?: {
    readonly size: readonly [width: number, height: number];
    readonly scheme: ColorScheme;
    readonly zoomsIn: boolean;
  };
};

/** A finished sheet. */
export type Sheet = {
  readonly canvas: HTMLCanvasElement;
  /** The number of detections in the map. */
  readonly detections: number;
  /** False when a part of the map was not loaded in time; the sheet then has a warning. */
  readonly isComplete: boolean;
};

/** A layout whose texts need another number of lines for each frame is used after so many. */
const maxAttempts = 3;
/** Width of the part of the Earth in an overview: times the map's, and at least, in metres of EPSG:3857. */
const overviewWidth = { times: 6, metres: 1_500_000 };
/** The share of the Earth's width that an overview of 132 pixels shows at the map's lowest zoom, 1. */
const widestOverview = 0.25;
/** A map has an overview only where that shows at least so many times its width. */
const leastOverviewTimes = 3;

/**
 * Draws the map at the size of the paper, with title, legend and sources around it. Fails with `too-large`, `cancelled`,
 * and `invalid-input` when no map is visible.
 */
export async function makeSheet(
  engine: MapEngine,
  { paper, title, choice, facts, unit, map }: SheetRequest,
  signal: AbortSignal,
): Promise<Result<Sheet>> {
  const mapSize = map?.size ?? engine.size();
  if (!mapSize) return fail('invalid-input', texts.form.noMap);
  const scheme = map?.scheme ?? (paper.sheet && choice.lightOnPaper ? 'light' : mapScheme());
  const measure = textMeasure();
  const { pixelRatio } = paper;
  let drawnView: PictureView | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const { layout, view } = layoutFor(engine, drawnView, map?.zoomsIn, (detections) =>
      layoutSheet(paper, mapSize, sheetTexts(title, choice, facts, detections), (text, style) =>
        measure(text, fontOf(style)),
      ),
    );
    if (!view) return fail('invalid-input', texts.form.noMap);
    const size = [layout.width, layout.height].map((side) => Math.round(side * pixelRatio));
    const problem = sizeProblem(size[0] ?? 0, size[1] ?? 0, engine.pictureLimit());
    if (problem) return fail('too-large', problem);
    const legendState = choice.legend ? await legendStateOf(engine, choice, facts, view) : null;
    const elements = withMapScheme(scheme, () =>
      layoutMapElements(
        view,
        {
          ...choice,
          overview:
            choice.inset && leastOverviewTimes * view.width * view.resolution < widestOverview * worldWidth,
          legend: legendState ? legendEntries(legendState) : [],
          unit,
        },
        paper,
      ),
    );
    const picture = await engine.takePicture(
      {
        width: view.width,
        height: view.height,
        center: view.center,
        resolution: view.resolution,
        pixelRatio,
        scheme,
        leavesOut: (id) => layersLeftOut(choice).includes(id),
        reserved: elements.boxes,
      },
      signal,
    );
    if (!picture.ok) return picture;
    // The map is kept within the world, so a view at its end is another one than requested.
    if (!isSameView(picture.value.view, view) && attempt < maxAttempts) {
      drawnView = picture.value.view;
      continue;
    }
    const overview = elements.overview
      ? await takeOverview(engine, view, { ...elements.overview, pixelRatio, scheme }, signal)
      : null;
    if (overview && !overview.ok) return overview;
    const canvas = withMapScheme(scheme, () =>
      drawSheet(paper, layout, picture.value, elements, overview?.value ?? null),
    );
    const { detections } = engine.contentOf(view);
    return succeed({
      canvas,
      detections,
      isComplete: picture.value.isComplete && overview?.value.isComplete !== false,
    });
  }
}

/** The layout of a sheet that states how many detections its picture shows, and the view of that picture. */
function layoutFor(
  engine: MapEngine,
  drawnView: PictureView | null,
  zoomsIn: boolean | undefined,
  layoutWith: (detections: number) => SheetLayout,
): { readonly layout: SheetLayout; readonly view: PictureView | null } {
  const viewIn = ({ frame: { width, height } }: SheetLayout) =>
    drawnView?.width === width && drawnView.height === height
      ? drawnView
      : engine.pictureView({ width, height }, zoomsIn);
  let layout = layoutWith(0);
  let view = viewIn(layout);
  // Another number of lines changes the size of the frame, and with it the number of detections.
  for (let attempt = 1; view && attempt < maxAttempts; attempt += 1) {
    layout = layoutWith(engine.contentOf(view).detections);
    view = viewIn(layout);
  }
  return { layout, view };
}

function isSameView(one: PictureView, other: PictureView): boolean {
  const pixels = Math.hypot(
    ...pixelAt(one, toMapCoordinate(other.center)).map(
      (at, axis) => at - (axis ? one.height : one.width) / 2,
    ),
  );
  return pixels < 0.5 && Math.abs(one.resolution / other.resolution - 1) < 1e-6;
}

/** Land and coasts around a view. */
function takeOverview(
  engine: MapEngine,
  view: PictureView,
  size: Pick<PictureRequest, 'width' | 'height' | 'pixelRatio' | 'scheme'>,
  signal: AbortSignal,
): Promise<Result<MapPicture>> {
  const { times, metres } = overviewWidth;
  const span = Math.min(widestOverview * worldWidth, Math.max(times * view.width * view.resolution, metres));
  const leavesOut = (id: string) => id !== 'basemap';
  const { width, height, pixelRatio, scheme } = size;
  return engine.takePicture(
    {
      width,
      height,
      pixelRatio,
      ...(scheme ? { scheme } : {}),
      leavesOut,
      center: view.center,
      resolution: span / width,
    },
    signal,
  );
}

function layersLeftOut({ areas, orders }: PictureChoice): readonly string[] {
  return [...(areas ? [] : ['areas']), ...(orders ? [] : ['orders'])];
}

async function legendStateOf(
  engine: MapEngine,
  choice: PictureChoice,
  { legend, analyticsIn, orderStatesOf }: PictureFacts,
  view: PictureView,
): Promise<LegendState> {
  const leftOut = layersLeftOut(choice);
  const { areaIds, orderIds } = engine.contentOf(view);
  return {
    ...legend,
    layers: legend.layers.filter(({ id }) => !leftOut.includes(id)),
    areas: areaIds.length,
    orderStates: orderStatesOf(orderIds),
    analytics: await analyticsIn(view),
  };
}

function sheetTexts(
  title: string,
  choice: PictureChoice,
  facts: PictureFacts,
  inPicture: number,
): SheetFacts {
  return {
    title: title.trim(),
    marking: facts.marking,
    caveat: choice.caveat.trim(),
    about: [
      ...(facts.pass === null ? [] : [facts.pass]),
      ...(choice.filter ? [facts.describeDetections(inPicture)] : []),
    ],
    notes: [
      ...(choice.sources ? [texts.sheet.sources(facts.sources.join('; '))] : []),
      ...facts.gaps,
      ...(choice.author ? [facts.author] : []),
    ],
  };
}

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

/** Draws the whole sheet: background, texts, the map in its frame, and the elements over the map. */
function drawSheet(
  paper: Paper,
  layout: SheetLayout,
  picture: MapPicture,
  elements: MapElements,
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
  for (const { text, x, y, style } of layout.texts) {
    context.font = fontOf(style);
    context.textAlign = textStyles[style].align;
    context.textBaseline = 'alphabetic';
    context.fillStyle = colors[textStyles[style].color];
    context.fillText(text, x, y);
  }
  context.translate(frame.x, frame.y);
  elements.draw(context, { picture, overview });
  return canvas;
}
