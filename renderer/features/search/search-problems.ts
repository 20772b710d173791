import type { Failure } from '../../../shared/result.ts';
import { emptySearchForm, type SearchForm } from '../../../shared/results/search-form.ts';

/**
 * What is wrong with a field of the results form, or with a part of one (`conditions.0.path`): its value and what would
 * be right; undefined when nothing is.
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
  const problems = (failure.problems ?? []).filter(({ field }) => !(fieldOf(field) in emptySearchForm));
  const allPlaced = problems.length === 0 && (failure.problems?.length ?? 0) > 0;
  return allPlaced ? null : { ...failure, problems };
}

/** `regions.0` and `sort.field` belong to the fields that show them. */
function fieldOf(path: string): string {
  if (path === 'sort.field') return 'sortField';
  if (path === 'sort.sortOrder') return 'sortOrder';
  return path.split('.')[0] ?? path;
}
