import { type Failure, fail } from '../result.ts';
import type { DetectionFilter } from './detection.ts';
import { parseExpression } from './expression/parse-expression.ts';

/** Why a filter cannot be used: `invalid-input` with the parser's message and where it points; or undefined. */
export function checkFilter({ expression }: DetectionFilter): Failure | undefined {
  if (expression === undefined) return undefined;
  const parsed = parseExpression(expression);
  if (parsed.ok) return undefined;
  const message = `${parsed.message} (at character ${parsed.at + 1})`;
  return fail('invalid-input', `The filter expression cannot be read. ${message}`, {
    problems: [{ field: 'expression', value: expression, message }],
  }).failure;
}

/** What asks for the detections of a filter, or for others. */
type Scope = { readonly kind: 'filter'; readonly filter: DetectionFilter } | { readonly kind: 'all' | 'ids' };

/** Why the detections of a scope cannot be told: as `checkFilter` says; or undefined. */
export function checkScope(scope: Scope): Failure | undefined {
  return scope.kind === 'filter' ? checkFilter(scope.filter) : undefined;
}
