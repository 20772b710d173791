import type { DetectionField } from '../detection-field.ts';
import type { FilterExpression } from './filter-expression.ts';

type Condition = Exclude<FilterExpression, { kind: 'and' | 'or' | 'not' }>;

/** The conditions that an expression combines, in its order. */
export function conditionsOf(expression: FilterExpression): readonly Condition[] {
  if ('parts' in expression) return expression.parts.flatMap(conditionsOf);
  return expression.kind === 'not' ? conditionsOf(expression.part) : [expression];
}

/** The fields that an expression compares, in its order; one that occurs again is repeated. */
export function fieldsOf(expression: FilterExpression): readonly DetectionField[] {
  return conditionsOf(expression).map(({ field }) => field);
}
