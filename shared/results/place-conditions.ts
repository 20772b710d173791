import type { Condition, Scalar } from './query.ts';
import type { SearchInput } from './search.ts';
import { searchPaths } from './search-paths.ts';

type PathCondition = { readonly path: string; readonly condition: Condition };
type Placed = Pick<
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
 * Puts conditions where the results form has a field of its own for them, as far as that field is still empty: equal
 * or any of regions and analytics, after and before times. What remains stays a condition; the same is asked for.
 */
export function placeConditions(filled: Placed, conditions: readonly PathCondition[]): Placed {
  const placed: Placed = { ...filled };
  const rest: { path: string; condition: Condition }[] = [];
  for (const { path, condition } of conditions) {
    const remaining = { ...condition };
    if (path === searchPaths.region) placeNames(placed, 'regions', remaining);
    else if (path === searchPaths.analytic) placeNames(placed, 'analytics', remaining);
    else if (path === searchPaths.uploadTime)
      placeTimes(placed, 'uploadedAfter', 'uploadedBefore', remaining);
    else if (path === searchPaths.collected)
      placeTimes(placed, 'collectedAfter', 'collectedBefore', remaining);
    if (Object.keys(remaining).length > 0) rest.push({ path, condition: remaining });
  }
  if (rest.length > 0) placed.conditions = rest;
  return placed;
}

function placeNames(placed: Placed, member: 'regions' | 'analytics', condition: Condition): void {
  if (placed[member].length > 0) return;
  const { eq, or } = condition;
  if (eq !== undefined && isName(eq)) {
    placed[member] = [eq];
    delete condition.eq;
  } else if (or?.every(isName)) {
    placed[member] = [...new Set(or)];
    delete condition.or;
  }
}

/** Names are trimmed when a search is read, so one with spaces around it has to stay a condition. */
function isName(value: Scalar): value is string {
  return typeof value === 'string' && value !== '' && value.trim() === value;
}

function placeTimes(
  placed: Placed,
  after: 'uploadedAfter' | 'collectedAfter',
  before: 'uploadedBefore' | 'collectedBefore',
  condition: Condition,
): void {
  if (typeof condition.gt === 'string' && placed[after] === undefined) {
    placed[after] = condition.gt;
    delete condition.gt;
  }
  if (typeof condition.lt === 'string' && placed[before] === undefined) {
    placed[before] = condition.lt;
    delete condition.lt;
  }
}
