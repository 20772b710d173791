import { metresPerUnit } from '../../display-format.ts';
import { parseUtcInput } from '../../parse-utc-input.ts';
import { type DetectionField, isLength, layerFieldOf } from '../detection-field.ts';
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
      return printComparison(expression);
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

function printComparison({ field, operator, value }: Extract<FilterExpression, { kind: 'compare' }>): string {
  const ofLayer = layerFieldOf(field);
  if (ofLayer?.kind === 'inside' && operator === '=' && value === true) return printField(field);
  if (ofLayer?.kind === 'distance' && operator === '<=')
    return `near(${JSON.stringify(ofLayer.layer)}, ${printValue(field, value)})`;
  return `${printField(field)} ${operator} ${printValue(field, value)}`;
}

/** Prints a value as it is written after a field: text in quotes, times of time fields without, distances with a unit. */
export function printValue(field: DetectionField, value: string | number | boolean): string {
  if (typeof value === 'number' && isLength(field)) return printLength(value);
  if (typeof value !== 'string') return String(value);
  if (fieldType(field) !== 'time' || !parseUtcInput(value).ok) return JSON.stringify(value);
  return value.replace('.000Z', 'Z');
}

function inParentheses(part: FilterExpression, isNeeded: boolean): string {
  const text = printExpression(part);
  return isNeeded ? `(${text})` : text;
}

/** A length in meters in the unit in which it is a whole number, which is read as exactly this length. */
function printLength(meters: number): string {
  const unit = (['km', 'nm'] as const).find(
    (one) => meters >= metresPerUnit[one] && meters % metresPerUnit[one] === 0,
  );
  return unit ? `${meters / metresPerUnit[unit]} ${unit}` : `${meters} m`;
}
