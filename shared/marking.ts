import { z } from 'zod';
import { textStart } from './cut-text.ts';
import { toFileName } from './file-name.ts';
import { toSingleLine } from './printable-text.ts';

/** The most letters of a marking, as readers count them (UAX 29). */
export const maxMarkingLetters = 300;
/** No letter needs as many UTF-16 units as this leaves for each. */
const maxMarkingLength = 10_000;
/** Maximum part of a file name for its marking, so that the name itself remains readable. */
const maxLengthInName = 32;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A line that everything made of a workspace carries, such as a protective marking; `''` for none. */
export const markingSchema = z
  .string()
  .max(maxMarkingLength)
  .transform((text) => toSingleLine(text))
  .refine((text) => [...graphemes.segment(text)].length <= maxMarkingLetters, {
    error: `A marking has at most ${maxMarkingLetters} letters.`,
  });

/** The marking in a stored value, which another program may have changed: what is too long is cut. */
export function toMarking(stored: string | undefined): string {
  const line = toSingleLine(textStart(stored ?? '', maxMarkingLength));
  const letters = [...graphemes.segment(line)].slice(0, maxMarkingLetters);
  return letters.map(({ segment }) => segment).join('');
}

/** A file name with the marking in front, of what a file name can have of it: `SECRET detections.csv`. */
export function markFileName(name: string, marking: string): string {
  const mark = textStart(toFileName(marking, ''), maxLengthInName).trim();
  return mark === '' ? name : toFileName(`${mark} ${name}`, name);
}

/** Lines of text with the marking above and below them; without a marking as they are. */
export function markLines(text: string, marking: string): string {
  if (marking === '') return text;
  return `${marking}\n${text}${text.endsWith('\n') ? '' : '\n'}${marking}\n`;
}
