import type { QueryKey } from '@tanstack/react-query';

/** What says the same after a verdict as before, unless its question names reviews: by the second word of its key. */
const withoutReviews: ReadonlySet<unknown> = new Set([
  'chip-ids',
  'counts',
  'distribution',
  'feed',
  'group-counts',
  'order-ledger',
  'problems',
  'properties',
  'records',
  'timeline',
]);

/** Whether a cached answer may be another once reviews have changed. `queryHash` is its key as text. */
export function showsReviews({
  queryKey: [what, question],
  queryHash,
}: {
  readonly queryKey: QueryKey;
  readonly queryHash: string;
}): boolean {
  if (what !== 'results') return what === 'reviews';
  return !withoutReviews.has(question) || /verdict|flagged|note|review/.test(queryHash);
}
