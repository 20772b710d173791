const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Enough text behind a cut to see which letter it would split. */
const context = 64;

/** The longest beginning of a text with at most `maxLength` UTF-16 units that splits no letter (UAX 29). */
export function textStart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const segment = graphemes.segment(text.slice(0, maxLength + context)).containing(maxLength);
  const end = segment?.index ?? maxLength;
  if (end > 0) return text.slice(0, end);
  // One letter with more marks than fit: whole characters at least.
  return text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}

/** A text with at most `maxLength` UTF-16 units; where it is cut, an ellipsis is the last of them. */
export function cutText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${textStart(text, maxLength - 1)}…` : text;
}
