/**
 * What must not reach a terminal or a log: control characters, which terminals obey, but for line feed and tab; line
 * separators; and the marks that change the direction in which text is shown.
 */
const unprintable = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** The text with � in the place of every control character, so that it can be printed. */
export function toPrintable(text: string): string {
  return text.replace(unprintable, '\ufffd');
}

/** The value as one line of JSON that can be printed: control characters are escaped, so that nothing is lost. */
export function toPrintableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
