import { pageQueryText } from '../../../shared/results/page-query.ts';
import { splitSearch } from '../../../shared/results/split-search.ts';
import type { HistoryEntry } from '../../../shared/searches/search-history.ts';
import { texts } from './texts.ts';

/** Number of queries of a fetch, and the number of the one that it has reached, from 1; it may not be sent yet. */
export function countFetchQueries({ job }: Pick<HistoryEntry, 'job'>): {
  readonly count: number;
  readonly reached: number;
} {
  const { index, count } = job.fetch?.query ?? { index: 0, count: 1 };
  return { count, reached: index + 1 };
}

/**
 * The texts of all queries of a fetch as for their first pages, each of several below a comment with its number. The
 * first one was stored as it was sent; the others are printed again from the search.
 */
export function printFetchQueries(entry: HistoryEntry): string {
  const { search, queryText, frozenAt, brand } = entry;
  const { count, reached } = countFetchQueries(entry);
  if (count === 1) return queryText;
  const service = { brand, braced: queryText.trimStart().startsWith('{') };
  const page = { frozenAt, offset: 0, records: 0 };
  return splitSearch(search)
    .map((query, index) => {
      const printed = index === 0 ? queryText : textOf(pageQueryText(query, page, service));
      return `# ${texts.entry.queryNumber(index + 1, count, index < reached)}\n${printed}`;
    })
    .join('\n\n');
}

function textOf(printed: ReturnType<typeof pageQueryText>): string {
  return printed.ok ? printed.value : `# ${printed.failure.message}`;
}
