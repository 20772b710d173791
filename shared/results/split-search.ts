import type { Search } from './search.ts';
import { searchPaths } from './search-paths.ts';

/**
 * Returns the searches whose results together are those of a search: one for each of its collection ranges and record
 * ids, since one query of the service takes neither several ranges of a field nor several ids (service.md, Queries).
 * Ranges that overlap are one: pages of records that are known already would look like paging that does not advance.
 * A search without lists is returned alone.
 */
export function splitSearch(search: Search): readonly Search[] {
  const { collectedRanges, recordIds, ...common } = search;
  const ranges = collectedRanges?.length ? mergeRanges(collectedRanges) : [undefined];
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

type Range = NonNullable<Search['collectedRanges']>[number];

/** The union of ranges, in order of time. Their bounds are exclusive, so ranges that only meet stay two. */
function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((one, other) => Date.parse(one.after) - Date.parse(other.after))) {
    const last = merged.at(-1);
    if (last && Date.parse(range.after) < Date.parse(last.before)) {
      const isLonger = Date.parse(range.before) > Date.parse(last.before);
      merged[merged.length - 1] = { after: last.after, before: isLonger ? range.before : last.before };
    } else merged.push(range);
  }
  return merged;
}

function later(instant: string | undefined, limit: string): string {
  return instant !== undefined && Date.parse(instant) > Date.parse(limit) ? instant : limit;
}

function earlier(instant: string | undefined, limit: string): string {
  return instant !== undefined && Date.parse(instant) < Date.parse(limit) ? instant : limit;
}
