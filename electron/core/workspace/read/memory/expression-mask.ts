import { readLongInteger } from '../../../../../shared/exact-json.ts';
import { foldText } from '../../../../../shared/fold-text.ts';
import { hasName } from '../../../../../shared/results/builtin-fields.ts';
import type { DetectionField } from '../../../../../shared/results/detection-field.ts';
import { fieldType } from '../../../../../shared/results/expression/field-name.ts';
import type { FilterExpression } from '../../../../../shared/results/expression/filter-expression.ts';
import type { PropertyValue } from '../../file/columns/property-chunk.ts';
import { parseInstant } from '../../ingest/parse-instant.ts';
import { compareText } from './compare-text.ts';
import { type FieldColumn, numberOfValue, toText } from './field-column.ts';
import { codesMask, intersect, invert, union } from './mask-operations.ts';

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
    const literal = isTime ? toInstant(condition.value) : numberOfValue(condition.value);
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

type Literal = string | number | boolean;
type Operator = Extract<FilterExpression, { kind: 'compare' }>['operator'];
/** A condition on one value that is present. */
type ValueCondition = Exclude<FilterExpression, { kind: 'and' | 'or' | 'not' }>;

/**
 * Whether a value that is present fulfills a condition.
 *
 * Numbers compare with numbers, truth with truth, and text counts as either where it reads like one. Other text
 * compares by code points of `foldText`, lists and objects as their JSON. Integers compare with all their digits
 * (docs/decisions, decision 38). Between values of different kinds only `!=` is true.
 */
function matchesValue(value: PropertyValue, condition: ValueCondition): boolean {
  switch (condition.kind) {
    case 'present':
      return true;
    case 'compare':
      return compares(value, condition.operator, condition.value);
    case 'in':
      return condition.values.some((candidate) => compares(value, '=', candidate));
    case 'contains':
      if (fieldType(condition.field) === 'names') return hasName(toText(value), condition.text);
      return foldText(toText(value)).includes(foldText(condition.text));
    case 'starts':
      return foldText(toText(value)).startsWith(foldText(condition.text));
    case 'ends':
      return foldText(toText(value)).endsWith(foldText(condition.text));
  }
}

function compares(value: PropertyValue, operator: Operator, literal: Literal): boolean {
  if (typeof value === 'boolean' || typeof literal === 'boolean') {
    const [one, other] = [toBoolean(value), toBoolean(literal)];
    if (one === undefined || other === undefined) return operator === '!=';
    return operator === '=' ? one === other : operator === '!=' && one !== other;
  }
  const exactOrder = compareLongIntegers(value, literal);
  if (exactOrder !== undefined) return holds(exactOrder, operator);
  const [one, other] = [numberOfValue(value), numberOfValue(literal)];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return holds(one - other, operator);
  if (typeof value === 'number' || typeof literal === 'number') return operator === '!=';
  return holds(compareText(foldText(toText(value)), foldText(literal)), operator);
}

/** Compares integers of which at least one is too long for a number; undefined for all others. */
function compareLongIntegers(value: PropertyValue, literal: Literal): number | undefined {
  const [one, other] = [toLongInteger(value), toLongInteger(literal)];
  if (one === undefined && other === undefined) return undefined;
  const [first, second] = [one ?? toInteger(value), other ?? toInteger(literal)];
  if (first === undefined || second === undefined) return undefined;
  return first < second ? -1 : Number(first > second);
}

function toLongInteger(value: PropertyValue): bigint | undefined {
  return typeof value === 'string' ? readLongInteger(value) : undefined;
}

function toInteger(value: PropertyValue): bigint | undefined {
  const number = numberOfValue(value);
  return Number.isInteger(number) ? BigInt(number) : undefined;
}

function toBoolean(value: PropertyValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

function holds(order: number, operator: Operator): boolean {
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}
