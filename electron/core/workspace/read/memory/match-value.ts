import { readLongInteger } from '../../../../../shared/exact-json.ts';
import { foldText } from '../../../../../shared/fold-text.ts';
import { hasName } from '../../../../../shared/results/builtin-fields.ts';
import { fieldType } from '../../../../../shared/results/expression/field-name.ts';
import type { FilterExpression } from '../../../../../shared/results/expression/filter-expression.ts';
import type { PropertyValue } from '../../file/columns/property-chunk.ts';
import { compareText } from './compare-text.ts';
import { toNumber, toText } from './field-column.ts';

type Literal = string | number | boolean;
type Operator = Extract<FilterExpression, { kind: 'compare' }>['operator'];
/** A condition on one value that is present. */
export type ValueCondition = Exclude<FilterExpression, { kind: 'and' | 'or' | 'not' }>;

/**
 * Whether a value that is present fulfills a condition.
 *
 * Numbers compare with numbers, truth with truth, and text counts as either where it reads like one. Other text
 * compares by code points of `foldText`, lists and objects as their JSON. Integers compare with all their digits
 * (docs/decisions, decision 38). Between values of different kinds only `!=` is true.
 */
export function matchesValue(value: PropertyValue, condition: ValueCondition): boolean {
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
  const [one, other] = [toNumber(value), toNumber(literal)];
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
  const number = toNumber(value);
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
