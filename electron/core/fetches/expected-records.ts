import { isDeepStrictEqual } from 'node:util';
import type { Search } from '../../../shared/results/search.ts';
import type { StoredFetch } from '../workspace/read/fetches.ts';

/**
 * The expected number of records of a search, from a complete earlier run of the same search. Undefined when there is
 * none. It is valid only when the search ends before that run was started: later uploads do not match it.
 */
export function expectedRecords(search: Search, former: readonly StoredFetch[]): number | undefined {
  const { uploadedBefore } = search;
  if (uploadedBefore === undefined || search.maxRecords !== undefined) return undefined;
  const same = former.findLast(
    ({ job, search: formerSearch, frozenAt }) =>
      job.state === 'complete' &&
      Date.parse(uploadedBefore) <= Date.parse(frozenAt) &&
      isDeepStrictEqual(withoutLayout(formerSearch), withoutLayout(search)),
  );
  const records = same?.job.fetch?.records ?? 0;
  return records > 0 ? records : undefined;
}

/** Page size, fields and sorting do not affect the number of records. */
function withoutLayout({ pageSize: _size, fields: _fields, sort: _sort, ...rest }: Search) {
  return rest;
}
