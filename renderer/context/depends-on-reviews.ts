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
  queryKey: [topic, name],
  queryHash,
}: {
  readonly queryKey: QueryKey;
  readonly queryHash: string;
}): boolean {
  if (topic !== 'results') return topic === 'reviews' || topic === 'team';
  return !queriesWithoutReviews.has(name) || /verdict|flagged|note|review/.test(queryHash);
}
