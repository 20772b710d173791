import { fail, type Result, succeed } from '../result.ts';
import { toQueryText } from './query-text.ts';
import type { Search } from './search.ts';
import { searchToQuery } from './search-query.ts';

/** The text of one page's query. Fails with `invalid-input` for a field path or brand that has no text. */
export function pageQueryText(
  search: Search,
  page: { readonly frozenAt: string; readonly offset: number; readonly records: number },
  service: { readonly brand: string; readonly braced: boolean },
): Result<string> {
  const remaining =
    search.maxRecords === undefined ? {} : { remaining: Math.max(1, search.maxRecords - page.records) };
  const query = searchToQuery(search, { startedAt: page.frozenAt, offset: page.offset, ...remaining });
  try {
    return succeed(toQueryText(query, service));
  } catch (error) {
    if (error instanceof TypeError) return fail('invalid-input', error.message);
    throw error;
  }
}
