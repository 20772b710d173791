import type { Search } from './search.ts';
import { searchPaths } from './search-paths.ts';

/**
 * Returns the searches whose results together are those of a search: one for each of its collection ranges and record
 * ids, since one query of the service takes neither several ranges of a field nor several ids (results document, 4.2).
 * A search without lists is returned alone.
 */
export function splitSearch(search: Search): readonly Search[] {
  const { collectedRanges, recordIds, ...common } = search;
  const ranges = collectedRanges?.length ? collectedRanges : [undefined];
  const ids = recordIds?.length ? recordIds : [undefined];
  return ranges.flatMap((range) =>
    ids.map((id) => ({
      ...common,
      ...(range && {
        collectedAfter: later(common.collectedAfter, range.after),
        collectedBefore: earlier(common.collectedBefore, range.before),
      }),
      ...(id !== undefined && {
        conditions: [{ path: searchPaths.assignedId, condition: { eq: id } }, ...common.conditions],
      }),
    })),
  );
}

function later(instant: string | undefined, limit: string): string {
  return instant !== undefined && Date.parse(instant) > Date.parse(limit) ? instant : limit;
}

function earlier(instant: string | undefined, limit: string): string {
  return instant !== undefined && Date.parse(instant) < Date.parse(limit) ? instant : limit;
}
