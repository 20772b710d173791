import type { PictureLimit } from '../map/picture/picture-limit.ts';
import type { PictureBox } from '../map/picture/reserved-layer.ts';
import { texts } from './texts.ts';

/** The texts above and below a picture of the map. */
export type SheetFacts = {
  readonly title: string;
  /** The marking of the workspace, above and below everything; may be empty. */
  readonly marking: string;
  /** A line of text above and below all else, such as a caveat; may be empty. */
  readonly caveat: string;
  /** Lines below the title: what is shown. */
  readonly about: readonly string[];
  /** Lines below the map: sources and author. */
  readonly notes: readonly string[];
};

export type TextStyle = 'title' | 'about' | 'note' | 'caveat';

type Line = { readonly text: string; readonly style: TextStyle };

/** A line of text; `x` is its left end or its middle as its style is aligned, `y` its base line. CSS pixels. */
export type SheetText = Line & { readonly x: number; readonly y: number };

/** The positions of everything on a sheet. */
export type SheetLayout = {
  readonly width: number;
  readonly height: number;
  readonly frame: PictureBox;
  readonly texts: readonly SheetText[];
};

/** Size of letters and height of a line in CSS pixels, and which color and side of the sheet it has. */
type TextStyleRow = {
  readonly size: number;
  readonly line: number;
  readonly isBold: boolean;
  readonly color: 'text' | 'muted' | 'caveat';
  readonly align: 'left' | 'center';
};

export const textStyles: Readonly<Record<TextStyle, TextStyleRow>> = {
  title: { size: 19, line: 26, isBold: true, color: 'text', align: 'left' },
  about: { size: 12, line: 17, isBold: false, color: 'muted', align: 'left' },
  note: { size: 10.5, line: 14.5, isBold: false, color: 'muted', align: 'left' },
  caveat: { size: 12.5, line: 20, isBold: true, color: 'caveat', align: 'center' },
};

/** Margin in CSS pixels: printers cannot print up to the edge of the paper. */
const paperMargin = 34;
const screenMargin = 12;
const gap = 6;
/** Minimum share of the sheet's height for the map; texts that do not fit are shortened. */
const minMapShare = 0.4;

/** Returns the width of a text in a style, in CSS pixels. */
export type MeasureText = (text: string, style: TextStyle) => number;

/**
 * Lays out a sheet: caveat, title and content above the map, notes and the caveat again below it. On paper the map has
 * the remaining height. Otherwise it has its size on the screen, `mapSize`, and the sheet is as high as its content.
 */
export function layoutSheet(
  { sheet }: Pick<Paper, 'sheet'>,
  mapSize: readonly [width: number, height: number],
  facts: SheetFacts,
  measure: MeasureText,
): SheetLayout {
  const margin = sheet ? paperMargin : screenMargin;
  const width = sheet?.width ?? mapSize[0];
  const inner = width - 2 * margin;
  const linesOf = (style: TextStyle, ...texts: readonly string[]): Line[] =>
    texts
      .flatMap((text) => wrap(text, inner, (part) => measure(part, style)))
      .map((text) => ({ text, style }));
  const [marking, caveat] = [linesOf('caveat', facts.marking), linesOf('caveat', facts.caveat)];
  const above = [
    ...marking,
    ...caveat,
    ...linesOf('title', facts.title),
    ...linesOf('about', ...facts.about),
  ];
  let below = [...linesOf('note', ...facts.notes), ...caveat, ...marking];
  const heightOf = (lines: readonly Line[]) =>
    lines.length === 0 ? 0 : lines.reduce((sum, { style }) => sum + textStyles[style].line, 0) + gap;
  if (sheet)
    below = fitLines(below, sheet.height * (1 - minMapShare) - heightOf(above) - 2 * margin, heightOf);
  const top = (sheet || above.length > 0 ? margin : 0) + heightOf(above);
  const bottom = (sheet || below.length > 0 ? margin : 0) + heightOf(below);
  const frame = sheet
    ? { x: margin, y: top, width: inner, height: sheet.height - top - bottom }
    : { x: 0, y: top, width: mapSize[0], height: mapSize[1] };
  const height = sheet?.height ?? top + frame.height + bottom;
  return {
    width,
    height,
    frame,
    texts: [
      ...placeLines(above, margin, width, margin),
      ...placeLines(below, margin, width, frame.y + frame.height + gap),
    ],
  };
}

/** The lines that fit into `maxHeight`; the last one ends with an ellipsis if others were dropped. */
function fitLines(lines: Line[], maxHeight: number, heightOf: (lines: readonly Line[]) => number): Line[] {
  if (heightOf(lines) <= maxHeight) return lines;
  const caveat = lines.filter(({ style }) => style === 'caveat');
  const notes = lines.filter(({ style }) => style !== 'caveat');
  while (notes.length > 1 && heightOf([...notes, ...caveat]) > maxHeight) notes.pop();
  const last = notes.pop();
  return [...notes, ...(last ? [{ ...last, text: `${last.text} …` }] : []), ...caveat];
}

function placeLines(lines: readonly Line[], left: number, width: number, top: number): SheetText[] {
  let y = top;
  return lines.map(({ text, style }) => {
    const { line, size, align } = textStyles[style];
    y += line;
    return { text, style, x: align === 'center' ? width / 2 : left, y: y - (line - size) / 2 - size * 0.2 };
  });
}

/** Cuts a text into lines that are no wider than `width`, between words where it can. */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (measure(line) > width && line.length > 1) {
      let length = line.length - 1;
      while (length > 1 && measure(line.slice(0, length)) > width) length -= 1;
      lines.push(line.slice(0, length));
      line = line.slice(length);
    }
  }
  return line === '' ? lines : [...lines, line];
}

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
type PrintDensity = (typeof printDensities)[number];

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
