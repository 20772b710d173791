import { parseUtcInput } from '../../parse-utc-input.ts';
import { type DetectionField, layerOf } from '../detection-field.ts';
import { fieldType, printField } from './field-name.ts';
import type { FilterExpression } from './filter-expression.ts';

/**
 * Prints an expression; `parseExpression` parses the same tree from it. An `and` or `or` has at least two parts, an
 * `in` at least one value; numbers are finite.
 */
export function printExpression(expression: FilterExpression): string {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts
        .map((part) => inParentheses(part, part.kind === 'or' || part.kind === expression.kind))
        .join(` ${expression.kind} `);
    case 'not': {
      const { part } = expression;
      if (part.kind === 'present') return `${printField(part.field)} is empty`;
      return `not ${inParentheses(part, part.kind === 'and' || part.kind === 'or')}`;
    }
    case 'compare':
      if (layerOf(expression.field) !== undefined && expression.operator === '=' && expression.value === true)
        return printField(expression.field);
      return `${printField(expression.field)} ${expression.operator} ${printValue(expression.field, expression.value)}`;
    case 'in': {
      const values = expression.values.map((value) => printValue(expression.field, value));
      return `${printField(expression.field)} in (${values.join(', ')})`;
    }
    case 'contains':
      return `${printField(expression.field)} contains ${JSON.stringify(expression.text)}`;
    case 'starts':
    case 'ends':
      return `${printField(expression.field)} ${expression.kind} with ${JSON.stringify(expression.text)}`;
    case 'present':
      return `${printField(expression.field)} is not empty`;
  }
}

/** Prints a value as it is written after a field: text in quotes, times of time fields without. */
export function printValue(field: DetectionField, value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return fieldType(field) === 'time' && parseUtcInput(value).ok ? value : JSON.stringify(value);
}

function inParentheses(part: FilterExpression, isNeeded: boolean): string {
  const text = printExpression(part);
  return isNeeded ? `(${text})` : text;
}
