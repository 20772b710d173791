import type { DetectionField } from '../../../../../shared/results/detection-field.ts';
import { fieldType } from '../../../../../shared/results/expression/field-name.ts';
import type { FilterExpression } from '../../../../../shared/results/expression/filter-expression.ts';
import { parseInstant } from '../../ingest/parse-instant.ts';
import { type FieldColumn, toNumber } from './field-column.ts';
import { codesMask, intersect, invert, union } from './mask-operations.ts';
import { matchesValue, type ValueCondition } from './match-value.ts';

/** The columns on which an expression is evaluated. */
export type ExpressionFields = {
  readonly count: number;
  column(field: DetectionField): FieldColumn;
};

/** A mask of the detections for which the expression is true. */
export function expressionMask(
  expression: FilterExpression,
  fields: ExpressionFields,
): Uint8Array<ArrayBuffer> {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const combine = expression.kind === 'and' ? intersect : union;
      const [first, ...others] = expression.parts;
      if (!first) throw new Error('An expression joins nothing.');
      const mask = expressionMask(first, fields);
      for (const part of others) combine(mask, expressionMask(part, fields));
      return mask;
    }
    case 'not': {
      const mask = expressionMask(expression.part, fields);
      invert(mask);
      return mask;
    }
    default:
      return conditionMask(expression, fields);
  }
}

function conditionMask(condition: ValueCondition, fields: ExpressionFields): Uint8Array<ArrayBuffer> {
  const column = fields.column(condition.field);
  if (column.kind === 'numbers') return numbersMask(column.numbers, condition);
  // “Unreviewed” can be compared with, but it is no verdict that is there.
  const absent = condition.field === 'verdict' && condition.kind === 'present' ? 'unreviewed' : null;
  const matches = Uint8Array.from(column.values, (value) =>
    value !== null && value !== absent && matchesValue(value, condition) ? 1 : 0,
  );
  return codesMask(column.codes, matches);
}

function numbersMask(
  numbers: Float64Array | Uint32Array,
  condition: ValueCondition,
): Uint8Array<ArrayBuffer> {
  const mask = new Uint8Array(numbers.length);
  if (condition.kind === 'compare') {
    const isTime = fieldType(condition.field) === 'time';
    const literal = isTime ? toInstant(condition.value) : toNumber(condition.value);
    if (!Number.isNaN(literal)) return compareAll(mask, numbers, condition.operator, literal);
    // No time at all compares with what is no time.
    if (isTime) return mask;
  }
  const instants = instantsOf(condition);
  for (let index = 0; index < mask.length; index += 1) {
    const number = numbers[index] as number;
    if (!Number.isNaN(number)) mask[index] = Number(matchesValue(number, instants));
  }
  return mask;
}

function instantsOf(condition: ValueCondition): ValueCondition {
  const isTime = fieldType(condition.field) === 'time';
  if (!isTime || condition.kind !== 'in') return condition;
  return { ...condition, values: condition.values.map(toInstant).filter((value) => !Number.isNaN(value)) };
}

function toInstant(value: string | number | boolean): number {
  return parseInstant(value)?.epochMs ?? Number.NaN;
}

/** One plain loop for each operator; with NaN only `!=` would be true. */
function compareAll(
  mask: Uint8Array<ArrayBuffer>,
  numbers: Float64Array | Uint32Array,
  operator: Extract<FilterExpression, { kind: 'compare' }>['operator'],
  literal: number,
): Uint8Array<ArrayBuffer> {
  const { length } = mask;
  switch (operator) {
    case '=':
      for (let at = 0; at < length; at += 1) mask[at] = Number(numbers[at] === literal);
      return mask;
    case '!=':
      for (let at = 0; at < length; at += 1) {
        const number = numbers[at] as number;
        mask[at] = Number(number < literal) | Number(number > literal);
      }
      return mask;
    case '<':
      for (let at = 0; at < length; at += 1) mask[at] = Number((numbers[at] as number) < literal);
      return mask;
    case '<=':
      for (let at = 0; at < length; at += 1) mask[at] = Number((numbers[at] as number) <= literal);
      return mask;
    case '>':
      for (let at = 0; at < length; at += 1) mask[at] = Number((numbers[at] as number) > literal);
      return mask;
    case '>=':
      for (let at = 0; at < length; at += 1) mask[at] = Number((numbers[at] as number) >= literal);
      return mask;
  }
}
