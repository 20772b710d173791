/** One text of a sequence and its line, from 1. */
export type JsonText = { readonly text: string; readonly line: number };

/** Precedes each text of a JSON text sequence (RFC 7464, 2.1), which GeoJSON uses as well (RFC 8142). */
const recordSeparator = '\u001e';

/**
 * Splits JSON texts that follow one another: after record separators, one in each line, or one after another. Empty
 * when there are fewer than two.
 */
export function splitJsonValues(text: string): readonly JsonText[] {
  const lines = text.split('\n');
  const isSequence = text.includes(recordSeparator);
  const isLines =
    lines.filter((line) => line.trim() !== '').length > 1 &&
    lines.every((line) => line.trim() === '' || /^\s*[{[]/.test(line));
  const texts = isSequence
    ? withLines(text.split(recordSeparator), recordSeparator.length, text)
    : isLines
      ? withLines(lines, 1, text)
      : withLines(splitAtEnds(text), 0, text);
  return texts.length < 2 ? [] : texts;
}

function withLines(parts: readonly string[], separatorLength: number, text: string): JsonText[] {
  let [at, line, counted] = [0, 1, 0];
  const texts: JsonText[] = [];
  for (const part of parts) {
    const start = at + (part.length - part.trimStart().length);
    for (; counted < start; counted += 1) if (text[counted] === '\n') line += 1;
    if (part.trim() !== '') texts.push({ text: part, line });
    at += part.length + separatorLength;
  }
  return texts;
}

/** Cuts where all braces and brackets are closed; what is not closed is in the last part. */
function splitAtEnds(text: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (token.length > 1) continue;
    depth += token === '{' || token === '[' ? 1 : -1;
    if (depth !== 0) continue;
    parts.push(text.slice(start, index + 1));
    start = index + 1;
  }
  return [...parts, text.slice(start)];
}
