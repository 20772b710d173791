import type { QueryKey } from '@tanstack/react-query';

/** Queries that do not depend on reviews unless their key mentions them, by the second word of the key. */
const queriesWithoutReviews: ReadonlySet<unknown> = new Set([
  'chip-ids',
  'counts',
  'distribution',
  'feed',
  'group-counts',
  'order-ledger',
  'parameters',
  'passes-of-record',
  'problems',
  'properties',
  'queue-rows',
  'record-processors',
  'records',
  'timeline',
]);

/** Whether a cached query may change when reviews change. `queryHash` is its key as text. */
export function dependsOnReviews({
  queryKey: [what, question],
  queryHash,
}: {
  readonly queryKey: QueryKey;
  readonly queryHash: string;
}): boolean {
  if (what !== 'results') return what === 'reviews' || what === 'team';
  return !queriesWithoutReviews.has(question) || /verdict|flagged|note|review/.test(queryHash);
}
