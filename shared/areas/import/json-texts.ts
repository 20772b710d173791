import { errorText } from '../../error-text.ts';
import { parseExactJson } from '../../exact-json.ts';
import { accept, type Outcome, refuse } from './outcome.ts';

/**
 * Parses a JSON text; integers that a double cannot hold become the texts of their digits. Fails with `not-finite` at a NaN or Infinity, as Python and R write them, else with `bad-json`.
 * Both with line and column if known.
 */
export function parseJsonFile(text: string, fileName: string): Outcome<unknown> {
  try {
    return accept(parseExactJson(text));
  } catch (cause) {
    const bare = bareNotFinite(text);
    if (bare) {
      const place = `${fileName}, ${lineAndColumn(text, bare.at)}`;
      return refuse(
        'not-finite',
        place,
        `${bare.word} is not a JSON number and cannot be a coordinate. Remove or correct it.`,
      );
    }
    const reason = errorText(cause);
    const at = /position (\d+)/.exec(reason)?.[1];
    const place = at === undefined ? fileName : `${fileName}, ${lineAndColumn(text, Number(at))}`;
    return refuse('bad-json', place, `The text is not valid JSON: ${withoutExcerpt(reason)}.`);
  }
}

/** The first NaN or Infinity outside strings. */
function bareNotFinite(text: string): { word: string; at: number } | undefined {
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity|nan|inf)\b/g)) {
    if (!match[0].startsWith('"')) return { word: match[0], at: match.index };
  }
  return undefined;
}

/** `line 3, column 14`, both from 1. */
export function lineAndColumn(text: string, at: number): string {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) {
    line += 1;
    lineStart = end + 1;
  }
  return `line ${line}, column ${at - lineStart + 1}`;
}

/** Removes the excerpt of the text that V8 adds to the message: line and column suffice. */
function withoutExcerpt(reason: string): string {
  return reason
    .replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '')
    .replace(/ in JSON at position .*$/s, '');
}

/** One text of a sequence and its line, from 1. */
type JsonText = { readonly text: string; readonly line: number };

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
