import { parseUtcInput } from '../../parse-utc-input.ts';
import type { DetectionField } from '../detection-field.ts';
import type { FilterExpression } from './filter-expression.ts';

type Operator = Extract<FilterExpression, { kind: 'compare' }>['operator'];

/**
 * The time span of a time literal: a day, a minute or a second means its whole duration, `to` exclusive. With
 * milliseconds it is one instant and `to` is null. ISO 8601 with milliseconds.
 */
export type LiteralTimeSpan = { readonly from: string; readonly to: string | null };

/** Reads a time literal; fails as `parseUtcInput` does. */
export function readTimeSpan(
  text: string,
): { readonly span: LiteralTimeSpan } | { readonly problem: string } {
  const instant = parseUtcInput(text);
  if (!instant.ok) return { problem: instant.failure.message };
  const length = spanLength(text.trim());
  const to = length === 0 ? null : new Date(Date.parse(instant.value) + length).toISOString();
  return { span: { from: instant.value, to } };
}

function spanLength(text: string): number {
  if (/\.\d/.test(text)) return 0;
  const colons = text.split(':').length - 1;
  return colons === 0 ? 86_400_000 : colons === 1 ? 60_000 : 1_000;
}

/** Builds a comparison of a time field with a span: `<= 2026-11-18` includes that whole day. */
export function compareWithSpan(
  field: DetectionField,
  operator: Operator,
  { from, to }: LiteralTimeSpan,
): FilterExpression {
  const compare = (how: Operator, value: string): FilterExpression => ({
    kind: 'compare',
    field,
    operator: how,
    value,
  });
  if (to === null) return compare(operator, from);
  switch (operator) {
    case '=':
      return { kind: 'and', parts: [compare('>=', from), compare('<', to)] };
    case '!=':
      return { kind: 'or', parts: [compare('<', from), compare('>=', to)] };
    case '>':
      return compare('>=', to);
    case '<=':
      return compare('<', to);
    case '>=':
    case '<':
      return compare(operator, from);
  }
}
