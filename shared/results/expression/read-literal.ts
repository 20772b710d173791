import { metresPerUnit } from '../../display-format.ts';
import { readLongInteger } from '../../exact-json.ts';
import { reviewStateSchema } from '../../review/review.ts';
import { type DetectionField, isLength } from '../detection-field.ts';
import { fieldType, printField } from './field-name.ts';
import { type LiteralTimeSpan, readTimeSpan } from './time-literal.ts';
import type { Token } from './tokenize-expression.ts';

type Literal =
  | { readonly value: string | number | boolean | LiteralTimeSpan }
  /** A sentence that includes the remedy. */
  | { readonly problem: string };

/** Reads the value of a token for a field; the value of a time field is a time span. */
export function readLiteral(token: Token, field: DetectionField): Literal {
  const name = printField(field);
  if (token.kind === 'end') return { problem: `A value is missing at the end. Write one after ${name}.` };
  const { kind, text } = token;
  const boolean = kind === 'name' ? readBoolean(text) : null;
  switch (fieldType(field)) {
    case 'number': {
      if (isLength(field) && kind === 'length') return lengthLiteral(text);
      const number = kind === 'number' ? Number(text) : Number.NaN;
      return Number.isFinite(number)
        ? { value: number }
        : { problem: `${name} is a number, and “${text}” is none. Write one such as ${sample(field)}.` };
    }
    case 'time': {
      if (kind === 'time' || kind === 'string') return timeLiteral(text);
      return {
        problem: `${name} is a time in UTC, and “${text}” is none. Write it as 2026-11-18 or 2026-11-18T21:14Z.`,
      };
    }
    case 'boolean':
      return boolean === null
        ? { problem: `${name} is either true or false, not “${text}”. Write ${name} = true.` }
        : { value: boolean };
    case 'verdict': {
      const verdict = reviewStateSchema.safeParse(kind === 'string' ? text.toLowerCase() : undefined);
      return verdict.success
        ? { value: verdict.data }
        : { problem: `A verdict is one of ${verdicts}, in quotes, not “${text}”.` };
    }
    case 'text':
    case 'names':
      return kind === 'string' ? { value: text } : { problem: inQuotes(text) };
    case 'any':
      return anyLiteral(token, boolean);
  }
}

const verdicts = reviewStateSchema.options.map((state) => `"${state}"`).join(', ');

function anyLiteral({ kind, text }: Token, boolean: boolean | null): Literal {
  switch (kind) {
    case 'string':
    case 'time':
      return { value: text };
    case 'number':
      // Its digits, because a number would be another one.
      if (readLongInteger(text) !== undefined) return { value: text };
      return Number.isFinite(Number(text))
        ? { value: Number(text) }
        : { problem: `${text} is too large a number. Write a smaller one.` };
    case 'length':
      return {
        problem: `“${text}” is not a number. Write numbers such as 40 or 0.9, without a unit, and text in quotes.`,
      };
    case 'name':
      return boolean === null ? { problem: inQuotes(text) } : { value: boolean };
    default:
      return { problem: `A value is expected here, not “${text}”. Write a number, or text in quotes.` };
  }
}

const lengthUnits = ['km', 'm', 'nm', 'mi', 'ft'] as const;

/** The meters of a number with its unit. */
function lengthLiteral(text: string): Literal {
  const [, number, name] = /^([+-]?[\d.]+(?:e[+-]?\d+)?)(\p{L}+)$/iu.exec(text) ?? [];
  const unit = lengthUnits.find((one) => one === name?.toLowerCase());
  const meters = unit ? Number(number) * metresPerUnit[unit] : Number.NaN;
  return Number.isFinite(meters) && meters >= 0
    ? { value: meters }
    : { problem: `“${text}” is no distance. Write one such as 200 m, 5 km or 3 nm.` };
}

function timeLiteral(text: string): Literal {
  const read = readTimeSpan(text);
  return 'problem' in read ? read : { value: read.span };
}

function readBoolean(text: string): boolean | null {
  const word = text.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : null;
}

function inQuotes(text: string): string {
  return `Text must be in quotes: write ${JSON.stringify(text)}.`;
}

function sample(field: DetectionField): string {
  return field === 'confidence' ? '0.9' : '40';
}
