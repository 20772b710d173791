import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { LengthUnit } from '../../components/length-unit.ts';
import type { MapEngine } from '../../map/map-engine.ts';
import type { PictureFacts } from './collect-facts.ts';
import { createMeasure, drawSheet } from './draw-sheet.ts';
import { legendEntries } from './legend-entries.ts';
import { type Paper, sizeProblem } from './paper.ts';
import type { PictureChoice } from './picture-choice.ts';
import { layoutSheet, type SheetFacts } from './sheet-layout.ts';

/** What a sheet is made of. */
export type SheetRequest = {
  readonly paper: Paper;
  readonly title: string;
  readonly choice: PictureChoice;
  readonly facts: PictureFacts;
  readonly unit: LengthUnit;
};

/** A finished sheet. */
export type Sheet = {
  readonly canvas: HTMLCanvasElement;
  /** False where something of the map had not been loaded in time; the sheet says so, too. */
  readonly isComplete: boolean;
};

/**
 * Draws the map at the size of the paper, and around it what is to be known of it. Fails with `too-large`, `cancelled`,
 * and `invalid-input` where there is no map to be seen.
 */
export async function makeSheet(
  engine: MapEngine,
  { paper, title, choice, facts, unit }: SheetRequest,
  signal: AbortSignal,
): Promise<Result<Sheet>> {
  const mapSize = engine.size();
  if (!mapSize) return fail('invalid-input', 'The map is not shown. Make the window larger.');
  const texts: SheetFacts = {
    title: title.trim(),
    caveat: choice.caveat.trim(),
    about: choice.filter ? [facts.filter] : [],
    notes: [
      ...(choice.sources ? [`Sources: ${facts.sources.join('; ')}`] : []),
      ...facts.gaps,
      ...(choice.author ? [facts.author] : []),
    ],
  };
  const layout = layoutSheet(paper, mapSize, texts, createMeasure());
  const { pixelRatio } = paper;
  const problem = sizeProblem(
    Math.round(layout.width * pixelRatio),
    Math.round(layout.height * pixelRatio),
    engine.pictureLimit(),
  );
  if (problem) return fail('too-large', problem);
  const { width, height } = layout.frame;
  const picture = await engine.takePicture({ width, height, pixelRatio }, signal);
  if (!picture.ok) return picture;
  const canvas = drawSheet(paper, layout, picture.value, {
    scaleBar: choice.scaleBar,
    northArrow: choice.northArrow,
    corners: choice.corners,
    legend: choice.legend ? legendEntries(facts.legend) : [],
    unit,
  });
  return succeed({ canvas, isComplete: picture.value.isComplete });
}
