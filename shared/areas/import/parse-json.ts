import { errorText } from '../../error-text.ts';
import { accept, type Outcome, refuse } from './outcome.ts';

/**
 * Parses a JSON text. Fails with `not-finite` at a NaN or Infinity, as Python and R write them, else with `bad-json`.
 * Both with line and column if known.
 */
export function parseJsonFile(text: string, fileName: string): Outcome<unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return accept(value);
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
