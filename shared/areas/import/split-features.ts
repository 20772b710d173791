/** The texts of the features of a FeatureCollection, and the collection without them. */
export type FeatureTexts = { readonly header: string; readonly texts: Iterable<string> };

/**
 * Splits the text of a FeatureCollection before it is parsed, in time that is linear in its length. Undefined when the
 * object has no list of features. What follows a list that is cut off is missing in the header, which is no JSON then.
 */
export function splitFeatures(text: string): FeatureTexts | undefined {
  const start = findFeatures(text);
  if (start === undefined) return undefined;
  const end = findListEnd(text, start);
  return { header: `${text.slice(0, start)}]${text.slice(end + 1)}`, texts: elementsOf(text, start, end) };
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The position after the opening bracket of the root's member `features`. */
function findFeatures(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = skipString(text, at);
      if (depth === 1 && text.slice(at, end + 1) === '"features"') {
        const opening = /\s*:\s*\[/y;
        opening.lastIndex = end + 1;
        if (opening.test(text)) return opening.lastIndex;
      }
      at = end;
    } else if (code === openingBrace || code === openingBracket) depth += 1;
    else if (code === closingBrace || code === closingBracket) depth -= 1;
  }
  return undefined;
}

/** The position of the closing bracket, or the length of a text that ends before it. */
function findListEnd(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = skipString(text, at);
    else if (code === openingBrace || code === openingBracket) depth += 1;
    else if (code === closingBrace || code === closingBracket) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}

function* elementsOf(text: string, start: number, end: number): Generator<string, void> {
  let [from, depth] = [start, 0];
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = skipString(text, at);
    else if (code === openingBrace || code === openingBracket) depth += 1;
    else if (code === closingBrace || code === closingBracket) depth -= 1;
    else if (code === comma && depth === 0) {
      yield text.slice(from, at);
      from = at + 1;
    }
  }
  const last = text.slice(from, end);
  if (last.trim() !== '') yield last;
}

/** The position of the closing quotation mark, or the length of a text that ends before it. */
function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}
