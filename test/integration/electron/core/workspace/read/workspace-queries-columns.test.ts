import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { registerSpatialFunctions } from '../../../../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import type { WorkspaceStore } from '../../../../../../electron/core/workspace/open/workspace-store.ts';
import type { DetectionFilter } from '../../../../../../shared/results/detection.ts';
import { decodeFeed } from '../../../../../../shared/results/detection-feed.ts';
import { decodeMatchMask } from '../../../../../../shared/results/match-mask.ts';
import { whyNoGdal } from '../../../../../builders/gdal-server.ts';
import { positions } from '../../../../../builders/positions.ts';
import {
  buildFeature,
  buildProcessor,
  buildRecord,
  buildUuid,
} from '../../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { hostileNames, reviewEveryThirdDetection } from '../../../../../builders/varied-results.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillStore,
  fillWorkspace,
  openTestStore,
  openTestWorkspace,
  type TestStore,
} from '../../../../../builders/workspace-builder.ts';

const point = (longitude: number, latitude: number, properties: Record<string, unknown> = {}) =>
  buildFeature({
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties,
  });

function storeWith(...records: readonly unknown[]): TestStore {
  const store = openTestStore();
  fillStore(store, records);
  return store;
}

/** Detections with these values of `length_m`, in one record. */
function storeOfValues(values: readonly unknown[]): TestStore {
  return storeWith(
    buildRecord({ features: values.map((value) => buildFeature({ properties: { length_m: value } })) }),
  );
}

function feedOf(store: WorkspaceStore) {
  return decodeFeed(store.detectionFeed().buffer, (bytes) => new TextDecoder().decode(bytes));
}

test('a workspace without results returns empty results for every query', () => {
  const store = openTestStore();
  const filter = {
    expression: 'length_m > 4 or kind = "x"',
    text: '17',
    within: [positions('0 0, 1 0, 1 1')],
  } as never;
  expect(decodeMatchMask(store.matchMask(filter).buffer)).toMatchObject({ count: 0, matching: 0 });
  expect(store.matchingIds(filter)).toHaveLength(0);
  expect(store.feedValues('property:length_m').values).toHaveLength(0);
  expect(store.groupCounts({ filter, by: 'day' })).toEqual([]);
  expect(store.properties()).toEqual([]);
  expect(store.fieldValues('chip', '', 10)).toEqual([]);
  expect(store.recordPage({ having: 'any', offset: 0, limit: 10 })).toEqual({
    rows: [],
    total: 0,
    unfiltered: 0,
  });
  expect(store.distribution({ filter, field: 'confidence', bins: 3 })).toMatchObject({
    count: 0,
    missing: 0,
    min: null,
    bins: [],
  });
  expect(store.timeline({ filter, by: 'collected', bins: 3 })).toEqual({
    from: null,
    to: null,
    all: [0, 0, 0],
    filtered: [0, 0, 0],
    outside: { before: 0, after: 0 },
    missing: 0,
  });
});

test('detections without any property are included', () => {
  const store = storeWith(
    buildRecord({ features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } }] }),
  );
  expect(store.properties()).toEqual([]);
  expect([...store.matchingIds({ expression: 'anything is empty' })]).toEqual([1]);
  expect([...store.matchingIds({ text: 'iceye' })]).toEqual([1]);
  const sort = { field: 'property:anything', order: 'DESC' } as const;
  expect(store.detectionPage({ filter: {}, sort, offset: 0, limit: 1 }).total).toBe(1);
});

test('an expression that cannot be read is never ignored', () => {
  const store = storeWith(buildRecord());
  expect(() => store.counts({ expression: 'confidence >' })).toThrow(/cannot be read/);
});

describe('within rings', () => {
  const square = (west: number, south: number, east: number, north: number): [number, number][] => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  const store = () =>
    storeWith(
      buildRecord({
        features: [
          ...positions('0 0, 5 5, 9 9, 179 0, -179 0, 20 0').map(([x = 0, y = 0]) => point(x, y)),
          buildFeature({
            geometry: { type: 'Polygon', coordinates: [[...square(4, 4, 8, 8), [4, 4]]] },
          }),
        ],
      }),
    );
  const idsIn = (...within: [number, number][][]) => [...store().matchingIds({ within })];

  test('includes what is inside any of them, for an area by its point, closed or not', () => {
    expect(idsIn(square(-1, -1, 7, 7))).toEqual([1, 2, 7]);
    expect(idsIn(square(-1, -1, 1, 1), [...square(8, 8, 10, 10), [8, 8]])).toEqual([1, 3]);
    expect(idsIn(square(4.5, 4.5, 5.5, 5.5))).toEqual([2]);
    expect(idsIn()).toEqual([]);
  });

  test('reaches over the antimeridian in either way of writing it', () => {
    expect(idsIn(square(170, -1, 190, 1))).toEqual([4, 5]);
    expect(idsIn(square(-190, -1, -170, 1))).toEqual([4, 5]);
  });

  test('applies the even-odd rule where a lasso crosses itself', () => {
    const twice = [...square(-10, -10, 10, 10), ...square(-10, -10, 10, 10)];
    expect(idsIn(twice)).toEqual([]);
    const bowTie: [number, number][] = positions('-2 -2, 8 8, 8 -2, -2 8');
    expect(idsIn(bowTie)).not.toContain(3);
  });

  test('with hundreds of edges agrees with the plain rule', () => {
    const random = seededRandom(11);
    const features = Array.from({ length: 800 }, () =>
      point(random.next() * 40 - 20, random.next() * 40 - 20),
    );
    const filled = storeWith(buildRecord({ features }));
    const ring = Array.from({ length: 300 }, (_, index): [number, number] => {
      const reach = 5 + random.next() * 15;
      return [reach * Math.cos((index / 300) * 2 * Math.PI), reach * Math.sin((index / 300) * 2 * Math.PI)];
    });
    const isInside = (x: number, y: number) => {
      let inside = false;
      for (const [index, [toX, toY]] of ring.entries()) {
        const [fromX, fromY] = ring.at(index - 1) ?? [0, 0];
        if (toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) inside = !inside;
      }
      return inside;
    };
    const expected = features.flatMap(({ geometry }, index) => {
      const [x = 0, y = 0] = (geometry as { coordinates: number[] }).coordinates;
      return isInside(x, y) ? [index + 1] : [];
    });
    expect(expected.length).toBeGreaterThan(100);
    expect([...filled.matchingIds({ within: [ring] })]).toEqual(expected);
  });
});

describe('the fetch that brought records', () => {
  test('finds them also when it found them unchanged', () => {
    const store = openTestStore();
    const records = [buildRecord(), buildRecord()];
    const first = fillStore(store, records);
    const second = buildFetch();
    store.saveFetch(second);
    const ids = () => [...store.matchingIds({ fetchId: second.job.id })];
    expect([...store.matchingIds({ fetchId: first.job.id })]).toEqual([1, 2]);
    expect(ids()).toEqual([]);
    store.ingestPage(buildFetchedPage(second, records.slice(1), { nextOffset: 1 }));
    expect(ids()).toEqual([2]);
    const filter = { fetchId: second.job.id };
    expect(store.groupCounts({ filter, by: 'analytic' })).toEqual([
      { key: 'SmallVesselDetection', count: 1 },
    ]);
    expect(
      store.recordPage({ having: 'any', filter: { fetchId: second.job.id }, offset: 0, limit: 5 }).total,
    ).toBe(1);
    store.ingestPage(buildFetchedPage(second, [...records, buildRecord()], { offset: 1 }));
    expect(ids()).toEqual([1, 2, 3]);
    expect(store.groupCounts({ filter, by: 'analytic' })).toEqual([
      { key: 'SmallVesselDetection', count: 3 },
    ]);
    expect(
      store.recordPage({ having: 'any', filter: { fetchId: second.job.id }, offset: 0, limit: 5 }).total,
    ).toBe(3);
  });
});

test('the saved search that brought records finds them also when a run found them unchanged', () => {
  const store = openTestStore();
  const records = [buildRecord(), buildRecord()];
  const first = fillStore(store, records);
  const search = {
    id: buildUuid(),
    name: 'East Asia',
    search: first.search,
    schedule: { kind: 'manual' },
    paused: false,
    overlapMinutes: 60,
  } as const;
  const { after } = store.saveSearch(search, '2026-11-20T09:00:00.000Z');
  const run = {
    ...buildFetch(),
    run: { searchId: search.id, revision: after.revision, kind: 'new' },
  } as const;
  store.saveFetch(run);
  const filter = { searchId: search.id };
  const total = () => store.recordPage({ having: 'any', filter, offset: 0, limit: 5 }).total;
  expect([...store.matchingIds(filter)]).toEqual([]);
  expect(total()).toBe(0);
  store.ingestPage(buildFetchedPage(run, records.slice(1), { nextOffset: 1 }));
  expect([...store.matchingIds(filter)]).toEqual([2]);
  expect(total()).toBe(1);
});

test('a review changes the results of filters on reviews, and no others', () => {
  const store = storeWith(buildRecord({ features: Array.from({ length: 9 }, () => point(1, 1)) }));
  const filters = [{ flagged: true }, { verdicts: ['unsure'] }, { expression: 'note is not empty' }] as const;
  const sort = { field: 'note', order: 'DESC' } as const;
  const ask = () => [
    ...filters.map((filter) => [...store.matchingIds(filter as never)]),
    store.detectionPage({ filter: {}, sort, offset: 0, limit: 1 }).rows.map(({ id }) => id),
  ];
  expect(ask()).toEqual([[], [], [], [9]]);
  const write = (id: number, verdict: string | null, flagged: number, note: string) => {
    const other = new DatabaseSync(store.path);
    other.exec(`
      INSERT OR REPLACE INTO reviews
        (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
        VALUES (${id}, 'record', 'detection ${id}', ${verdict === null ? 'NULL' : `'${verdict}'`}, ${flagged}, '${note}', 'me', '2026-11-20');
      INSERT INTO app_meta (key, value) VALUES ('reviews_version', '1')
        ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT);
    `);
    other.close();
  };
  write(4, 'unsure', 1, 'look again');
  expect(ask()).toEqual([[4], [4], [4], [4]]);
  write(5, 'unsure', 0, 'seen');
  write(4, 'confirmed', 0, '');
  expect(ask()).toEqual([[], [5], [5], [5]]);
});

describe('the feed’s version', () => {
  test('changes with detections but not with reviews, and is in mask and values', () => {
    const store = storeWith(buildRecord({ features: [point(1, 1), point(2, 2)] }));
    const versions = () => [
      feedOf(store).version,
      decodeMatchMask(store.matchMask({ minConfidence: 0.5 }).buffer).version,
      store.feedValues('confidence').version,
    ];
    const [first, ...others] = versions();
    expect(others).toEqual([first, first]);
    store.saveSetting('other', 'change');
    expect(versions()).toEqual([first, first, first]);
    fillStore(store, [buildRecord()]);
    const [second] = versions();
    expect(second).not.toBe(first);
    const { reviewsVersion: reviews } = feedOf(store);
    reviewEveryThirdDetection(store, seededRandom(3));
    expect(versions()).toEqual([second, second, second]);
    expect(feedOf(store).reviewsVersion).not.toBe(reviews);
  });

  test('flags contain chip, verdict and flag', () => {
    const store = storeWith(buildRecord({ features: Array.from({ length: 40 }, () => point(1, 1)) }));
    reviewEveryThirdDetection(store, seededRandom(5));
    const feed = feedOf(store);
    const rows = store.detections([...feed.id]);
    const verdicts = [null, 'confirmed', 'rejected', 'unsure'];
    expect([...feed.flags]).toEqual(
      rows.map(
        (row) => 2 | (verdicts.indexOf(row.review?.verdict ?? null) << 2) | (row.review?.flagged ? 16 : 0),
      ),
    );
    expect(new Set(feed.flags).size).toBeGreaterThan(4);
  });
});

describe('distributions', () => {
  test('describe the population, percentiles by nearest rank', () => {
    const store = storeOfValues([2, 4, 4, 4, 5, 5, 7, 9, null, 'long', { a: 1 }]);
    expect(store.distribution({ filter: {}, field: 'property:length_m', bins: 7 })).toEqual({
      count: 8,
      missing: 3,
      notFetched: 0,
      min: 2,
      max: 9,
      mean: 5,
      standardDeviation: 2,
      median: 4,
      p05: 2,
      p95: 9,
      bins: [1, 0, 3, 2, 0, 1, 1].map((count, index) => ({ from: 2 + index, to: 3 + index, count })),
    });
  });

  test('count numeric text, and only what the filter leaves', () => {
    const store = storeOfValues([1, '2', ' 3.0 ', '4 m', '', 10]);
    const found = store.distribution({
      filter: { expression: 'length_m < 10' },
      field: 'property:length_m',
      bins: 2,
    });
    expect(found).toMatchObject({ count: 3, missing: 0, min: 1, max: 3, mean: 2 });
    expect([...store.feedValues('property:length_m').values]).toEqual([1, 2, 3, Number.NaN, Number.NaN, 10]);
  });

  test('of one value are one bin', () => {
    const store = storeOfValues([3, 3]);
    expect(store.distribution({ filter: {}, field: 'property:length_m', bins: 9 })).toMatchObject({
      standardDeviation: 0,
      bins: [{ from: 3, to: 3, count: 2 }],
    });
  });

  test('keep the digits of large numbers that are close together', () => {
    const store = storeOfValues([1e15 + 1, 1e15 + 2, 1e15 + 3]);
    const found = store.distribution({ filter: {}, field: 'property:length_m', bins: 1 });
    expect(found.mean).toBe(1e15 + 2);
    expect(found.standardDeviation).toBeCloseTo(Math.sqrt(2 / 3), 12);
  });
});

describe('groups', () => {
  const store = () =>
    storeWith(
      ...['2026-11-18T23:59:59Z', '2026-11-19T00:00:00Z', '2026-11-19T12:00:00Z', undefined].map(
        (startTimeUTC, index) =>
          buildRecord({
            sensors: [{ startTimeUTC, sensorName: index === 0 ? null : 'ICEYE-X7' }],
            processors: [buildProcessor({ analytic: index < 3 ? 'B' : 'A' })],
          }),
      ),
    );

  test('of days are UTC and in their order, those without a time last', () => {
    expect(store().groupCounts({ filter: {}, by: 'day' })).toEqual([
      { key: '2026-11-18', count: 1 },
      { key: '2026-11-19', count: 2 },
      { key: null, count: 1 },
    ]);
  });

  test('come greatest first, also those of nothing', () => {
    expect(store().groupCounts({ filter: {}, by: 'analytic' })).toEqual([
      { key: 'B', count: 3 },
      { key: 'A', count: 1 },
    ]);
    expect(store().groupCounts({ filter: { analytics: ['B'] }, by: 'sensor' })).toEqual([
      { key: 'ICEYE-X7', count: 2 },
      { key: null, count: 1 },
    ]);
    expect(store().groupCounts({ filter: {}, by: 'verdict' })).toEqual([{ key: 'unreviewed', count: 4 }]);
  });
});

describe('the timeline', () => {
  const at = (hour: number) => Date.UTC(2026, 10, 18, hour);
  const store = () =>
    storeWith(
      ...[0, 1, 1, 5, 10, undefined].map((hour, index) =>
        buildRecord({
          sensors: [{ startTimeUTC: hour === undefined ? undefined : new Date(at(hour)).toISOString() }],
          features: [buildFeature({ properties: { confidence: index / 10 } })],
        }),
      ),
    );

  test('runs from the first to the last detection, both included', () => {
    expect(store().timeline({ filter: {}, by: 'collected', bins: 5 })).toEqual({
      from: at(0),
      to: at(10),
      all: [3, 0, 1, 0, 1],
      filtered: [3, 0, 1, 0, 1],
      outside: { before: 0, after: 0 },
      missing: 1,
    });
  });

  test('ignores the filter’s bounds of this time, and no others', () => {
    const filter = { collectedFrom: at(4), collectedTo: at(6), minConfidence: 0.15 };
    expect(store().timeline({ filter, by: 'collected', bins: 5 }).filtered).toEqual([1, 0, 1, 0, 1]);
    const uploaded = store().timeline({ filter, by: 'uploaded', bins: 1 });
    expect(uploaded).toMatchObject({ all: [6], filtered: [1], missing: 0 });
  });

  test.each([
    [{ minConfidence: 0.15 }, 1],
    [{ collectedFrom: at(4), minConfidence: 0.15 }, 1],
    [{ expression: 'confidence < 0.15' }, 0],
    [{ expression: 'collected > 2020-01-01' }, 0],
    [{ expression: 'confidence > 0.4 and not collected > 2020-01-01' }, 1],
  ])('counts detections without a time that match the other conditions of %o', (filter, missing) => {
    expect(store().timeline({ filter, by: 'collected', bins: 5 })).toMatchObject({ missing });
  });

  test('leaves out a few far from the others where that is requested, and counts them', () => {
    const outlier = storeWith(
      ...[...Array.from({ length: 20 }, (_, hour) => hour), 24 * 3650].map((hour) =>
        buildRecord({ sensors: [{ startTimeUTC: new Date(at(hour)).toISOString() }] }),
      ),
    );
    const request = { filter: {}, by: 'collected', bins: 2 } as const;
    expect(outlier.timeline(request)).toMatchObject({ filtered: [20, 1] });
    expect(outlier.timeline({ ...request, isTrimmed: true })).toMatchObject({
      from: at(1),
      to: at(19),
      filtered: [9, 10],
      outside: { before: 1, after: 1 },
    });
    // Without an outlier nothing is.
    expect(store().timeline({ ...request, isTrimmed: true })).toEqual(store().timeline(request));
  });

  test('shows the requested range', () => {
    expect(store().timeline({ filter: {}, by: 'collected', bins: 2, from: at(1), to: at(5) })).toMatchObject({
      from: at(1),
      to: at(5),
      all: [2, 1],
    });
  });
});

describe('properties that columns cannot store', () => {
  const long = 'long '.repeat(300);
  const store = () =>
    storeWith(
      buildRecord({
        features: [
          buildFeature({ properties: { remark: long } }),
          buildFeature({ properties: { remark: 'short', [hostileNames.at(-1) ?? '']: 'far' } }),
          buildFeature({
            properties: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p${n}`, n])),
          }),
        ],
      }),
    );

  test('are still found by text, compared, sorted and listed', () => {
    const filled = store();
    expect([...filled.matchingIds({ text: 'LONG LONG' })]).toEqual([1]);
    expect([...filled.matchingIds({ text: 'far' })]).toEqual([2]);
    expect([...filled.matchingIds({ expression: 'remark = "SHORT"' })]).toEqual([2]);
    expect([...filled.matchingIds({ expression: 'remark is empty' })]).toEqual([3]);
    expect([...filled.matchingIds({ expression: 'p299 = 299' })]).toEqual([3]);
    const sort = { field: 'property:remark', order: 'DESC' } as const;
    const { rows } = filled.detectionPage({ filter: {}, sort, offset: 0, limit: 10 });
    expect(rows.map(({ id }) => id)).toEqual([2, 1, 3]);
    const names = filled.properties().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['remark', 'p0', 'p299', hostileNames.at(-1)]));
    expect(filled.properties().find(({ name }) => name === 'remark')).toEqual({
      name: 'remark',
      type: 'text',
      count: 2,
    });
  });
});

describe('the list of records', () => {
  const list = (store: WorkspaceStore, more: object = {}) =>
    store.recordPage({ having: 'any', offset: 0, limit: 100, ...more });

  test('has the last uploaded first, with the details of each', () => {
    const store = storeWith(
      buildRecord({ uploadTime: '2026-11-17T00:00:00Z', assignedId: 'first' }),
      buildRecord({ uploadTime: 'some day', assignedId: 'unknown' }),
      buildRecord({
        uploadTime: '2026-11-19T00:00:00Z',
        assignedId: 'last',
        processors: [buildProcessor({ analytic: 'A' }), buildProcessor({ analytic: 'B' })],
        sensors: [
          { sensorName: 'one', startTimeUTC: undefined },
          { sensorName: 'two' },
          { sensorName: 'one' },
        ],
        features: [point(1, 1), { type: 'Feature', geometry: null }],
      }),
    );
    const { rows, total } = list(store);
    expect(total).toBe(3);
    expect(rows.map(({ recordId }) => recordId)).toEqual(['last', 'first', 'unknown']);
    expect(rows[0]).toEqual({
      recordId: 'last',
      analytics: ['A', 'B'],
      region: 'East Asia',
      productType: 'Detections',
      sensorNames: ['one', 'two'],
      collectedAt: '2026-11-18T03:12:45.120Z',
      uploadedAt: '2026-11-19T00:00:00Z',
      detections: 1,
      shownDetections: 1,
      problems: 1,
      featureProblems: 1,
      fields: 'all',
    });
    expect(list(store, { offset: 1, limit: 1 })).toMatchObject({ rows: [{ recordId: 'first' }], total: 3 });
  });

  test('distinguishes “imaged, nothing found” from “features not requested”', () => {
    const store = storeWith(
      buildRecord({ assignedId: 'full' }),
      buildRecord({ assignedId: 'empty', features: [] }),
      buildRecord({ assignedId: 'broken', features: ['no feature'] }),
      { assignedId: 'hollow', uploadTime: '2026-11-18T06:00:00.000Z', content: null },
    );
    const headers = buildFetch();
    store.saveFetch({ ...headers, search: { ...headers.search, fields: 'headers' } });
    const bare = { assignedId: 'bare', uploadTime: '2026-11-18T06:00:00.000Z' };
    store.ingestPage({ ...buildFetchedPage(headers, [bare]), fields: 'headers' });
    const ids = (having: string) => list(store, { having }).rows.map(({ recordId }) => recordId);
    expect(ids('any').toSorted()).toEqual(['bare', 'broken', 'empty', 'full', 'hollow']);
    expect(ids('nothing')).toEqual(['empty']);
    expect(ids('detections')).toEqual(['full']);
    expect(list(store).rows.find(({ recordId }) => recordId === 'bare')?.fields).toBe('headers');
  });

  test('is narrowed by analytic, region, time of upload and text in any case', () => {
    const store = storeWith(
      buildRecord({ assignedId: 'Ä1', analytic: 'Aircraft', uploadTime: '2026-11-10T00:00:00Z' }),
      buildRecord({ assignedId: 'b2', region: 'Eastern Europe', sensors: [{ sensorName: 'Ürümqi-1' }] }),
    );
    const ids = (more: object) => list(store, more).rows.map(({ recordId }) => recordId);
    const filtered = (filter: DetectionFilter) => ids({ filter });
    expect(filtered({ analytics: ['Aircraft'] })).toEqual(['Ä1']);
    expect(filtered({ regions: ['Eastern Europe'] })).toEqual(['b2']);
    expect(filtered({ uploadedTo: Date.UTC(2026, 10, 11) })).toEqual(['Ä1']);
    expect(filtered({ uploadedFrom: Date.UTC(2026, 10, 11) })).toEqual(['b2']);
    expect(ids({ text: 'ä1' })).toEqual(['Ä1']);
    expect(ids({ text: 'üRÜMQI' })).toEqual(['b2']);
    expect(ids({ text: 'AIRCRAFT' })).toEqual(['Ä1']);
    expect(ids({ text: "%' OR 1" })).toEqual([]);
  });
});

describe('the list of records under a filter', () => {
  const day = (date: string) => [{ startTimeUTC: `${date}T00:00:00Z` }];
  function filled() {
    return storeWith(
      buildRecord({
        assignedId: 'two',
        sensors: day('2026-11-18'),
        features: [point(1, 1, { confidence: 0.9 }), point(2, 2, { confidence: 0.2 })],
      }),
      buildRecord({
        assignedId: 'low',
        region: 'Eastern Europe',
        sensors: day('2026-11-19'),
        features: [point(1, 1, { confidence: 0.1 })],
      }),
      buildRecord({ assignedId: 'empty', sensors: day('2026-11-19'), features: [] }),
    );
  }

  test.each<[string, DetectionFilter, Record<string, number>]>([
    ['none', {}, { two: 2, low: 1, empty: 0 }],
    ['confidence: those with a shown detection', { minConfidence: 0.5 }, { two: 1 }],
    ['an expression', { expression: 'confidence < 0.15' }, { low: 1 }],
    ['an extent', { boundingBox: [1.5, 1.5, 3, 3] }, { two: 1 }],
    ['an id', { ids: [3] }, { low: 1 }],
    ['a region, also where nothing was found', { regions: ['East Asia'] }, { two: 2, empty: 0 }],
    ['a time, also where nothing was found', { collectedFrom: Date.UTC(2026, 10, 19) }, { low: 1, empty: 0 }],
    ['a sensor that none has', { sensors: ['PAZ-9'] }, {}],
    ['a record', { recordId: 'empty' }, { empty: 0 }],
    ['both kinds of members', { regions: ['East Asia'], minConfidence: 0.5 }, { two: 1 }],
  ])('%s', (_, filter, shown) => {
    const { rows, total, unfiltered } = filled().recordPage({ having: 'any', filter, offset: 0, limit: 9 });
    expect(Object.fromEntries(rows.map((row) => [row.recordId, row.shownDetections]))).toEqual(shown);
    expect([total, unfiltered]).toEqual([rows.length, 3]);
  });

  test('the list’s own controls apply before the filter is counted', () => {
    const page = filled().recordPage({
      having: 'nothing',
      filter: { regions: ['Eastern Europe'] },
      offset: 0,
      limit: 9,
    });
    expect(page).toEqual({ rows: [], total: 0, unfiltered: 1 });
  });
});

describe('behind its workers', () => {
  test('every query has a result, and an edit by another program is seen at once', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [buildRecord({ features: [point(1, 1), point(2, 2)] })]);
    const before = decodeMatchMask((await workspace.matchMask({})).buffer);
    expect(before).toMatchObject({ count: 2, matching: 2 });
    expect([...(await workspace.matchingIds({ text: 'iceye' }))]).toEqual([1, 2]);
    expect((await workspace.feedValues('longitude')).values).toEqual(Float32Array.of(1, 2));
    expect(await workspace.groupCounts({ filter: {}, by: 'analytic' })).toEqual([
      { key: 'SmallVesselDetection', count: 2 },
    ]);
    expect((await workspace.properties()).map(({ name }) => name)).toContain('confidence');
    const other = new DatabaseSync(workspace.path);
    registerSpatialFunctions(other);
    other.exec("UPDATE detections SET confidence = 0.25, sensor_name = 'By hand' WHERE fid = 2");
    other.close();
    expect([...(await workspace.matchingIds({ minConfidence: 0.5 }))]).toEqual([1]);
    const after = decodeMatchMask((await workspace.matchMask({ sensors: ['By hand'] })).buffer);
    expect(after).toMatchObject({ count: 2, matching: 1 });
    expect(after.version).not.toBe(before.version);
    expect(await workspace.detectEdits()).toBe(true);
    await workspace.clearCaches();
    expect([...(await workspace.matchingIds({ sensors: ['By hand'] }))]).toEqual([2]);
  });
});

const missing = whyNoGdal();
if (missing !== undefined) process.stderr.write(`Edits by GDAL are not tested: ${missing}\n`);

describe.skipIf(missing !== undefined)('edits by GDAL', () => {
  const run = (command: string, ...options: string[]) => {
    const { status, stderr } = spawnSync(command, options, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  };

  test('of a value, of all rows, and rows that come or go are seen', async () => {
    const workspace = await openTestWorkspace();
    const features = Array.from({ length: 5 }, (_, index) => point(index, index));
    await fillWorkspace(workspace, [buildRecord({ assignedId: 'record', features })]);
    expect((await workspace.matchingIds({})).length).toBe(5);
    const notice = async () => {
      expect(await workspace.detectEdits()).toBe(true);
      await workspace.clearCaches();
    };
    run('ogrinfo', workspace.path, '-sql', "UPDATE detections SET sensor_name = 'By hand' WHERE fid = 3");
    await notice();
    expect([...(await workspace.matchingIds({ sensors: ['By hand'] }))]).toEqual([3]);
    run('ogrinfo', workspace.path, '-sql', 'DELETE FROM detections WHERE fid < 3');
    await notice();
    expect([...(await workspace.matchingIds({}))]).toEqual([3, 4, 5]);
    const added = path.join(path.dirname(workspace.path), 'added.geojson');
    const properties = {
      analytic: 'Drawn',
      longitude: 9,
      latitude: 8,
      record_id: 'record',
      position: 9,
      properties: '{"color":"red"}',
    };
    const geometry = { type: 'Point', coordinates: [9, 8] };
    writeFileSync(
      added,
      JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', geometry, properties }] }),
    );
    run('ogr2ogr', '-append', workspace.path, added, '-nln', 'detections');
    await notice();
    expect([...(await workspace.matchingIds({ expression: 'color = "red"' }))]).toEqual([6]);
    expect([...(await workspace.matchingIds({ boundingBox: [8.5, 7.5, 9.5, 8.5] }))]).toEqual([6]);
    expect(await workspace.groupCounts({ filter: {}, by: 'analytic' })).toContainEqual({
      key: 'Drawn',
      count: 1,
    });
  });
});
