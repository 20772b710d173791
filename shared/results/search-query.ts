import { formatCount, formatQuantity, formatUtc } from '../format.ts';
import { fail, type Result, succeed } from '../result.ts';
import type { KnownNames } from './detection.ts';
import { hasFeatures } from './field-list.ts';
import type { Condition, ResultsQuery, Sort } from './query.ts';
import { type QueryTextOptions, toQueryText } from './query-text.ts';
import type { Search } from './search.ts';
import { searchPaths } from './search-paths.ts';
import { findUnknownNames } from './unknown-names.ts';

const oldestFirst: Sort = { field: searchPaths.uploadTime, sortOrder: 'ASC' };

/** The position of a fetch. */
export type FetchPosition = {
  /** Start of the fetch, UTC instant in ISO 8601. Later uploads are left to the next fetch. */
  readonly startedAt: string;
  /** Offset of the page to fetch. */
  readonly offset: number;
  /** Maximum number of records still to fetch, at least 1; absent without a limit. */
  readonly remaining?: number;
};

/**
 * Returns the query for one page of a search.
 *
 * The upload time is limited to before `startedAt`, so that records uploaded during the fetch cannot shift the pages.
 * An earlier `uploadedBefore` of the search has priority.
 */
export function searchToQuery(search: Search, position: FetchPosition): ResultsQuery {
  const uploadedBefore = earlier(search.uploadedBefore, position.startedAt);
  return {
    ...searchToBaseQuery({ ...search, uploadedBefore }),
    limit: Math.min(search.pageSize, position.remaining ?? search.pageSize),
    offset: position.offset,
  };
}

/**
 * Returns the query of a search without paging: its `limit` is the total number of records, its `offset` the first one.
 * Collection ranges and record ids are not in it (`splitSearch`).
 */
export function searchToBaseQuery(search: Search): ResultsQuery {
  const { assignedId, uploadTime, region, analytic, collected } = searchPaths;
  const fieldConditions: [path: string, condition: Condition | undefined][] = [
    [uploadTime, between(search.uploadedAfter, search.uploadedBefore)],
    [region, oneOf(search.regions)],
    [analytic, oneOf(search.analytics)],
    [collected, between(search.collectedAfter, search.collectedBefore)],
  ];
  const requestedId = search.conditions.find(({ path }) => path === assignedId)?.condition.eq;
  return {
    ...(typeof requestedId === 'string' ? { assignedId: requestedId } : {}),
    filters: [
      ...fieldConditions.flatMap(([path, condition]) => (condition ? [{ path, condition }] : [])),
      ...search.conditions.filter(({ path }) => path !== assignedId || typeof requestedId !== 'string'),
    ],
    ...(search.maxRecords === undefined ? {} : { limit: search.maxRecords }),
    ...(search.startOffset === undefined ? {} : { offset: search.startOffset }),
    sortBy: search.sort ?? oldestFirst,
    fields: search.fields,
  };
}

/** Describes what a search without a result requested, and its names that are not known: a sentence each. */
export function describeEmptyResult(search: Search, known: KnownNames): string[] {
  const { regions, analytics, conditions, collectedRanges = [], recordIds = [] } = search;
  const parts = [
    ...(regions.length > 0 ? [`region ${regions.join(' or ')}`] : []),
    ...(analytics.length > 0 ? [`analytic ${analytics.join(' or ')}`] : []),
    ...describeSpan('collected', search.collectedAfter, search.collectedBefore),
    ...describeSpan('uploaded', search.uploadedAfter, search.uploadedBefore),
    ...(collectedRanges.length > 0 ? [formatQuantity(collectedRanges.length, 'time range')] : []),
    ...(recordIds.length > 0 ? [formatQuantity(recordIds.length, 'record id')] : []),
    ...(search.startOffset === undefined ? [] : [`from record ${formatCount(search.startOffset + 1)}`]),
    ...(conditions.length > 0 ? [formatQuantity(conditions.length, 'further condition')] : []),
  ];
  const requested = parts.length > 0 ? `Requested: ${parts.join('; ')}.` : 'Requested: all records.';
  return [
    `${requested} Records that your account may not read are not listed by the service.`,
    ...findUnknownNames(search, known).map(({ message }) => message),
  ];
}

function describeSpan(what: string, after: string | undefined, before: string | undefined): string[] {
  const words = [
    ...(after === undefined ? [] : [`after ${formatUtc(after)}`]),
    ...(before === undefined ? [] : [`before ${formatUtc(before)}`]),
  ];
  return words.length > 0 ? [`${what} ${words.join(' and ')}`] : [];
}

/**
 * Returns warnings about a search before it is sent, one or two sentences each. `isOfOrder`: it was made from an order,
 * whose region the user cannot choose.
 */
export function searchWarnings(search: Search, isOfOrder = false): string[] {
  const warnings: string[] = [];
  if (search.startOffset !== undefined) {
    warnings.push(
      `The fetch starts at record ${formatCount(search.startOffset + 1)}. The records before it are left out.`,
    );
  }
  // A query for one record has one page.
  const isOfRecords =
    (search.recordIds?.length ?? 0) > 0 ||
    search.conditions.some(({ path }) => path === searchPaths.assignedId);
  if (search.regions.length === 0 && !isOfRecords) {
    warnings.push(
      isOfOrder
        ? 'The region of the order is not known, so records of all regions are requested. Pages may be shorter than the page size, because records are filtered by your permissions.'
        : 'No region is chosen: pages may be shorter than the page size, because records are filtered by your permissions. Choose a region for full pages.',
    );
  }
  if (isEmptyRange(search.uploadedAfter, search.uploadedBefore)) {
    warnings.push('The upload times leave nothing between them. Choose an end later than the start.');
  }
  if (isEmptyRange(search.collectedAfter, search.collectedBefore)) {
    warnings.push('The collection times leave nothing between them. Choose an end later than the start.');
  }
  if (search.sort && !isCompleteSort(search.sort)) {
    warnings.push(
      'With this sort order, records that change while pages are fetched may be missed. Sort by upload time, oldest first, to get all of them.',
    );
  }
  if (search.fields !== 'all') {
    const missing =
      search.fields === 'headers'
        ? 'Only the headers come: no detections, sensors, analytics or regions.'
        : hasFeatures(search.fields)
          ? 'Not all fields of the records come. What was not fetched is shown as such.'
          : 'The records come without their features, so no detections come with them.';
    warnings.push(
      `${missing} Records that are known keep their other fields; those that have changed on the service keep their former values until all of their known fields are fetched again.`,
    );
  }
  return warnings;
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

/** Whether this sort order cannot miss records that change while pages are fetched. */
export function isCompleteSort(sort: Sort): boolean {
  return sort.field === oldestFirst.field && sort.sortOrder === oldestFirst.sortOrder;
}

/**
 * Returns the query text of a search, which can be edited and read back (`readQueryText`). A fetch adds paging and
 * limits the upload time to before its start. Fails with `invalid-input` for a search that cannot be printed.
 */
export function searchQueryText(search: Search, options: QueryTextOptions): Result<string> {
  try {
    return succeed(toQueryText(searchToBaseQuery(search), options));
  } catch (error) {
    if (error instanceof TypeError) return fail('invalid-input', error.message);
    throw error;
  }
}
