import type { DetectionFilter } from './detection.ts';
import type { DetectionField } from './detection-field.ts';
import type { FilterExpression } from './expression/filter-expression.ts';
import { parseExpression } from './expression/parse-expression.ts';
import { conjunctsOf, withCondition } from './filter-by-value.ts';

/** The least and the greatest value of a field; undefined: not bounded. */
export type NumberRange = { readonly min: number | undefined; readonly max: number | undefined };

/** The bounds of a numeric field that every detection has to meet by the filter's expression. */
export function numberRangeOf({ expression }: DetectionFilter, field: DetectionField): NumberRange {
  const bounds = partsOf(expression).filter((part) => isBound(part, field));
  const boundOf = (operator: '>=' | '<=') => {
    const values = bounds.flatMap((part) => (part.operator === operator ? [part.value] : []));
    return values.length === 0 ? undefined : operator === '>=' ? Math.max(...values) : Math.min(...values);
  };
  return { min: boundOf('>='), max: boundOf('<=') };
}

/** The filter with these bounds of a field, in place of those that `numberRangeOf` reads. */
export function withNumberRange(
  filter: DetectionFilter,
  field: DetectionField,
  { min, max }: NumberRange,
): DetectionFilter {
  const others = partsOf(filter.expression).filter((part) => !isBound(part, field));
  const { expression: _, ...members } = filter;
  const bounds = [
    ...(min === undefined ? [] : [{ kind: 'compare', field, operator: '>=', value: min } as const]),
    ...(max === undefined ? [] : [{ kind: 'compare', field, operator: '<=', value: max } as const]),
  ];
  return [...others, ...bounds].reduce<DetectionFilter>(withCondition, members);
}

function partsOf(expression: string | undefined): readonly FilterExpression[] {
  const parsed = expression ? parseExpression(expression) : undefined;
  return parsed?.ok ? conjunctsOf(parsed.expression) : [];
}

type Bound = { readonly operator: '>=' | '<='; readonly value: number };

function isBound(part: FilterExpression, field: DetectionField): part is FilterExpression & Bound {
  return (
    part.kind === 'compare' &&
    part.field === field &&
    (part.operator === '>=' || part.operator === '<=') &&
    typeof part.value === 'number'
  );
}
