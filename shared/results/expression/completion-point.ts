import { type DetectionField, nearestField } from '../detection-field.ts';
import { type LayerFunction, layerFunctionOf, readPlainName } from './field-name.ts';
import { type Token, tokenizeExpression } from './tokenize-expression.ts';

/** Words allowed at a position of an expression; `words` lists all allowed words. */
export type Expected =
  | { readonly kind: 'field' }
  /** `isNegated`: there is a `not` between the field and the operator. */
  | { readonly kind: 'operator'; readonly field: DetectionField; readonly isNegated: boolean }
  | { readonly kind: 'value'; readonly field: DetectionField }
  /** The name of a layer in a call of a function. */
  | { readonly kind: 'layer'; readonly of: LayerFunction }
  /** An attribute of a layer. */
  | { readonly kind: 'attribute'; readonly layer: string }
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
      kind: quote?.[0] === '`' ? 'quoted-name' : text[whole.at] === '.' ? 'member' : 'string',
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
  | 'layer'
  | 'layer-end'
  | 'near-distance'
  | 'call-end'
  | 'member'
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

const nameKinds: ReadonlySet<Token['kind']> = new Set([
  'name',
  'quoted-name',
  'parameter-name',
  'class-share',
]);

/** Subject of an expression at a position: a field, or a function of a layer whose name may follow. */
type Subject = { readonly field: DetectionField; readonly called: LayerFunction; readonly layer: string };

function expectedAfter(tokens: readonly Token[]): Expected {
  let state: ParserState = 'field';
  let subject: Subject = { field: 'id', called: 'inside', layer: '' };
  for (const [index, token] of tokens.entries()) {
    const called: LayerFunction | undefined = state === 'operator' ? callAt(tokens, index) : undefined;
    subject = called ? { ...subject, called } : subjectAfter(subject, state, token);
    state = called ? 'layer' : nextState(state, token, subject.called);
  }
  return expectedInState(state, subject);
}

/** The function of a layer whose parenthesis is at this index. */
function callAt(tokens: readonly Token[], index: number): LayerFunction | undefined {
  const [before, token] = [tokens[index - 1], tokens[index]];
  return token?.text === '(' && before?.kind === 'name' ? layerFunctionOf(before.text) : undefined;
}

function subjectAfter(subject: Subject, state: ParserState, token: Token): Subject {
  if (state === 'field' && nameKinds.has(token.kind) && !isWord(token, 'not'))
    return { ...subject, field: fieldOf(token) };
  if (state === 'layer') {
    const kind = subject.called === 'edge' ? 'edge' : 'distance';
    return { ...subject, layer: token.text, field: `${kind}:${token.text}` };
  }
  if (state === 'member') return { ...subject, field: nearestField(subject.layer, token.text) };
  return subject;
}

function expectedInState(state: ParserState, { field, called, layer }: Subject): Expected {
  const words = (...all: readonly string[]): Expected => ({ kind: 'words', words: all });
  const value: Expected = { kind: 'value', field };
  const expected: Readonly<Record<ParserState, Expected>> = {
    field: { kind: 'field' },
    operator: { kind: 'operator', field, isNegated: false },
    'negated-operator': { kind: 'operator', field, isNegated: true },
    layer: { kind: 'layer', of: called },
    'layer-end': words(called === 'near' ? ',' : ')'),
    'call-end': words(')'),
    member: { kind: 'attribute', layer },
    ...{ 'near-distance': value, value, 'list-value': value, between: value },
    is: words('empty', 'not empty'),
    'is-not': words('empty'),
    with: words('with'),
    list: words('('),
    'list-next': words(',', ')'),
    'between-and': words('and'),
    joiner: words('and', 'or'),
  };
  return expected[state];
}

/** Returns the state after a token; an unexpected token is treated as the expected one. */
function nextState(state: ParserState, token: Token, called: LayerFunction): ParserState {
  switch (state) {
    case 'field':
      return token.kind === 'symbol' || isWord(token, 'not') ? 'field' : 'operator';
    case 'operator':
      if (isWord(token, 'not')) return 'negated-operator';
      return isWord(token, 'is') ? 'is' : stateAfterOperator(token);
    case 'negated-operator':
      return stateAfterOperator(token);
    case 'layer':
      return 'layer-end';
    case 'layer-end':
      return called === 'near' ? 'near-distance' : stateAfterCall[called];
    case 'near-distance':
      return 'call-end';
    case 'call-end':
      // The unit may be a word of its own.
      return token.text === ')' ? 'joiner' : 'call-end';
    case 'member':
      return 'operator';
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

const stateAfterCall = {
  inside: 'joiner',
  distance: 'operator',
  edge: 'operator',
  nearest: 'member',
} as const;

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
