import { cutText, textStart } from './cut-text.ts';
import { composeText } from './fold-text.ts';

/**
 * The members of a character class: control characters, which terminals obey, line separators, and the marks that
 * change the direction in which text is shown.
 */
const controls = '\\p{Cc}\\p{Bidi_Control}\\u2028\\u2029';

/** Characters that must not reach a terminal or a log. */
const unprintable = new RegExp(`(?![\\n\\t])[${controls}]`, 'gu');
const gaps = new RegExp(`[${controls}\\s]+`, 'gu');

/**
 * The text in one line: white space and control characters become single spaces, at its ends nothing, and half a
 * surrogate pair becomes �.
 */
export function toSingleLine(text: string): string {
  return text.toWellFormed().replace(gaps, ' ').trim();
}

/** A short text of unknown origin, such as a name, as it is saved: one line, composed, of whole characters, shortened. */
export function toSavedText(text: string, maxLength: number): string {
  // A text of megabytes is not cleaned whole; what becomes one space may be several characters.
  const start = textStart(text.trimStart(), 4 * maxLength);
  return textStart(composeText(toSingleLine(start)), maxLength).trimEnd();
}

/** More than any file system allows for a name. */
export const maxFileNameLength = 255;

const maxQuotedLength = 300;

/** A text of unknown origin for a message: one line without control characters, shortened. */
export function quoteOutsideText(text: string): string {
  return cutText(toSingleLine(text), maxQuotedLength);
}

/** The text with � in the place of every control character, so that it can be printed. */
export function toPrintable(text: string): string {
  return text.replace(unprintable, '\ufffd');
}

/** The value as one line of JSON that can be printed: control characters are escaped, so that nothing is lost. */
export function toPrintableJson(value: unknown): string {
  return escapeControls(JSON.stringify(value));
}

/** The text with an escape as in JSON in the place of every control character. */
export function escapeControls(text: string): string {
  return text.replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
