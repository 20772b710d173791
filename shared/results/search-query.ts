import { fail, type Result, succeed } from '../result.ts';
import type { Condition, ResultsQuery, Sort } from './query.ts';
import { type QueryTextOptions, toQueryText } from './query-text.ts';
import type { Search } from './search.ts';
import { searchPaths } from './search-paths.ts';

const oldestFirst: Sort = { field: searchPaths.uploadTime, sortOrder: 'ASC' };

/** Where a fetch stands. */
export type FetchPosition = {
  /** UTC instant in ISO 8601 at which the fetch began. Records uploaded from then on are left to the next fetch. */
  readonly startedAt: string;
  /** Offset of the page to ask for. */
  readonly offset: number;
  /** How many records are still wanted at most; absent when all are. At least 1. */
  readonly remaining?: number;
};

/**
 * The query for one page of a search.
 *
 * The upload time is held below `startedAt`, so that records that arrive meanwhile cannot shift the pages; an earlier
 * `uploadedBefore` of the search holds instead.
 */
export function searchToQuery(search: Search, position: FetchPosition): ResultsQuery {
  const uploadedBefore = earlier(search.uploadedBefore, position.startedAt);
  return {
    ...searchQuestion({ ...search, uploadedBefore }),
    limit: Math.min(search.pageSize, position.remaining ?? search.pageSize),
    offset: position.offset,
  };
}

/** What a search asks for, whatever the page: its `limit` is how many records are wanted in all. */
export function searchQuestion(search: Search): ResultsQuery {
  const { assignedId, uploadTime, region, analytic, collected } = searchPaths;
  const placed: [path: string, condition: Condition | undefined][] = [
    [uploadTime, between(search.uploadedAfter, search.uploadedBefore)],
    [region, oneOf(search.regions)],
    [analytic, oneOf(search.analytics)],
    [collected, between(search.collectedAfter, search.collectedBefore)],
  ];
  const wantedId = search.conditions.find(({ path }) => path === assignedId)?.condition.eq;
  return {
    ...(typeof wantedId === 'string' ? { assignedId: wantedId } : {}),
    filters: [
      ...placed.flatMap(([path, condition]) => (condition ? [{ path, condition }] : [])),
      ...search.conditions.filter(({ path }) => path !== assignedId || typeof wantedId !== 'string'),
    ],
    ...(search.maxRecords === undefined ? {} : { limit: search.maxRecords }),
    sortBy: search.sort ?? oldestFirst,
    fields: search.fields,
  };
}

/** What the analyst should know about a search before it is sent, one sentence or two each; empty when nothing. */
export function searchAdvice(search: Search): string[] {
  const advice: string[] = [];
  if (search.regions.length === 0) {
    advice.push(
      'No region is chosen: pages may be shorter than the page size, because records are filtered by your permissions. Choose a region for full pages.',
    );
  }
  if (isEmptyRange(search.uploadedAfter, search.uploadedBefore)) {
    advice.push('The upload times leave nothing between them. Choose an end later than the start.');
  }
  if (isEmptyRange(search.collectedAfter, search.collectedBefore)) {
    advice.push('The collection times leave nothing between them. Choose an end later than the start.');
  }
  if (search.sort && !isComplete(search.sort)) {
    advice.push(
      'With this sort order, records that change while pages are fetched may be missed. Sort by upload time, oldest first, to get all of them.',
    );
  }
  if (search.fields !== 'all') advice.push(partialAdvice[search.fields]);
  return advice;
}

const partialAdvice = {
  'without-features':
    'The records come without their features, so no detections come with them. A record that is known in full stays as it is.',
  headers:
    'Only the headers come: no detections, sensors, analytics or regions. A record that is known in full stays as it is.',
} as const;

function oneOf(values: readonly string[]): Condition | undefined {
  const unique = [...new Set(values)];
  if (unique.length > 1) return { or: unique };
  return unique[0] === undefined ? undefined : { eq: unique[0] };
}

function between(after: string | undefined, before: string | undefined): Condition | undefined {
  if (after === undefined && before === undefined) return undefined;
  return {
    ...(after === undefined ? {} : { gt: after }),
    ...(before === undefined ? {} : { lt: before }),
  };
}

function earlier(instant: string | undefined, limit: string): string {
  return instant !== undefined && Date.parse(instant) < Date.parse(limit) ? instant : limit;
}

function isEmptyRange(after: string | undefined, before: string | undefined): boolean {
  return after !== undefined && before !== undefined && Date.parse(after) >= Date.parse(before);
}

/** Whether records that change while pages are fetched cannot be missed in this order. */
export function isComplete(sort: Sort): boolean {
  return sort.field === oldestFirst.field && sort.sortOrder === oldestFirst.sortOrder;
}

/**
 * The text of what a search asks, as it can be edited and read back (`readQueryText`); a fetch adds its pages and holds
 * the upload time below its start. Fails with `invalid-input` for what has no text.
 */
export function searchText(search: Search, options: QueryTextOptions): Result<string> {
  try {
    return succeed(toQueryText(searchQuestion(search), options));
  } catch (error) {
    if (error instanceof TypeError) return fail('invalid-input', error.message);
    throw error;
  }
}
