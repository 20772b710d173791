import type { DetectionField } from '../detection-field.ts';
import { readPlainName } from './field-name.ts';
import { type Token, tokenizeExpression } from './tokenize-expression.ts';

/** What is allowed at a position of an expression; `words` lists all allowed words. */
export type Expected =
  | { readonly kind: 'field' }
  /** `isNegated`: there is a `not` between the field and the operator. */
  | { readonly kind: 'operator'; readonly field: DetectionField; readonly isNegated: boolean }
  | { readonly kind: 'value'; readonly field: DetectionField }
  | { readonly kind: 'words'; readonly words: readonly string[] };

/** A completion: what is allowed at the cursor, and the part of the text that it replaces. */
export type CompletionPoint = {
  readonly expected: Expected;
  /** UTF-16 offsets, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** The text of that part before the cursor, without quotes. */
  readonly typed: string;
};

/** Returns what can be completed at a cursor position of any text. */
export function completionPoint(text: string, cursor: number): CompletionPoint {
  const { tokens, broken } = tokensBefore(text.slice(0, cursor));
  const last = tokens.at(-1);
  const isTyping = !broken && last !== undefined && last.to === cursor && last.kind !== 'symbol';
  const partial = broken ?? (isTyping ? last : undefined);
  return {
    expected: expectedAfter(isTyping ? tokens.slice(0, -1) : tokens),
    from: partial?.from ?? cursor,
    to: partial ? endOfWord(text, cursor, partial) : cursor,
    typed: partial?.text ?? '',
  };
}

/** Returns the tokens of a text that may end within a string or name, and that partial token. */
function tokensBefore(text: string): { readonly tokens: readonly Token[]; readonly broken?: Token } {
  const whole = tokenizeExpression(text);
  if (whole.ok) return { tokens: whole.tokens.slice(0, -1) };
  const before = tokenizeExpression(text.slice(0, whole.at));
  const quote = /^["'`]/.exec(text.slice(whole.at));
  return {
    tokens: before.ok ? before.tokens.slice(0, -1) : [],
    broken: {
      kind: quote?.[0] === '`' ? 'quoted-name' : 'string',
      text: text.slice(whole.at + (quote ? 1 : 0)),
      from: whole.at,
      to: text.length,
    },
  };
}

/** Returns the end of the word at the cursor: quoted text extends to its closing quote, a word to its last letter. */
function endOfWord(text: string, cursor: number, { kind }: Token): number {
  const pattern =
    kind === 'string' ? /^[^"'(),]*["']/ : kind === 'quoted-name' ? /^[^`]*`/ : /^[\p{L}\p{N}_.:-]*/u;
  return cursor + (pattern.exec(text.slice(cursor))?.[0].length ?? 0);
}

type ParserState =
  | 'field'
  | 'operator'
  | 'negated-operator'
  | 'is'
  | 'is-not'
  | 'with'
  | 'value'
  | 'list'
  | 'list-value'
  | 'list-next'
  | 'between'
  | 'between-and'
  | 'joiner';

function expectedAfter(tokens: readonly Token[]): Expected {
  let state: ParserState = 'field';
  let field: DetectionField = 'id';
  for (const token of tokens) {
    const isName = token.kind === 'name' || token.kind === 'quoted-name' || token.kind === 'parameter-name';
    if (state === 'field' && isName && !isWord(token, 'not')) field = fieldOf(token);
    state = nextState(state, token);
  }
  return expectedInState(state, field);
}

function expectedInState(state: ParserState, field: DetectionField): Expected {
  const words = (...all: readonly string[]): Expected => ({ kind: 'words', words: all });
  switch (state) {
    case 'field':
      return { kind: 'field' };
    case 'operator':
    case 'negated-operator':
      return { kind: 'operator', field, isNegated: state === 'negated-operator' };
    case 'value':
    case 'list-value':
    case 'between':
      return { kind: 'value', field };
    case 'is':
      return words('empty', 'not empty');
    case 'is-not':
      return words('empty');
    case 'with':
      return words('with');
    case 'list':
      return words('(');
    case 'list-next':
      return words(',', ')');
    case 'between-and':
      return words('and');
    case 'joiner':
      return words('and', 'or');
  }
}

/** Returns the state after a token; an unexpected token is treated as the expected one. */
function nextState(state: ParserState, token: Token): ParserState {
  switch (state) {
    case 'field':
      return token.kind === 'symbol' || isWord(token, 'not') ? 'field' : 'operator';
    case 'operator':
      if (isWord(token, 'not')) return 'negated-operator';
      return isWord(token, 'is') ? 'is' : stateAfterOperator(token);
    case 'negated-operator':
      return stateAfterOperator(token);
    case 'is':
      return isWord(token, 'not') ? 'is-not' : 'joiner';
    case 'is-not':
      return 'joiner';
    case 'with':
      return token.kind === 'string' ? 'joiner' : 'value';
    case 'value':
      return 'joiner';
    case 'list':
      return 'list-value';
    case 'list-value':
      return 'list-next';
    case 'list-next':
      return token.text === ')' ? 'joiner' : 'list-value';
    case 'between':
      return 'between-and';
    case 'between-and':
      return 'value';
    case 'joiner':
      return isWord(token, 'and', 'or') ? 'field' : 'joiner';
  }
}

function stateAfterOperator(token: Token): ParserState {
  if (isWord(token, 'in')) return 'list';
  if (isWord(token, 'between')) return 'between';
  return isWord(token, 'starts', 'ends') ? 'with' : 'value';
}

function fieldOf({ kind, text }: Token): DetectionField {
  if (kind === 'parameter-name') return `parameter:${text}`;
  if (kind === 'class-share') return `class_share:${text}`;
  return kind === 'quoted-name' ? `property:${text}` : readPlainName(text);
}

function isWord({ kind, text }: Token, ...words: readonly string[]): boolean {
  return kind === 'name' && words.includes(text.toLowerCase());
}
