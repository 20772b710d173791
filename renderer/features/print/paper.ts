import type { PictureLimit } from '../../map/picture/picture-limit.ts';
import { texts } from './texts.ts';

const pixelsPerMillimetre = 96 / 25.4;

/** Pixels of a picture per pixel of the screen, or the size of a sheet in millimetres with its name in CSS. */
const papers = {
  screen: { times: 1 },
  'screen-double': { times: 2 },
  'a4-landscape': { pageSize: 'A4 landscape', width: 297, height: 210 },
  'a4-portrait': { pageSize: 'A4 portrait', width: 210, height: 297 },
  'a3-landscape': { pageSize: 'A3 landscape', width: 420, height: 297 },
  'a3-portrait': { pageSize: 'A3 portrait', width: 297, height: 420 },
} as const;
export type PaperId = keyof typeof papers;
export const paperIds = Object.keys(papers) as PaperId[];

export const printDensities = [150, 300] as const;
export type PrintDensity = (typeof printDensities)[number];

/** The target of a picture: its size in CSS pixels (96 per inch on paper) and its pixel density. */
export type Paper = {
  /** Size of the whole sheet; null: the map has its size on the screen, and the sheet is as high as its content. */
  readonly sheet: { readonly width: number; readonly height: number } | null;
  readonly pixelRatio: number;
  /** The size for `@page` in CSS; null for a picture for a screen. */
  readonly pageSize: string | null;
};

/** The paper of an id. `devicePixelRatio` is that of the screen; `density` is used for paper only. */
export function paperOf(id: PaperId, density: PrintDensity, devicePixelRatio: number): Paper {
  const paper = papers[id];
  if ('times' in paper) return { sheet: null, pixelRatio: devicePixelRatio * paper.times, pageSize: null };
  const { pageSize, width, height } = paper;
  const sheet = { width: width * pixelsPerMillimetre, height: height * pixelsPerMillimetre };
  return { sheet, pixelRatio: density / 96, pageSize };
}

/** Reason why a picture of this many pixels cannot be created here; null when it can. */
export function sizeProblem(width: number, height: number, { side, pixels }: PictureLimit): string | null {
  if (Math.max(width, height) > side) {
    return texts.form.tooWide(width, height, side);
  }
  if (width * height > pixels) {
    return texts.form.tooManyPixels(Math.round((width * height) / 1e6), Math.round(pixels / 1e6));
  }
  return null;
}
