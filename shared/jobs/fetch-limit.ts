import { formatQuantity } from '../format.ts';
import type { Job } from './job.ts';

/** The maximum at which a complete fetch ended, unless the service has no more; null for any other job. */
export function fetchLimitReached({
  state,
  fetch,
}: Job): { readonly maxRecords: number; readonly moreExist: boolean } | null {
  const { maxRecords, records = 0, recordsBeyondLimit = 'unknown' } = fetch ?? {};
  if (state !== 'complete' || maxRecords === undefined || records < maxRecords) return null;
  return recordsBeyondLimit === 'none' ? null : { maxRecords, moreExist: recordsBeyondLimit === 'exist' };
}

/** Whether the service returned no record at all to a complete fetch. A record that cannot be read is a problem. */
export function hasNoRecord({ state, fetch }: Pick<Job, 'state' | 'fetch'>): boolean {
  return state === 'complete' && fetch?.records === 0 && fetch.problems === 0;
}

/** Whether a fetch is complete without a record. Runs of saved searches, which find nothing new as a rule, are not meant. */
export function isEmptyFetch({ state, fetch }: Job): boolean {
  return hasNoRecord({ state, fetch }) && fetch?.searchId === undefined;
}

/** Text that a fetch ended at its maximum, and whether more exist; null for any other job. */
export function describeFetchLimit(job: Job): string | null {
  const limit = fetchLimitReached(job);
  if (!limit) return null;
  const more = limit.moreExist ? 'more exist' : 'whether more exist is not known';
  return `Stopped at your limit of ${formatQuantity(limit.maxRecords, 'record')}; ${more}`;
}
