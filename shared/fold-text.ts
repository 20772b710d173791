/** Only texts with letters from here on can have another composed form. */
const composable = /[\u0300-\uffff]/;

/** A text in Normalization Form C (UAX 15), so that a letter with its accent is the same text however it was written. */
export function composeText(text: string): string {
  return composable.test(text) ? text.normalize('NFC') : text;
}

/** A text for comparison and search: composed, in lower case. */
export function foldText(text: string): string {
  return composeText(text).toLowerCase();
}
