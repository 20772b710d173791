import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import type { FilterExpression } from '../../../../shared/results/expression/filter-expression.ts';
import { parseExpression } from '../../../../shared/results/expression/parse-expression.ts';
import { printExpression } from '../../../../shared/results/expression/print-expression.ts';
import type { CellValue } from '../../../../shared/results/field-value.ts';
import type { ReviewState } from '../../../../shared/review/review.ts';

/** The filter that leaves, of what it left before, only detections with this value, or with none where it is null. */
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
  return withCondition(filter, equalTo(field, value));
}

/** The filter without detections of this value, or of none where it is null. Absent values stay when one is excluded. */
export function excludeValue(
  filter: DetectionFilter,
  field: DetectionField,
  value: CellValue,
): DetectionFilter {
  const condition = equalTo(field, value);
  return withCondition(filter, condition.kind === 'not' ? condition.part : { kind: 'not', part: condition });
}

/** The filter with one more condition in its expression. */
export function withCondition(filter: DetectionFilter, condition: FilterExpression): DetectionFilter {
  const { expression } = filter;
  if (!expression) return { ...filter, expression: printExpression(condition) };
  const parsed = parseExpression(expression);
  // What cannot be read stays as it is, and is refused as a whole.
  if (!parsed.ok) return { ...filter, expression: `(${expression}) and ${printExpression(condition)}` };
  const parts = partsOf(parsed.expression);
  const known = new Set(parts.map(printExpression));
  const more = partsOf(condition).filter((part) => !known.has(printExpression(part)));
  if (more.length === 0) return filter;
  return { ...filter, expression: printExpression({ kind: 'and', parts: [...parts, ...more] }) };
}

function partsOf(expression: FilterExpression): readonly FilterExpression[] {
  return expression.kind === 'and' ? expression.parts : [expression];
}

function equalTo(field: DetectionField, value: CellValue): FilterExpression {
  if (value === null) return { kind: 'not', part: { kind: 'present', field } };
  return { kind: 'compare', field, operator: '=', value: isTime(field) ? toInstant(value) : value };
}

function isTime(field: DetectionField): boolean {
  return field === 'collected' || field === 'uploaded';
}

/** Records give times in several ways of ISO 8601. */
function toInstant(value: string | number | boolean): string {
  const time = new Date(String(value));
  return Number.isNaN(time.getTime()) ? String(value) : time.toISOString();
}
