import type { Condition, ResultsQuery, Sort } from './query.ts';
import type { Search } from './search.ts';

/** Paths of the record schema that a search filters on (results document, 2.1 to 2.5). */
const paths = {
  uploadTime: 'uploadTime',
  analytic: 'content.processors.processorName',
  region: 'content.processors.parameters.dissemination.region',
  collected: 'content.sensorData.startTimeUTC',
} as const;

const oldestFirst: Sort = { field: paths.uploadTime, sortOrder: 'ASC' };

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
  const conditions: [path: string, condition: Condition | undefined][] = [
    [paths.uploadTime, between(search.uploadedAfter, earlier(search.uploadedBefore, position.startedAt))],
    [paths.region, oneOf(search.regions)],
    [paths.analytic, oneOf(search.analytics)],
    [paths.collected, between(search.collectedAfter, search.collectedBefore)],
  ];
  return {
    filters: conditions.flatMap(([path, condition]) => (condition ? [{ path, condition }] : [])),
    limit: Math.min(search.pageSize, position.remaining ?? search.pageSize),
    offset: position.offset,
    sortBy: search.sort ?? oldestFirst,
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
  return advice;
}

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

function isComplete(sort: Sort): boolean {
  return sort.field === oldestFirst.field && sort.sortOrder === oldestFirst.sortOrder;
}
