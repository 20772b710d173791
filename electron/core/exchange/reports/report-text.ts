/** Control characters, what XML 1.0 forbids, and the marks that reverse the text after them, also that of a sentence around a name. */
const unsafe = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** A text of a report with one form of line end, and � in the place of each character that a document must not have. */
export function toReportText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(unsafe, '\ufffd');
}
