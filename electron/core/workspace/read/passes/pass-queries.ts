import { foldText } from '../../../../../shared/fold-text.ts';
import type { Region } from '../../../../../shared/geo/region.ts';
import { examinesAll } from '../../../../../shared/imaging/find-area-imagings.ts';
import { type MeasuredArea, shareImaged } from '../../../../../shared/imaging/imaged-area.ts';
import type { AreaPassesRequest } from '../../../../../shared/passes/area-pass.ts';
import { createOutlinePacker } from '../../../../../shared/passes/outline-feed.ts';
import type {
  Pass,
  PassAreaSharesRequest,
  PassDetail,
  PassOutline,
  PassPageRequest,
  PassPageResult,
  PassQuery,
  PassRecord,
  PassRow,
  PassShareRequest,
  PassStop,
  PassStopsRequest,
  ReportedPass,
} from '../../../../../shared/passes/pass.ts';
import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import { placesOfFilter } from '../../../../../shared/results/expression/lift-conditions.ts';
import { filtersSingleDetections } from '../../../../../shared/results/filters-single-detections.ts';
import { inRanges, isSteps, type Steps } from '../../../base/steps.ts';
import type { Sql } from '../../file/sql.ts';
import type { StoredDetections } from '../memory/column-store.ts';
import type { DetectionMemory, QueryNeeds } from '../memory/detection-memory.ts';
import { filterCacheKey } from '../memory/filter-mask.ts';
import { findPosition } from '../memory/find-position.ts';
import { countMatches } from '../memory/mask-operations.ts';
import { forEachRow } from '../memory/rows-in-steps.ts';
import { sortInSteps } from '../memory/sort-in-steps.ts';
import type { DefineQuery } from '../query.ts';
import { liftFilter, type QueryCache } from '../query-cache.ts';
import { countPlacePasses, findAreaPasses } from './area-passes.ts';
import { type ArrangedGroup, createPassComparator, groupPasses, sortGroups } from './arrange-passes.ts';
import {
  createFootprintOutlines,
  type FootprintOutlines,
  selectFootprints,
  tryDecodeGeometry,
} from './footprint-outlines.ts';
import type { LoadedPasses, PassLoader } from './load-passes.ts';
import {
  analyticsOfPasses,
  countByGroup,
  countByPass,
  idsOfPass,
  type PassCounts,
  portsOfDetections,
} from './pass-counts.ts';
import { areaOf, filterPasses, measureBox, passFilterMembers } from './pass-filter.ts';
import { readAnalytics, readPassOutlines, readPassRecords, readSquareMetres } from './pass-rows.ts';
import type { PassTable, StoredPass } from './read-passes.ts';
import { sortByTime } from './sort-by-time.ts';

/** Creates the queries over the images from which the workspace's records were made. */
export function createPassQueries(
  query: DefineQuery,
  sql: Sql,
  memory: DetectionMemory,
  loader: PassLoader,
  caches: QueryCaches,
) {
  const states = new WeakMap<LoadedPasses, PassState>();
  function* readContext(detections: StoredDetections): Steps<QueryContext> {
    const passes = yield* loader.readInSteps(detections);
    const loaded = states.get(passes) ?? {
      ...passes,
      outlines: createFootprintOutlines(sql, yield* portsOfDetections(memory, detections, passes)),
    };
    states.set(passes, loaded);
    return { sql, memory, ...caches, detections, loaded };
  }
  const passQuery = <Args extends readonly unknown[], Result>(
    needs: (...args: Args) => QueryNeeds,
    read: (context: QueryContext, ...args: Args) => Result | Steps<Result>,
  ) =>
    query(needs, function* (detections, ...args: Args): Steps<Result> {
      const result = read(yield* readContext(detections), ...args);
      return isSteps(result) ? yield* result : result;
    });
  return {
    /** A page of the images that match a filter, including those without detections. */
    passPage: passQuery(({ filter }: PassPageRequest) => ({ filter }), readPage),
    passDetail: passQuery((_key: string) => ({}), readDetail),
    /** Images as the map draws them, in the order of their keys; those that are not there are left out. */
    passOutlines: passQuery((_keys: readonly string[]) => ({}), readOutlines),
    /** A filter that only the detections of an image match. */
    passFilter: passQuery((_key: string) => ({}), createPassFilter),
    /** Ids of the detections of an image, ascending. */
    passIds: passQuery((_key: string) => ({}), readIds),
    /** The images that show a part of a view, the earliest first; those without a time come last. */
    passStops: passQuery((_request: PassStopsRequest) => ({}), readStops),
    /** Keys of the images whose footprint covers the place of one of these detections. */
    passesCovering: passQuery((_ids: readonly number[]) => ({}), readCovering),
    /** The share of a view that an image shows, 0…1; 0 without a footprint, and when there is no such image. */
    passShare: passQuery((_request: PassShareRequest) => ({}), readShare),
    /** The share of a filter's area that each image shows, 0…1; null without an area or a footprint. */
    passAreaShares: passQuery((_request: PassAreaSharesRequest) => ({}), readAreaShares),
    /** The workspace's records made from an image; none when there is no such image. */
    passRecords: passQuery((_key: string) => ({}), readRecords),
    /** Keys of the images of a record, in its order: a change result compares two. */
    passesOfRecord: passQuery((_recordId: string) => ({}), readPassKeysOfRecord),
    /** The images that `passPage` lists, by time, with their footprints. */
    passReport: passQuery((filter: DetectionFilter) => ({ filter }), readReport),
    /** The passes over areas by the images that match a filter, and what was found in each. */
    areaPasses: passQuery(({ filter }: AreaPassesRequest) => ({ filter }), readPassesOfAreas),
    /** Number of matching images that show a place, by the name of its port. */
    placePassCounts: passQuery((filter: DetectionFilter) => ({ filter }), readPlacePassCounts),
    /** The footprints of the images that match a filter, each image once: packed for the map. */
    passCoverage: passQuery((filter: DetectionFilter) => ({ filter }), packCoverage),
  };
}

/** The images and their outlines. */
type PassState = LoadedPasses & { readonly outlines: FootprintOutlines };

/** Results that a verdict makes invalid, and those that it does not. */
type QueryCaches = { readonly cache: QueryCache; readonly rowsCache: QueryCache };

type QueryContext = QueryCaches & {
  readonly sql: Sql;
  readonly memory: DetectionMemory;
  readonly detections: StoredDetections;
  readonly loaded: PassState;
};

/** A result that depends on the images alone. */
function cacheByPasses<T>(
  { rowsCache, loaded }: QueryContext,
  key: readonly unknown[],
  make: () => Steps<T>,
): Steps<T> {
  return rowsCache.inSteps(`passes ${loaded.version} ${JSON.stringify(key)}`, make);
}

/** The members of a filter that apply to images, also where they are written in its expression. */
function imageMembers({ sql, cache }: QueryContext, filter: DetectionFilter): DetectionFilter {
  const lifted = liftFilter(sql, cache, filter);
  const places = placesOfFilter(lifted);
  return { ...passFilterMembers(lifted), ...(places ? { places: [...places] } : {}) };
}

function matchingKey(context: QueryContext, filter: DetectionFilter): string {
  const { detections } = context;
  const members = imageMembers(context, filter);
  // What a fetch found unchanged raises no version.
  const isOfFetches = members.fetchId !== undefined || members.searchId !== undefined;
  return JSON.stringify([members, isOfFetches ? detections.fileState : null]);
}

function selectMatchingPasses(context: QueryContext, filter: DetectionFilter): Steps<Uint32Array> {
  const { sql, loaded } = context;
  return cacheByPasses(context, ['matching', matchingKey(context, filter)], () =>
    filterPasses(sql, loaded.table, loaded.outlines, imageMembers(context, filter)),
  );
}

/** The passes that match a filter, and those with a matching detection, whose footprint may be missing or wrong. */
function* selectListedPasses(context: QueryContext, filter: DetectionFilter): Steps<Uint32Array> {
  const matching = yield* selectMatchingPasses(context, filter);
  const { detections } = yield* readCounts(context, filter);
  const listed = new Set(matching);
  const found = context.loaded.table.passes.keys().filter((at) => (detections[at] as number) > 0);
  const others = [...found].filter((at) => !listed.has(at));
  return others.length === 0 ? matching : Uint32Array.from([...matching, ...others]).sort();
}

function readCounts(
  { memory, cache, detections, loaded }: QueryContext,
  filter: DetectionFilter,
): Steps<PassCounts> {
  const key = `passes counted ${loaded.version} ${filterCacheKey(detections, filter)}`;
  return cache.inSteps(key, () => countByPass(memory, detections, loaded.table, loaded.column, filter));
}

type ArrangedRows = {
  readonly groups: readonly ArrangedGroup[] | undefined;
  /** Rows in their order: the index of an image, or −1 and below for the heading of group 0 and on. */
  readonly rows: Int32Array;
  readonly passes: number;
  /** Number without the filter. */
  readonly unfiltered: number;
  readonly withoutFootprint: number;
};

function* arrangeRows(context: QueryContext, request: PassQuery): Steps<ArrangedRows> {
  const { cache, detections, loaded } = context;
  const { filter, text, onlyMatching, groupBy, tolerance, sort, collapsed } = request;
  const matching = yield* selectListedPasses(context, filter);
  const listed = [
    filterCacheKey(detections, filter),
    text,
    onlyMatching,
    groupBy,
    tolerance,
    sort,
    collapsed,
  ];
  return yield* cache.inSteps(`passes ${loaded.version} ${JSON.stringify(listed)}`, () =>
    arrangeMatching(context, request, matching),
  );
}

function* arrangeMatching(
  context: QueryContext,
  { filter, text, onlyMatching = false, groupBy, tolerance, sort, collapsed }: PassQuery,
  matching: Uint32Array,
): Steps<ArrangedRows> {
  const { table, outlines } = context.loaded;
  const counts = yield* readCounts(context, filter);
  // Grouped before the text and the detections are considered, so that a group is the same for all of them.
  const isByImages = matching === (yield* selectMatchingPasses(context, filter));
  const key = isByImages ? imageMembers(context, filter) : [...matching];
  const groupsKey = ['groups', key, groupBy, tolerance, matching.length];
  const found = yield* cacheByPasses(context, groupsKey, () =>
    groupPasses(table, outlines, matching, { groupBy, tolerance }),
  );
  const hasText = yield* findText(table, outlines, text);
  // By default, images with no matching detection stay: that there is none is a result, too.
  const needsDetection =
    onlyMatching && filtersSingleDetections(liftFilter(context.sql, context.cache, filter));
  const matches = (passIndex: number) =>
    (hasText === null || hasText[passIndex] === 1) &&
    (!needsDetection ||
      (counts.detections[passIndex] as number) > 0 ||
      (counts.elsewhere[passIndex] as number) > 0);
  const shown = matching.filter(matches);
  yield;
  if (sort.field === 'place') yield* outlines.readPlaces();
  const compare = createPassComparator(table, outlines, counts, sort);
  const groups =
    found &&
    (yield* sortGroups(
      found
        .map((group) => ({ ...group, passIndexes: group.passIndexes.filter(matches) }))
        .filter(({ passIndexes }) => passIndexes.length > 0),
      compare,
    ));
  const isCollapsed = new Set(collapsed);
  const rows = groups
    ? groups.flatMap(({ key, passIndexes }, index) => [
        -1 - index,
        ...(isCollapsed.has(key) ? [] : passIndexes),
      ])
    : yield* sortInSteps(shown, compare);
  yield;
  return {
    groups,
    rows: Int32Array.from(rows),
    passes: shown.length,
    unfiltered: hasText ? countMatches(hasText) : table.passes.length,
    withoutFootprint: shown.reduce(
      (sum, passIndex) => sum + (table.passes[passIndex]?.footprint.state === 'ready' ? 0 : 1),
      0,
    ),
  };
}

/** 1 for each image that a text is found in; null without a text. */
function* findText(
  { passes }: PassTable,
  outlines: FootprintOutlines,
  text: string | undefined,
): Steps<Uint8Array | null> {
  const searchText = foldText((text ?? '').trim());
  if (searchText === '') return null;
  yield* outlines.readPlaces();
  const hasText = new Uint8Array(passes.length);
  yield* inRanges(passes.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const pass = passes[at] as StoredPass;
      const { sensorName, sensorType, sensorMode, polarization, productType, vendorId } = pass;
      const place = outlines.placeOf(pass)?.port;
      const isFound = [place, sensorName, sensorType, sensorMode, polarization, productType, vendorId].some(
        (value) => typeof value === 'string' && foldText(value).includes(searchText),
      );
      hasText[at] = isFound ? 1 : 0;
    }
  });
  return hasText;
}

function* readPage(
  context: QueryContext,
  { offset, limit, ...request }: PassPageRequest,
): Steps<PassPageResult> {
  const { groups, rows, passes, unfiltered, withoutFootprint } = yield* arrangeRows(context, request);
  const ofPage = [...rows.subarray(offset, offset + limit)];
  const summaries = yield* readPassSummaries(
    context,
    ofPage.filter((row) => row >= 0),
    request.filter,
  );
  const counts = groups ? countByGroup(yield* readCounts(context, request.filter), groups) : [];
  return {
    rows: ofPage.flatMap((row): PassRow[] => {
      if (row >= 0) {
        const pass = summaries.get(row);
        return pass ? [{ kind: 'pass', pass }] : [];
      }
      const [group, count] = [groups?.[-1 - row], counts[-1 - row]];
      if (!group || !count) return [];
      const { key, subject, passIndexes } = group;
      const isCollapsed = request.collapsed.includes(key);
      return [{ kind: 'group', group: { key, subject, passes: passIndexes.length, ...count, isCollapsed } }];
    }),
    total: rows.length,
    passes,
    unfiltered,
    withoutFootprint,
    groups: groups?.length ?? 0,
  };
}

/** Summaries of images, by pass index. */
function* readPassSummaries(
  context: QueryContext,
  passIndexes: readonly number[],
  filter: DetectionFilter,
): Steps<ReadonlyMap<number, Pass>> {
  const { sql, memory, detections, loaded } = context;
  const { table, column, outlines } = loaded;
  const counts = yield* readCounts(context, filter);
  const allCounts = yield* readCounts(context, {});
  const analytics = yield* analyticsOfPasses(memory, detections, column, filter, passIndexes);
  const stored = passIndexes.map((passIndex) => table.passes[passIndex] as StoredPass);
  const squareMetres = readSquareMetres(sql, stored);
  const { analytics: included } = imageMembers(context, filter);
  const run = readAnalytics(sql, stored);
  return new Map(
    passIndexes.map((passIndex, index) => {
      const {
        footprintFid,
        startTimeUtc: _text,
        sensorIds: _ids,
        recordKeys,
        ...pass
      } = stored[index] as StoredPass;
      return [
        passIndex,
        {
          ...pass,
          squareMetres: footprintFid === null ? null : (squareMetres.get(footprintFid) ?? null),
          place: outlines.placeOf(stored[index] as StoredPass)?.port ?? null,
          records: recordKeys.length,
          isExamined: examinesAll(run.get(stored[index] as StoredPass) ?? [], included),
          detections: counts.detections[passIndex] as number,
          allDetections: allCounts.detections[passIndex] as number,
          detectionsElsewhere: counts.elsewhere[passIndex] as number,
          reviewed: counts.reviewed[passIndex] as number,
          byAnalytic: analytics.get(passIndex) ?? [],
        },
      ];
    }),
  );
}

function* readDetail(context: QueryContext, key: string): Steps<PassDetail | undefined> {
  const { sql, loaded } = context;
  const passIndex = loaded.table.byKey.get(key);
  const pass = passIndex === undefined ? undefined : loaded.table.passes[passIndex];
  if (passIndex === undefined || !pass) return undefined;
  const summaries = (yield* readPassSummaries(context, [passIndex], {})).get(passIndex);
  const [outline] = readOutlines(context, [key]);
  if (!summaries || !outline) return undefined;
  return {
    pass: summaries,
    outline,
    startTimeUtc: pass.startTimeUtc,
    records: readPassRecords(sql, loaded.table, pass),
  };
}

function readOutlines({ sql, loaded }: QueryContext, keys: readonly string[]): readonly PassOutline[] {
  const passes = keys.flatMap((key) => {
    const passIndex = loaded.table.byKey.get(key);
    return passIndex === undefined ? [] : [loaded.table.passes[passIndex] as StoredPass];
  });
  return readPassOutlines(sql, passes);
}

function readIds({ detections, loaded: { table, column } }: QueryContext, key: string) {
  const passIndex = table.byKey.get(key);
  return Uint32Array.from(passIndex === undefined ? [] : idsOfPass(detections, column, passIndex));
}

function* readCovering(
  { detections, loaded }: QueryContext,
  ids: readonly number[],
): Steps<ReadonlySet<string>> {
  const { id, longitude, latitude } = detections.columns;
  const positions = ids.map((each) => findPosition(id, each)).filter((position) => position >= 0);
  const covering = yield* loaded.outlines.selectCovering(
    positions.map((at) => [longitude[at] as number, latitude[at] as number]),
    loaded.table.passes,
  );
  return new Set(covering.map(({ key }) => key));
}

function readRecords({ sql, loaded: { table } }: QueryContext, key: string): readonly PassRecord[] {
  const pass = table.passes[table.byKey.get(key) ?? -1];
  return pass ? readPassRecords(sql, table, pass) : [];
}

/**
 * A filter that only the detections of an image match: by sensor and time where these are unique to it, else
 * by their ids. Undefined when there is no such image.
 */
function createPassFilter(
  { memory, detections, loaded }: QueryContext,
  key: string,
): DetectionFilter | undefined {
  const passIndex = loaded.table.byKey.get(key);
  const pass = passIndex === undefined ? undefined : loaded.table.passes[passIndex];
  if (passIndex === undefined || !pass) return undefined;
  const { sensorName, startedAt } = pass;
  const { passes, shared } = loaded.column;
  if (sensorName !== null && startedAt !== null && !shared.some((item) => item.passes.includes(passIndex))) {
    const filter = { sensors: [sensorName], collectedFrom: startedAt, collectedTo: startedAt + 1 };
    const { bits, count } = memory.mask(detections, filter);
    let [own, matching] = [0, 0];
    for (let at = 0; at < bits.length; at += 1) {
      if (passes[at] !== passIndex) continue;
      own += 1;
      matching += bits[at] as number;
    }
    if (own === count && matching === count) return filter;
  }
  return { ids: [...idsOfPass(detections, loaded.column, passIndex)] };
}

function readPassKeysOfRecord({ sql, loaded: { table } }: QueryContext, recordId: string): readonly string[] {
  const [row] = sql.arrays`SELECT id FROM records WHERE record_id = ${recordId}`;
  const recordKey = Number(row?.[0] ?? -1);
  const passIndex = table.passOfRecord[recordKey] ?? -1;
  const passIndexes = passIndex >= 0 ? [passIndex] : (table.passesOfRecord.get(recordKey) ?? []);
  return passIndexes.map((at) => (table.passes[at] as StoredPass).key);
}

/** Cached by filter and view: each step through the passes requests the same ones. */
function readStops(context: QueryContext, { filter, box }: PassStopsRequest): Steps<readonly PassStop[]> {
  return cacheByPasses(context, ['stops', matchingKey(context, filter), box], function* () {
    return yield* findStops(context.loaded, yield* selectMatchingPasses(context, filter), box);
  });
}

function* findStops(
  { table: { passes }, outlines }: PassState,
  matching: Uint32Array,
  box: PassStopsRequest['box'],
): Steps<readonly PassStop[]> {
  const requested = Array.from(matching, (passIndex) => passes[passIndex] as StoredPass);
  const imaging = yield* outlines.selectImaging(measureBox(box), requested);
  yield;
  const timeOf = ({ startedAt }: PassStop) => startedAt ?? Number.POSITIVE_INFINITY;
  return yield* sortByTime(
    imaging.map(({ key, sensorName, startedAt }) => ({ key, sensorName, startedAt })),
    timeOf,
    (one, other) =>
      timeOf(one) === timeOf(other) ? (one.key < other.key ? -1 : 1) : timeOf(one) - timeOf(other),
  );
}

function readShare({ loaded: { table, outlines } }: QueryContext, { key, box }: PassShareRequest): number {
  const pass = table.passes[table.byKey.get(key) ?? -1];
  const region = pass && outlines.regionOf(pass);
  return region ? shareImaged(measureBox(box), [region]) : 0;
}

function* readAreaShares(
  context: QueryContext,
  { filter, keys }: PassAreaSharesRequest,
): Steps<readonly (number | null)[]> {
  const { table, outlines } = context.loaded;
  const area = areaOf(imageMembers(context, filter));
  const shares: (number | null)[] = [];
  for (const key of keys) {
    yield;
    const pass = table.passes[table.byKey.get(key) ?? -1];
    shares.push(shareOf(area, area && pass && outlines.regionOf(pass)));
  }
  return shares;
}

function* readReport(context: QueryContext, filter: DetectionFilter): Steps<readonly ReportedPass[]> {
  const { sql, loaded } = context;
  const { table, outlines } = loaded;
  const counts = yield* readCounts(context, filter);
  const compare = createPassComparator(table, outlines, counts, { field: 'time', order: 'ASC' });
  const listed = yield* sortInSteps(yield* selectListedPasses(context, filter), compare);
  const area = areaOf(imageMembers(context, filter));
  const summaries = yield* readPassSummaries(context, [...listed], filter);
  const reported: ReportedPass[] = [];
  for (const [passIndex, pass] of summaries) {
    yield;
    const stored = table.passes[passIndex] as StoredPass;
    const [row] =
      stored.footprintFid === null
        ? []
        : sql.arrays`SELECT geom FROM footprints WHERE fid = ${stored.footprintFid}`;
    const geometry = row?.[0] instanceof Uint8Array ? row[0] : null;
    reported.push({ pass, geometry, share: shareOf(area, area && outlines.regionOf(stored)) });
  }
  return reported;
}

function* readPlacePassCounts(context: QueryContext, filter: DetectionFilter) {
  const { memory, detections, loaded } = context;
  const matching = yield* selectMatchingPasses(context, filter);
  return yield* countPlacePasses(memory, detections, loaded, loaded.outlines, matching);
}

function* readPassesOfAreas(context: QueryContext, { areas, filter }: AreaPassesRequest) {
  const { sql, memory, detections, loaded } = context;
  const matching = yield* selectMatchingPasses(context, filter);
  const { analytics } = imageMembers(context, filter);
  return yield* findAreaPasses({ sql, memory, detections, loaded }, { areas, filter, matching, analytics });
}

/** The share of an area that an image shows, 0…1; null where either is not known. */
function shareOf(area: MeasuredArea | undefined, region: Region | null | undefined): number | null {
  return area && region ? shareImaged(area, [region]) : null;
}

function* packCoverage(context: QueryContext, filter: DetectionFilter): Steps<Uint8Array<ArrayBuffer>> {
  const { sql, loaded } = context;
  const timeOf = new Map<number, number | null>();
  for (const passIndex of yield* selectMatchingPasses(context, filter)) {
    const { footprintFid, startedAt } = loaded.table.passes[passIndex] as StoredPass;
    if (footprintFid !== null) timeOf.set(footprintFid, startedAt);
  }
  yield;
  const packer = createOutlinePacker();
  yield* forEachRow(sql, selectFootprints, ([fid, geom]) => {
    const startedAt = timeOf.get(Number(fid));
    const geometry = startedAt !== undefined && geom instanceof Uint8Array ? tryDecodeGeometry(geom) : null;
    if (geometry && startedAt !== undefined) packer.add(geometry, startedAt);
  });
  yield;
  return packer.pack();
}
