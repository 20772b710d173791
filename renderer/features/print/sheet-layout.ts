import type { Paper } from './paper.ts';

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

/** A position in CSS pixels. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A line of text; `y` is its base line. */
export type SheetText = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly style: TextStyle;
  readonly align: 'left' | 'center';
};
export type TextStyle = 'title' | 'about' | 'note' | 'caveat';

/** The positions of everything on a sheet. */
export type SheetLayout = {
  readonly width: number;
  readonly height: number;
  readonly frame: Box;
  readonly texts: readonly SheetText[];
};

/** Size of letters and height of a line, CSS pixels. */
export const textStyles: Readonly<Record<TextStyle, { size: number; line: number; isBold: boolean }>> = {
  title: { size: 19, line: 26, isBold: true },
  about: { size: 12, line: 17, isBold: false },
  note: { size: 10.5, line: 14.5, isBold: false },
  caveat: { size: 12.5, line: 20, isBold: true },
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
  const wrapped = (texts: readonly string[], style: TextStyle) =>
    texts.filter(Boolean).flatMap((text) => wrap(text, inner, (part) => measure(part, style)));
  const centered = (text: string) =>
    wrapped([text], 'caveat').map((line) => ({ text: line, style: 'caveat' as const }));
  const [marking, caveat] = [centered(facts.marking), centered(facts.caveat)];
  const above = [
    ...marking,
    ...caveat,
    ...wrapped([facts.title], 'title').map((text) => ({ text, style: 'title' as const })),
    ...wrapped(facts.about, 'about').map((text) => ({ text, style: 'about' as const })),
  ];
  let below: { text: string; style: TextStyle }[] = [
    ...wrapped(facts.notes, 'note').map((text) => ({ text, style: 'note' as const })),
    ...caveat,
    ...marking,
  ];
  const heightOf = (lines: readonly { style: TextStyle }[]) =>
    lines.length === 0 ? 0 : lines.reduce((sum, { style }) => sum + textStyles[style].line, 0) + gap;
  if (sheet)
    below = fitLines(below, sheet.height * (1 - minMapShare) - heightOf(above) - 2 * margin, heightOf);
  const top = (sheet || above.length > 0 ? margin : 0) + heightOf(above);
  const bottom = (sheet || below.length > 0 ? margin : 0) + heightOf(below);
  const frame: Box = sheet
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

type Line = { readonly text: string; readonly style: TextStyle };

/** The lines that fit into `maxHeight`; the last one ends with an ellipsis if others were dropped. */
function fitLines<T extends Line>(
  lines: T[],
  maxHeight: number,
  heightOf: (lines: readonly T[]) => number,
): T[] {
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
    const { line, size } = textStyles[style];
    y += line;
    const isCaveat = style === 'caveat';
    const baseLine = y - (line - size) / 2 - size * 0.2;
    return { text, style, x: isCaveat ? width / 2 : left, y: baseLine, align: isCaveat ? 'center' : 'left' };
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
