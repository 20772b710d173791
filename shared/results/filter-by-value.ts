import { parseIsoTime } from '../iso-8601.ts';
import type { ReviewState } from '../review/review.ts';
import type { CellValue } from './cell-value.ts';
import type { DetectionFilter } from './detection.ts';
import type { DetectionField } from './detection-field.ts';
import { fieldType } from './expression/field-name.ts';
import type { FilterExpression } from './expression/filter-expression.ts';
import { parseExpression } from './expression/parse-expression.ts';
import { printExpression } from './expression/print-expression.ts';

/** The filter restricted to detections with this value, or without a value if it is null. */
export function filterByValue(
  filter: DetectionFilter,
  field: DetectionField,
  value: CellValue,
): DetectionFilter {
  const text = String(value);
  const members: Readonly<Partial<Record<DetectionField, DetectionFilter>>> = {
    analytic: { analytics: [text] },
    region: { regions: [text] },
    place: { places: [text] },
    sensor: { sensors: [text] },
    record: { recordId: text },
    verdict: { verdicts: [text as ReviewState] },
    flagged: { flagged: value === true },
  };
  const member = value === null ? undefined : members[field];
  return member ? { ...filter, ...member } : withCondition(filter, equalityCondition(field, value));
}

/** The filter that excludes detections with this value, or without one if it is null. Excluding a value keeps absent ones. */
export function excludeValue(
  filter: DetectionFilter,
  field: DetectionField,
  value: CellValue,
): DetectionFilter {
  const condition = equalityCondition(field, value);
  return withCondition(filter, condition.kind === 'not' ? condition.part : { kind: 'not', part: condition });
}

/** The filter with one more condition in its expression. */
export function withCondition(filter: DetectionFilter, condition: FilterExpression): DetectionFilter {
  const { expression } = filter;
  if (!expression) return { ...filter, expression: printExpression(condition) };
  const parsed = parseExpression(expression);
  // An invalid expression stays text and rejected as a whole.
  if (!parsed.ok) return { ...filter, expression: `(${expression}) and ${printExpression(condition)}` };
  const parts = conjunctsOf(parsed.expression);
  const known = new Set(parts.map(printExpression));
  const more = conjunctsOf(condition).filter((part) => !known.has(printExpression(part)));
  if (more.length === 0) return filter;
  return { ...filter, expression: printExpression({ kind: 'and', parts: [...parts, ...more] }) };
}

/** The parts of a conjunction; of any other expression itself. */
export function conjunctsOf(expression: FilterExpression): readonly FilterExpression[] {
  return expression.kind === 'and' ? expression.parts : [expression];
}

function equalityCondition(field: DetectionField, value: CellValue): FilterExpression {
  if (value === null) return { kind: 'not', part: { kind: 'present', field } };
  return {
    kind: 'compare',
    field,
    operator: '=',
    value: fieldType(field) === 'time' ? toInstant(value) : value,
  };
}

/** Records give times in several ways of ISO 8601. */
function toInstant(value: string | number | boolean): string {
  const time = parseIsoTime(String(value));
  return time ? new Date(time.epochMs).toISOString() : String(value);
}

/** The least and the greatest value of a field; undefined: not bounded. */
type NumberRange = { readonly min: number | undefined; readonly max: number | undefined };

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
