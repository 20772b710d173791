import { isDeepStrictEqual } from 'node:util';
import type { Search } from '../../../shared/results/search.ts';
import type { StoredFetch } from '../workspace/workspace.ts';

/**
 * How many records a search will bring, from a former run of the same search that ended complete; undefined where that
 * says nothing about this one. It does only when the search has an end in the past that the former run had reached:
 * nothing that was uploaded since belongs to it.
 */
export function expectedRecords(search: Search, former: readonly StoredFetch[]): number | undefined {
  const { uploadedBefore } = search;
  if (uploadedBefore === undefined || search.maxRecords !== undefined) return undefined;
  const same = former.findLast(
    ({ job, search: asked, frozenAt }) =>
      job.state === 'complete' &&
      Date.parse(uploadedBefore) <= Date.parse(frozenAt) &&
      isDeepStrictEqual(withoutLayout(asked), withoutLayout(search)),
  );
  const records = same?.job.fetch?.records ?? 0;
  return records > 0 ? records : undefined;
}

/** How it is asked for changes nothing about what there is. */
function withoutLayout({ pageSize: _size, fields: _fields, sort: _sort, ...rest }: Search) {
  return rest;
}
