import type { PictureLimit } from '../../map/picture/take-map-picture.ts';

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
  screen: 'Screen size',
  'screen-double': 'Screen size, double resolution',
  'a4-landscape': 'A4, landscape',
  'a4-portrait': 'A4, portrait',
  'a3-landscape': 'A3, landscape',
  'a3-portrait': 'A3, portrait',
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
    return `The image would be ${width} × ${height} pixels; this graphics card draws at most ${side} on a side. Choose a smaller paper or fewer dots per inch.`;
  }
  if (width * height > pixels) {
    return `The image would have ${Math.round((width * height) / 1e6)} million pixels; at most ${Math.round(pixels / 1e6)} million are drawn. Choose a smaller paper or fewer dots per inch.`;
  }
  return null;
}
