import type { Failure } from '../../../shared/result.ts';
import { emptySearchForm, type SearchForm } from '../../../shared/results/search-form.ts';

/**
 * The problem of a field of the search form or a part of one (`conditions.0.path`), with the invalid value. Undefined
 * if it is valid.
 */
export function problemOf(
  failure: Failure | null,
  field: keyof SearchForm | `conditions.${number}.${string}`,
): string | undefined {
  const problem = failure?.problems?.find(
    (candidate) => candidate.field === field || fieldOf(candidate.field) === field,
  );
  if (!problem) return undefined;
  const { value, message } = problem;
  return value === '' || message.includes(value) ? message : `“${value}”: ${message}`;
}

/** The failure without the problems shown at their fields; null if nothing remains. */
export function remainingFailure(failure: Failure | null): Failure | null {
  if (!failure) return null;
  const problems = (failure.problems ?? []).filter(
    ({ field }) => !Object.hasOwn(emptySearchForm, fieldOf(field)),
  );
  const allPlaced = problems.length === 0 && (failure.problems?.length ?? 0) > 0;
  return allPlaced ? null : { ...failure, problems };
}

/** The form field that shows a path: `regions` for `regions.0`, `sortField` for `sort.field`. */
function fieldOf(path: string): string {
  if (path === 'sort.field') return 'sortField';
  if (path === 'sort.sortOrder') return 'sortOrder';
  return path.split('.')[0] ?? path;
}
