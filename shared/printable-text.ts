import { cutText } from './cut-text.ts';

/**
 * The members of a character class: control characters, which terminals obey, line separators, and the marks that
 * change the direction in which text is shown.
 */
const controls = '\\p{Cc}\\p{Bidi_Control}\\u2028\\u2029';

/** Characters that must not reach a terminal or a log. */
const unprintable = new RegExp(`(?![\\n\\t])[${controls}]`, 'gu');
const gaps = new RegExp(`[${controls}\\s]+`, 'gu');

/** The text in one line: white space and control characters become single spaces, at its ends nothing. */
export function toSingleLine(text: string): string {
  return text.replace(gaps, ' ').trim();
}

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
