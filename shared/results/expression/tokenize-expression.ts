import { composeText } from '../../fold-text.ts';
import { describePastedCharacter } from '../../pasted-characters.ts';
import { classSharePrefix, parameterPrefix } from './field-name.ts';

/** A token of an expression. `from` and `to` are UTF-16 offsets, `to` exclusive. */
export type Token = {
  readonly kind:
    | 'name'
    | 'quoted-name'
    | 'parameter-name'
    | 'class-share'
    | 'member'
    | 'string'
    | 'number'
    | 'length'
    | 'time'
    | 'symbol'
    | 'end';
  /** Its content: names and strings without quotes, members without dot, symbols in ASCII (`>=` for `≥`). */
  readonly text: string;
  readonly from: number;
  readonly to: number;
};

/** Reason why an expression is invalid: a sentence with the remedy, and the UTF-16 offset of the error. */
export type ExpressionError = { readonly ok: false; readonly message: string; readonly at: number };

const patterns: readonly [Token['kind'], RegExp][] = [
  [
    'time',
    /\d{4}-\d{2}-\d{2}(?:[Tt ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?(?![\p{L}\p{N}_])/uy,
  ],
  ['length', /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:km|m|nm|mi|ft)(?![\p{L}\p{N}_.])/iuy],
  ['number', /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.])/uy],
  ['name', /[\p{L}_][\p{L}\p{M}\p{N}_.:-]*/uy],
  ['member', /\.[\p{L}_][\p{L}\p{M}\p{N}_.:-]*/uy],
  ['symbol', /<=|>=|!=|<>|==|[=<>()≤≥≠,]/uy],
];

const plainSymbols: ReadonlyMap<string, string> = new Map([
  ['==', '='],
  ['<>', '!='],
  ['≠', '!='],
  ['≤', '<='],
  ['≥', '>='],
]);

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);

/** Splits an expression into tokens; the last token is the end. */
export function tokenizeExpression(
  text: string,
): { readonly ok: true; readonly tokens: readonly Token[] } | ExpressionError {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at = skipSpace(text, at);
    if (at >= text.length) break;
    const token = readToken(text, at);
    if ('ok' in token) return token;
    tokens.push({ ...token, text: composeText(token.text) });
    at = token.to;
  }
  tokens.push({ kind: 'end', text: '', from: text.length, to: text.length });
  return { ok: true, tokens };
}

function skipSpace(text: string, at: number): number {
  const space = /\s*/uy;
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}

function readToken(text: string, from: number): Token | ExpressionError {
  const first = text[from] ?? '';
  if (first === '"' || first === "'") return readString(text, from, first);
  if (first === '`') return readQuotedName(text, from);
  if (text.startsWith('.`', from)) return readSuffix('member', text, from, from + 1);
  for (const [kind, pattern] of patterns) {
    if (kind === 'length' && isBrokenTime(text, from)) break;
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match) {
      const [found] = match;
      const end = from + found.length;
      if (found === parameterPrefix && text[end] === '`')
        return readSuffix('parameter-name', text, from, end);
      if (found === classSharePrefix && text[end] === '`') return readSuffix('class-share', text, from, end);
      const content = kind === 'member' ? found.slice(1) : (plainSymbols.get(found) ?? found);
      return { kind, text: content, from, to: end };
    }
  }
  const word = /^\S{1,20}/u.exec(text.slice(from))?.[0] ?? first;
  if (isBrokenTime(text, from)) {
    return expressionError(
      from,
      `“${word}” is not a time. Write UTC as 2026-11-18 or 2026-11-18T21:14Z, or now - 3d or yesterday, other text in quotes.`,
    );
  }
  if (/^[+-]?[\d.]/.test(word)) {
    return expressionError(
      from,
      `“${word}” is not a number. Write numbers such as 40 or 0.9, without a unit, and text in quotes.`,
    );
  }
  const character = String.fromCodePoint(text.codePointAt(from) ?? 0);
  const pasted = describePastedCharacter(character);
  if (pasted) return expressionError(from, `This is ${pasted}. Type it anew.`);
  return expressionError(
    from,
    `“${character}” has no meaning here. Write text in quotes and odd field names in backticks.`,
  );
}

function isBrokenTime(text: string, from: number): boolean {
  return /^\d{4}-\d/.test(text.slice(from, from + 6));
}

function readString(text: string, from: number, quote: string): Token | ExpressionError {
  let value = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === quote) return { kind: 'string', text: value, from, to: at + 1 };
    if (character !== '\\') {
      value += character;
      continue;
    }
    at += 1;
    const escaped = text[at] ?? '';
    if (escaped !== 'u') {
      value += escapes.get(escaped) ?? escaped;
      continue;
    }
    const code = text.slice(at + 1, at + 5);
    if (!/^[\da-f]{4}$/i.test(code)) {
      return expressionError(
        at - 1,
        'After \\u four hexadecimal digits must follow. Write \\\\ for a backslash.',
      );
    }
    value += String.fromCharCode(Number.parseInt(code, 16));
    at += 4;
  }
  return expressionError(from, `The text that begins here has no end. Close it with ${quote}.`);
}

/** A prefix and a name in backticks. Its error is at its beginning, so that a completion replaces all of it. */
function readSuffix(kind: Token['kind'], text: string, from: number, at: number): Token | ExpressionError {
  const name = readQuotedName(text, at);
  return 'ok' in name ? { ...name, at: from } : { ...name, kind, from };
}

function readQuotedName(text: string, from: number): Token | ExpressionError {
  let value = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character !== '`') {
      value += character;
    } else if (text[at + 1] === '`') {
      value += '`';
      at += 1;
    } else {
      return { kind: 'quoted-name', text: value, from, to: at + 1 };
    }
  }
  return expressionError(from, 'The field name that begins here has no end. Close it with a backtick.');
}

function expressionError(at: number, message: string): ExpressionError {
  return { ok: false, at, message };
}
