import type { DetectionField } from '../detection-field.ts';
import type { FilterExpression } from './filter-expression.ts';

/** The fields that an expression compares, in its order; one that occurs again is repeated. */
export function fieldsOf(expression: FilterExpression): readonly DetectionField[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap(fieldsOf);
    case 'not':
      return fieldsOf(expression.part);
    default:
      return [expression.field];
  }
}
