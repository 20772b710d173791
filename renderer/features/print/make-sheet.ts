import type { DistanceUnit } from '../../../shared/display-format.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { MapEngine } from '../../map/map-engine.ts';
import type { PictureView } from '../../map/picture/picture-view.ts';
import type { CountedMapPicture, PictureSize } from '../../map/picture/take-map-picture.ts';
import type { PictureFacts } from './collect-facts.ts';
import { createMeasure, drawSheet } from './draw-sheet.ts';
import { legendEntries } from './legend-entries.ts';
import { type Paper, sizeProblem } from './paper.ts';
import type { PictureChoice } from './picture-choice.ts';
import { layoutSheet, type SheetFacts } from './sheet-layout.ts';
import { texts } from './texts.ts';

/** The content and size of a sheet. */
export type SheetRequest = {
  readonly paper: Paper;
  readonly title: string;
  readonly choice: PictureChoice;
  readonly facts: PictureFacts;
  readonly unit: DistanceUnit;
};

/** A finished sheet. */
export type Sheet = {
  readonly canvas: HTMLCanvasElement;
  /** False when a part of the map was not loaded in time; the sheet then has a warning. */
  readonly isComplete: boolean;
};

/** A sheet whose texts need another number of lines for each picture is drawn after so many. */
const maxAttempts = 3;

/**
 * Draws the map at the size of the paper, with title, legend and sources around it. Fails with `too-large`, `cancelled`,
 * and `invalid-input` when no map is visible.
 */
export async function makeSheet(
  engine: MapEngine,
  { paper, title, choice, facts, unit }: SheetRequest,
  signal: AbortSignal,
): Promise<Result<Sheet>> {
  const mapSize = engine.size();
  if (!mapSize) return fail('invalid-input', texts.form.noMap);
  const measure = createMeasure();
  const layoutWith = (inPicture: number) =>
    layoutSheet(paper, mapSize, sheetTexts(title, choice, facts, inPicture), measure);
  const { pixelRatio } = paper;
  let layout = layoutWith(0);
  for (let attempt = 1; ; attempt += 1) {
    const problem = sizeProblem(
      Math.round(layout.width * pixelRatio),
      Math.round(layout.height * pixelRatio),
      engine.pictureLimit(),
    );
    if (problem) return fail('too-large', problem);
    const { width, height } = layout.frame;
    const picture = await takePicture(engine, { width, height, pixelRatio }, { choice, facts }, signal);
    if (!picture.ok) return picture;
    // The texts state how many detections the picture shows; another number of lines changes the size of its frame.
    layout = layoutWith(picture.value.detections);
    const fits = layout.frame.width === width && layout.frame.height === height;
    if (!fits && attempt < maxAttempts) continue;
    const canvas = drawSheet(paper, layout, picture.value, {
      scaleBar: choice.scaleBar,
      northArrow: choice.northArrow,
      corners: choice.corners,
      legend: choice.legend ? await legendOf(choice, facts, picture.value.view) : [],
      unit,
    });
    return succeed({ canvas, isComplete: picture.value.isComplete });
  }
}

/** Takes a picture without the layers that the choice leaves out. */
async function takePicture(
  engine: MapEngine,
  size: PictureSize,
  { choice, facts }: Pick<SheetRequest, 'choice' | 'facts'>,
  signal: AbortSignal,
): Promise<Result<CountedMapPicture>> {
  const leftOut = layersLeftOut(choice);
  if (leftOut.length === 0) return engine.takePicture(size, signal);
  engine.layers.setAppearances(
    facts.layers.map((layer) => (leftOut.includes(layer.id) ? { ...layer, visible: false } : layer)),
  );
  try {
    return await engine.takePicture(size, signal);
  } finally {
    engine.layers.setAppearances(facts.layers);
  }
}

function layersLeftOut({ areas, orders }: PictureChoice): readonly string[] {
  return [...(areas ? [] : ['areas']), ...(orders ? [] : ['orders'])];
}

async function legendOf(choice: PictureChoice, { legend, analyticsIn }: PictureFacts, view: PictureView) {
  const leftOut = layersLeftOut(choice);
  return legendEntries({
    ...legend,
    layers: legend.layers.filter(({ id }) => !leftOut.includes(id)),
    analytics: await analyticsIn(view),
  });
}

function sheetTexts(
  title: string,
  choice: SheetRequest['choice'],
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
