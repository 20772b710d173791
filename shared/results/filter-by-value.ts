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
  if (value !== null) {
    switch (field) {
      case 'analytic':
        return { ...filter, analytics: [String(value)] };
      case 'region':
        return { ...filter, regions: [String(value)] };
      case 'place':
        return { ...filter, places: [String(value)] };
      case 'sensor':
        return { ...filter, sensors: [String(value)] };
      case 'record':
        return { ...filter, recordId: String(value) };
      case 'verdict':
        return { ...filter, verdicts: [value as ReviewState] };
      case 'flagged':
        return { ...filter, flagged: value === true };
    }
  }
  return withCondition(filter, equalityCondition(field, value));
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
