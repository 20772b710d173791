import { formatCount } from '../../format.ts';
import { type DetectionField, isLength, layerFieldOf, nearestField } from '../detection-field.ts';
import {
  fieldType,
  keywords,
  type LayerFunction,
  layerFunctionOf,
  printField,
  readPlainName,
} from './field-name.ts';
import type { FilterExpression } from './filter-expression.ts';
import { readLiteral } from './read-literal.ts';
import { compareWithSpan, type LiteralTimeSpan } from './time-literal.ts';
import { type ExpressionError, type Token, tokenizeExpression } from './tokenize-expression.ts';

/** Maximum length of an expression, in UTF-16 units. */
export const maxExpressionLength = 10_000;
/** Maximum nesting of parentheses and `not`. */
const maxDepth = 50;

type Operator = Extract<FilterExpression, { kind: 'compare' }>['operator'];

/**
 * Parses a filter expression:
 *
 * - `length_m > 40`, with `=` `!=` `<` `<=` `>` `>=`; `confidence between 0.5 and 0.9` (both ends included)
 * - `analytic in ("A", "B")`, `name contains "x"`, `name starts with "x"`, `name ends with "x"`
 * - `name is empty`, `name is not empty`; `not` before a condition, `in`, `contains`, `starts`, `ends` or `between`
 * - `inside("EEZ")`: inside a polygon of the layer with this name; `near("Ports", 5 km)`, `distance("Coast") < 10 km`,
 *   `nearest("Ports").name = "Busan"`: by the distance to its nearest feature, in m, km, nm, mi or ft
 * - `and`, `or` and parentheses; `not` binds closest, then `and`, then `or`
 *
 * A plain name is a built-in field (`detection-field.ts`) or else a property; `property.confidence` and names in
 * backticks are properties always. Text is in double or single quotes. Times are UTC, `2026-11-18` or
 * `2026-11-18T21:14Z`; a day, minute or second means its whole duration. Keywords are case-insensitive, names are not.
 */
export function parseExpression(
  text: string,
): { readonly ok: true; readonly expression: FilterExpression } | ExpressionError {
  if (text.length > maxExpressionLength) {
    return expressionError(
      maxExpressionLength,
      `The expression is longer than ${formatCount(maxExpressionLength)} characters. Shorten it.`,
    );
  }
  const tokenized = tokenizeExpression(text);
  if (!tokenized.ok) return tokenized;
  try {
    return { ok: true, expression: new Parser(tokenized.tokens).parse() };
  } catch (error) {
    if (error instanceof ParseProblem) return expressionError(error.at, error.message);
    throw error;
  }
}

function expressionError(at: number, message: string): ExpressionError {
  return { ok: false, at, message };
}

/** Ends the recursive descent; never leaves this module. */
class ParseProblem extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): FilterExpression {
    if (this.#token().kind === 'end') {
      throw new ParseProblem(0, 'The expression is empty. Write a condition such as length_m > 40.');
    }
    const expression = this.#or();
    const token = this.#token();
    if (token.kind !== 'end') throw new ParseProblem(token.from, this.#unexpected(token));
    return expression;
  }

  #or(): FilterExpression {
    return this.#joined('or', () => this.#joined('and', () => this.#not()));
  }

  #joined(kind: 'and' | 'or', read: () => FilterExpression): FilterExpression {
    const first = read();
    if (!this.#isWord(kind)) return first;
    const parts = [first];
    while (this.#consumeWord(kind)) parts.push(read());
    return { kind, parts };
  }

  #not(): FilterExpression {
    if (this.#isWord('not')) {
      return this.#deeper(() => {
        this.#next += 1;
        return { kind: 'not', part: this.#not() };
      });
    }
    const opening = this.#token();
    if (!this.#consumeSymbol('(')) return this.#condition();
    return this.#deeper(() => {
      const expression = this.#or();
      const token = this.#token();
      if (this.#consumeSymbol(')')) return expression;
      if (token.kind !== 'end') throw new ParseProblem(token.from, this.#unexpected(token));
      throw new ParseProblem(opening.from, 'This parenthesis is not closed. Add ) at the end.');
    });
  }

  #deeper(read: () => FilterExpression): FilterExpression {
    this.#depth += 1;
    if (this.#depth > maxDepth) {
      throw new ParseProblem(
        this.#token().from,
        `The expression is nested more than ${maxDepth} deep. Remove parentheses.`,
      );
    }
    const expression = read();
    this.#depth -= 1;
    return expression;
  }

  #condition(): FilterExpression {
    if (this.#layerFunction() === 'near') return this.#near();
    const { field, name } = this.#field();
    const token = this.#token();
    if (layerFieldOf(field)?.kind === 'inside' && this.#endsCondition(token))
      return { kind: 'compare', field, operator: '=', value: true };
    if (token.kind === 'symbol') {
      const operator = toOperator(token.text);
      if (operator) {
        this.#next += 1;
        return this.#comparison(field, operator);
      }
    }
    if (this.#consumeWord('is')) {
      const isNot = this.#consumeWord('not');
      this.#expectWord('empty', 'After “is”, write empty or not empty. To compare, write = instead.');
      const present: FilterExpression = { kind: 'present', field };
      return isNot ? present : { kind: 'not', part: present };
    }
    const isNegated = this.#consumeWord('not');
    const condition = this.#wordCondition(field);
    if (!condition) throw new ParseProblem(this.#token().from, this.#missingOperator(name, isNegated));
    return isNegated ? { kind: 'not', part: condition } : condition;
  }

  #endsCondition({ kind, text }: Token): boolean {
    return kind === 'end' || (kind === 'symbol' && text === ')') || this.#isWord('and') || this.#isWord('or');
  }

  #wordCondition(field: DetectionField): FilterExpression | null {
    const { from } = this.#token();
    if (this.#consumeWord('in')) return this.#list(field);
    if (this.#consumeWord('between')) return this.#between(field);
    for (const kind of ['contains', 'starts', 'ends'] as const) {
      if (!this.#consumeWord(kind)) continue;
      if (kind !== 'contains') this.#expectWord('with', `After “${kind}”, write with: ${kind} with "…".`);
      return this.#textCondition(field, kind, from);
    }
    return null;
  }

  #field(): { readonly field: DetectionField; readonly name: string } {
    const token = this.#token();
    if (token.kind === 'quoted-name') {
      // Services send properties without a name, too.
      this.#next += 1;
      return { field: `property:${token.text}`, name: token.text };
    }
    if (token.kind === 'parameter-name' || token.kind === 'class-share') {
      const isParameter = token.kind === 'parameter-name';
      if (token.text === '') {
        throw new ParseProblem(
          token.from,
          `There is no name between the backticks. Write that of the ${isParameter ? 'parameter' : 'class'}.`,
        );
      }
      this.#next += 1;
      const field: DetectionField = isParameter ? `parameter:${token.text}` : `class_share:${token.text}`;
      return { field, name: token.text };
    }
    const called = this.#layerFunction();
    if (called) return this.#layerField(called);
    if (token.kind === 'name' && !keywords.has(token.text.toLowerCase())) {
      this.#next += 1;
      return { field: readPlainName(token.text), name: token.text };
    }
    throw new ParseProblem(token.from, missingField(token));
  }

  /** The function of a layer that is called here. */
  #layerFunction(): LayerFunction | undefined {
    const { kind, text } = this.#token();
    const isCalled = kind === 'name' && this.#tokens[this.#next + 1]?.text === '(';
    return isCalled ? layerFunctionOf(text) : undefined;
  }

  #layerField(called: LayerFunction): { readonly field: DetectionField; readonly name: string } {
    const layer = this.#layerName(called);
    this.#closeCall();
    if (called !== 'nearest') {
      const field: DetectionField = called === 'near' ? `distance:${layer}` : `${called}:${layer}`;
      return { field, name: printField(field) };
    }
    const token = this.#token();
    if (token.kind !== 'member' || token.text === '')
      throw new ParseProblem(
        token.from,
        `Write a dot and an attribute of the layer: ${callSamples.nearest}.`,
      );
    this.#next += 1;
    const field = nearestField(layer, token.text);
    return { field, name: printField(field) };
  }

  #near(): FilterExpression {
    const field: DetectionField = `distance:${this.#layerName('near')}`;
    const comma = this.#token();
    if (!this.#consumeSymbol(','))
      throw new ParseProblem(comma.from, `Write a comma and a distance: ${callSamples.near}.`);
    const value = this.#value(field);
    this.#closeCall();
    if (typeof value !== 'number') throw new Error('A distance is a number.');
    return { kind: 'compare', field, operator: '<=', value };
  }

  #layerName(called: LayerFunction): string {
    this.#next += 2;
    const token = this.#token();
    if (token.kind !== 'string' || token.text === '')
      throw new ParseProblem(token.from, `Write the name of a layer in quotes: ${callSamples[called]}.`);
    this.#next += 1;
    return token.text;
  }

  #closeCall(): void {
    const closing = this.#token();
    if (!this.#consumeSymbol(')'))
      throw new ParseProblem(closing.from, 'After the name of the layer, write ).');
  }

  #comparison(field: DetectionField, operator: Operator): FilterExpression {
    const { from } = this.#token();
    const value = this.#value(field);
    if (typeof value === 'object') return compareWithSpan(field, operator, value);
    const isOrder = operator !== '=' && operator !== '!=';
    if (isOrder && (typeof value === 'boolean' || fieldType(field) === 'verdict')) {
      throw new ParseProblem(from, 'This can only be compared with = or !=.');
    }
    return { kind: 'compare', field, operator, value };
  }

  #between(field: DetectionField): FilterExpression {
    const { from } = this.#token();
    const lower = this.#value(field);
    this.#expectWord('and', 'After “between” and a value, write and and the second value: between 3 and 5.');
    const upper = this.#value(field);
    if (typeof lower === 'boolean' || typeof upper === 'boolean' || fieldType(field) === 'verdict') {
      throw new ParseProblem(
        from,
        'Only numbers, times and text have something between them. Write = instead.',
      );
    }
    const bound = (operator: Operator, value: string | number | LiteralTimeSpan): FilterExpression =>
      typeof value === 'object'
        ? compareWithSpan(field, operator, value)
        : { kind: 'compare', field, operator, value };
    return { kind: 'and', parts: [bound('>=', lower), bound('<=', upper)] };
  }

  #list(field: DetectionField): FilterExpression {
    const opening = this.#token();
    if (!this.#consumeSymbol('(')) {
      throw new ParseProblem(opening.from, 'After “in”, write the values in parentheses: in ("A", "B").');
    }
    const values = [this.#value(field)];
    while (this.#consumeSymbol(',')) values.push(this.#value(field));
    const token = this.#token();
    if (!this.#consumeSymbol(')')) {
      throw token.kind === 'end'
        ? new ParseProblem(opening.from, 'This list is not closed. Add ) after the last value.')
        : new ParseProblem(
            token.from,
            'Between the values of a list, write commas, and ) after the last one.',
          );
    }
    return oneOf(field, values);
  }

  #textCondition(field: DetectionField, kind: 'contains' | 'starts' | 'ends', at: number): FilterExpression {
    const type = fieldType(field);
    if (type !== 'text' && type !== 'names' && type !== 'any') {
      throw new ParseProblem(at, `${printField(field)} is not text. Compare it with = < > or between.`);
    }
    const token = this.#token();
    if (token.kind !== 'string') {
      throw new ParseProblem(token.from, `After this, text in quotes must follow: "${token.text}".`);
    }
    this.#next += 1;
    return { kind, field, text: token.text };
  }

  #value(field: DetectionField): string | number | boolean | LiteralTimeSpan {
    const token = this.#token();
    const unit = this.#spacedUnit(field);
    const literal = readLiteral(
      unit ? { ...token, kind: 'length', text: token.text + unit.text } : token,
      field,
    );
    if ('problem' in literal) throw new ParseProblem(token.from, literal.problem);
    this.#next += unit ? 2 : 1;
    return literal.value;
  }

  /** The word after the number of a distance, which may be written with a space before its unit. */
  #spacedUnit(field: DetectionField): Token | undefined {
    const [number, word] = this.#tokens.slice(this.#next, this.#next + 2);
    if (!isLength(field) || number?.kind !== 'number') return undefined;
    return word?.kind === 'name' && !keywords.has(word.text.toLowerCase()) ? word : undefined;
  }

  #token(): Token {
    // The last token is the end, which is never consumed.
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', from: 0, to: 0 };
  }

  #isWord(word: string): boolean {
    const { kind, text } = this.#token();
    return kind === 'name' && text.toLowerCase() === word;
  }

  #consumeWord(word: string): boolean {
    const is = this.#isWord(word);
    if (is) this.#next += 1;
    return is;
  }

  #expectWord(word: string, otherwise: string): void {
    if (!this.#consumeWord(word)) throw new ParseProblem(this.#token().from, otherwise);
  }

  #consumeSymbol(symbol: string): boolean {
    const { kind, text } = this.#token();
    const is = kind === 'symbol' && text === symbol;
    if (is) this.#next += 1;
    return is;
  }

  #unexpected({ kind, text }: Token): string {
    if (kind === 'symbol' && text === ')') return 'This parenthesis closes nothing. Remove it.';
    const before = this.#tokens[this.#next - 1];
    if (before?.kind === 'number' && kind === 'name') {
      return `“${text}” cannot follow a number. Write numbers without a unit, and and or or between conditions.`;
    }
    return `“${text}” is not allowed here. Write and or or between two conditions.`;
  }

  #missingOperator(name: string, isNegated: boolean): string {
    return isNegated
      ? 'After “not”, write in, contains, starts with, ends with or between.'
      : `After “${name}”, a comparison must follow, such as = > in contains or is empty.`;
  }
}

function oneOf(
  field: DetectionField,
  values: readonly (string | number | boolean | LiteralTimeSpan)[],
): FilterExpression {
  const plain: (string | number | boolean)[] = [];
  const spans: FilterExpression[] = [];
  for (const value of values) {
    if (typeof value !== 'object') plain.push(value);
    else if (value.to === null) plain.push(value.from);
    else spans.push(compareWithSpan(field, '=', value));
  }
  const parts: FilterExpression[] =
    plain.length > 0 ? [{ kind: 'in', field, values: plain }, ...spans] : spans;
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind: 'or', parts };
}

const callSamples: Readonly<Record<LayerFunction, string>> = {
  inside: 'inside("Zones")',
  near: 'near("Ports", 5 km)',
  distance: 'distance("Coast") < 10 km',
  edge: 'edge("EEZ") < 2 km',
  nearest: 'nearest("Ports").name',
};

function toOperator(symbol: string): Operator | null {
  return (['=', '!=', '<', '<=', '>', '>='] as const).find((operator) => operator === symbol) ?? null;
}

function missingField({ kind, text }: Token): string {
  switch (kind) {
    case 'end':
      return 'Something is missing at the end. Write a condition such as length_m > 40.';
    case 'string':
      return 'A condition begins with a field’s name, not with text. Write the name without quotes, or in backticks.';
    case 'name':
      return `“${text}” cannot begin a condition. Write a field’s name; if this is one, put it in backticks.`;
    default:
      return `A condition begins with a field’s name, not with “${text}”. Write one such as length_m > 40.`;
  }
}
