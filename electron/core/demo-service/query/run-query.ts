import type { DemoEntry } from '../data/record.ts';
import { compare, matches, ownMember } from './filter.ts';
import { project } from './projection.ts';
import type { RecordQuery } from './read-query.ts';
import { rootFieldName } from './record-schema.ts';

/** The response to a query (service.md, Queries). */
export type QueryResponse = {
  readonly paginationInfo: { readonly nextOffset?: number; readonly recordsInPage: number };
  readonly data: Readonly<Record<string, readonly unknown[]>>;
};

/**
 * Runs a query on a list of entries.
 *
 * With a filter on the region, what the user may not see is left out before paging, so pages are full. Without
 * one, offsets count all records and a page is shortened by what the user may not see.
 */
export function runQuery(
  query: RecordQuery,
  entries: readonly DemoEntry[],
  maySee: (entry: DemoEntry) => boolean,
  brand: string,
): QueryResponse {
  const { filter, offset, limit } = query;
  const candidates = query.hasRegionFilter ? entries.filter(maySee) : entries;
  const matched =
    filter === undefined ? candidates : candidates.filter(({ record }) => matches(filter, record));
  const sorted = query.sort === undefined ? matched : sortEntries(matched, query.sort);
  const page = sorted.slice(offset, offset + limit).filter(maySee);
  return {
    paginationInfo: {
      ...(offset + limit < sorted.length && { nextOffset: offset + limit }),
      recordsInPage: page.length,
    },
    data: { [rootFieldName(brand)]: page.map(({ record }) => project(query.projection, record)) },
  };
}

/** Sorted by the first value at the path; entries without one come last. The sort is stable. */
function sortEntries(entries: readonly DemoEntry[], sort: NonNullable<RecordQuery['sort']>): DemoEntry[] {
  const direction = sort.isDescending ? -1 : 1;
  return entries
    .map((entry) => ({ entry, value: firstValueAt(entry.record, sort.path) }))
    .sort((one, other) => {
      if (one.value === undefined || other.value === undefined) {
        return Number(one.value === undefined) - Number(other.value === undefined);
      }
      return (compare(one.value, other.value) || 0) * direction;
    })
    .map(({ entry }) => entry);
}

/** The first scalar at a path, searching lists; undefined when there is none. */
function firstValueAt(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = firstValueAt(item, path);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const [name, ...rest] = path;
  if (name !== undefined) return firstValueAt(ownMember(value, name), rest);
  return typeof value === 'object' ? undefined : value;
}
