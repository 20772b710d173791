import type { Condition, Scalar } from './query.ts';
import type { SearchInput } from './search.ts';
import { searchPaths } from './search-paths.ts';

type PathCondition = { readonly path: string; readonly condition: Condition };
type FormFields = Pick<
  SearchInput,
  | 'regions'
  | 'analytics'
  | 'uploadedAfter'
  | 'uploadedBefore'
  | 'collectedAfter'
  | 'collectedBefore'
  | 'conditions'
>;

/**
 * Moves conditions to the form fields for them, as far as those are still empty: equal or any of regions and analytics,
 * after and before times. The others stay conditions; the query does not change.
 */
export function assignConditions(filled: FormFields, conditions: readonly PathCondition[]): FormFields {
  const fields: FormFields = { ...filled };
  const rest: { path: string; condition: Condition }[] = [];
  for (const { path, condition } of conditions) {
    const remaining = { ...condition };
    if (path === searchPaths.region) assignNames(fields, 'regions', remaining);
    else if (path === searchPaths.analytic) assignNames(fields, 'analytics', remaining);
    else if (path === searchPaths.uploadTime)
      assignTimes(fields, 'uploadedAfter', 'uploadedBefore', remaining);
    else if (path === searchPaths.collected)
      assignTimes(fields, 'collectedAfter', 'collectedBefore', remaining);
    if (Object.keys(remaining).length > 0) rest.push({ path, condition: remaining });
  }
  if (rest.length > 0) fields.conditions = rest;
  return fields;
}

function assignNames(fields: FormFields, member: 'regions' | 'analytics', condition: Condition): void {
  if (fields[member].length > 0) return;
  const { eq, or } = condition;
  if (eq !== undefined && isName(eq)) {
    fields[member] = [eq];
    delete condition.eq;
  } else if (or?.every(isName)) {
    fields[member] = [...new Set(or)];
    delete condition.or;
  }
}

/** Names are trimmed when a search is parsed, so a name with surrounding spaces must stay a condition. */
function isName(value: Scalar): value is string {
  return typeof value === 'string' && value !== '' && value.trim() === value;
}

function assignTimes(
  fields: FormFields,
  after: 'uploadedAfter' | 'collectedAfter',
  before: 'uploadedBefore' | 'collectedBefore',
  condition: Condition,
): void {
  if (typeof condition.gt === 'string' && fields[after] === undefined) {
    fields[after] = condition.gt;
    delete condition.gt;
  }
  if (typeof condition.lt === 'string' && fields[before] === undefined) {
    fields[before] = condition.lt;
    delete condition.lt;
  }
}
