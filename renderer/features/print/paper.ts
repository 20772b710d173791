import type { PictureLimit } from '../../map/picture/picture-limit.ts';
import { texts } from './texts.ts';

export const paperIds = [
  'screen',
  'screen-double',
  'a4-landscape',
  'a4-portrait',
  'a3-landscape',
  'a3-portrait',
] as const;
export type PaperId = (typeof paperIds)[number];

export const printDensities = [150, 300] as const;
export type PrintDensity = (typeof printDensities)[number];

/** The target of a picture: its size in CSS pixels (96 per inch on paper) and its pixel density. */
export type Paper = {
  readonly id: PaperId;
  readonly title: string;
  /** Size of the whole sheet; null: the map has its size on the screen, and the sheet is as high as its content. */
  readonly sheet: { readonly width: number; readonly height: number } | null;
  readonly pixelRatio: number;
  /** The size for `@page` in CSS; null for a picture for a screen. */
  readonly pageSize: string | null;
};

const pixelsPerMillimetre = 96 / 25.4;

const pages = {
  a4: { name: 'A4', short: 210, long: 297 },
  a3: { name: 'A3', short: 297, long: 420 },
} as const;

const titles: Readonly<Record<PaperId, string>> = {
  screen: texts.papers.screen,
  'screen-double': texts.papers.screenDouble,
  'a4-landscape': texts.papers.a4Landscape,
  'a4-portrait': texts.papers.a4Portrait,
  'a3-landscape': texts.papers.a3Landscape,
  'a3-portrait': texts.papers.a3Portrait,
};

/** The choices of paper, for a list. */
export const paperChoices = paperIds.map((value) => ({ value, label: titles[value] }));

/** The paper of an id. `devicePixelRatio` is that of the screen; `density` is used for paper only. */
export function paperOf(id: PaperId, density: PrintDensity, devicePixelRatio: number): Paper {
  const title = titles[id];
  if (id === 'screen' || id === 'screen-double') {
    const pixelRatio = devicePixelRatio * (id === 'screen' ? 1 : 2);
    return { id, title, sheet: null, pixelRatio, pageSize: null };
  }
  const isLandscape = id.endsWith('landscape');
  const { name, short, long } = pages[id.startsWith('a4') ? 'a4' : 'a3'];
  const [width, height] = isLandscape ? [long, short] : [short, long];
  return {
    id,
    title,
    sheet: { width: width * pixelsPerMillimetre, height: height * pixelsPerMillimetre },
    pixelRatio: density / 96,
    pageSize: `${name} ${isLandscape ? 'landscape' : 'portrait'}`,
  };
}

/** Why a picture of this many pixels cannot be created here; null when it can. */
export function sizeProblem(width: number, height: number, { side, pixels }: PictureLimit): string | null {
  if (Math.max(width, height) > side) {
    return texts.form.tooWide(width, height, side);
  }
  if (width * height > pixels) {
    return texts.form.tooManyPixels(Math.round((width * height) / 1e6), Math.round(pixels / 1e6));
  }
  return null;
}
