import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  compactRawBlocks,
  type RawRecord,
  readRawRecord,
  readRawRecords,
} from '../../../../../../electron/core/workspace/file/raw-blocks.ts';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import type { FetchedPage } from '../../../../../../electron/core/workspace/ingest/fetched-page.ts';
import { openDatabase } from '../../../../../../electron/core/workspace/open/open-database.ts';
import {
  createWorkspaceStore,
  type WorkspaceStore,
} from '../../../../../../electron/core/workspace/open/workspace-store.ts';
import type { StoredFetch } from '../../../../../../electron/core/workspace/read/fetches.ts';
import { detectionIdentity } from '../../../../../../electron/core/workspace/read/match/detection-identity.ts';
import type { Job } from '../../../../../../shared/jobs/job.ts';
import {
  type FieldList,
  type FieldSelection,
  joinFieldLists,
  listedFields,
  pathsOfFieldList,
  toFieldList,
} from '../../../../../../shared/results/field-list.ts';
import { rectangle } from '../../../../../builders/positions.ts';
import { buildFeature, buildPage, buildRecord, buildSensor } from '../../../../../builders/record-builder.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillStore,
  makeTempFolder,
  openTestStore,
  type TestStore,
} from '../../../../../builders/workspace-builder.ts';
import { withFile } from '../../../../../builders/workspace-columns.ts';

function beginFetch(store: WorkspaceStore, fetch: Partial<Job['fetch']> = {}): StoredFetch {
  const stored = buildFetch({}, fetch);
  store.saveFetch(stored);
  return stored;
}

function ingest(store: WorkspaceStore, page: FetchedPage) {
  const outcome = store.ingestPage(page);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

/** Everything in the file that a page may change, for comparing before and after. */
function readAll(file: string): Record<string, unknown[]> {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'rtree%' ORDER BY name")
    .all()
    .map(({ name }) => String(name));
  const contents = tables.map((name) => [name, database.prepare(`SELECT * FROM ${name}`).all()]);
  database.close();
  return Object.fromEntries(contents);
}

function readRaw(file: string): RawRecord[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const records = [...readRawRecords(createSql(database))];
  database.close();
  return records;
}

function allRows(store: WorkspaceStore) {
  const sort = { field: 'id', order: 'ASC' } as const;
  return store.detectionPage({ filter: {}, sort, offset: 0, limit: 1000 }).rows;
}

function idsByChip(store: WorkspaceStore): Record<string, number> {
  return Object.fromEntries(
    allRows(store).map(({ id, chipIdentifier }) => [chipIdentifier ?? `none ${id}`, id]),
  );
}

const square = rectangle(120, 30, 121, 31);

describe('a page', () => {
  test('brings records, cursor and counts in one go', () => {
    const store = openTestStore();
    const fetch = beginFetch(store);
    const records = [
      buildRecord({ features: [buildFeature(), buildFeature({ geometry: square })] }),
      buildRecord({ features: [] }),
      buildRecord({ features: [buildFeature({ geometry: null })] }),
    ];
    const outcome = ingest(store, buildFetchedPage(fetch, records, { nextOffset: 3 }));
    expect(outcome).toMatchObject({
      recordsInPage: 3,
      newRecords: 3,
      changedRecords: 0,
      detections: 2,
      problems: 1,
      next: { kind: 'next', offset: 3 },
      job: {
        state: 'running',
        updatedAt: '2026-11-20T08:00:01.000Z',
        fetch: {
          pages: 1,
          records: 3,
          detections: 2,
          newRecords: 3,
          changedRecords: 0,
          problems: 1,
          offset: 3,
        },
      },
    });
    expect(store.listFetches()[0]?.job).toEqual(outcome.job);
    expect(store.counts({})).toMatchObject({ records: 3, detections: 2, problems: 1 });
  });

  test('without nextOffset ends the fetch', () => {
    const store = openTestStore();
    const fetch = beginFetch(store);
    ingest(store, buildFetchedPage(fetch, [buildRecord()], { nextOffset: 1 }));
    const last = ingest(store, buildFetchedPage(fetch, [buildRecord()], { offset: 1 }));
    expect(last).toMatchObject({
      next: { kind: 'end' },
      job: { state: 'complete', fetch: { pages: 2, records: 2, offset: 2 } },
    });
  });

  test('whose nextOffset does not grow stops the fetch with a warning, and its records stay', () => {
    const store = openTestStore();
    const fetch = beginFetch(store, { offset: 10 });
    const page = buildFetchedPage(fetch, [buildRecord()], { offset: 10, nextOffset: 10 });
    const outcome = ingest(store, page);
    expect(outcome).toMatchObject({ next: { kind: 'untrusted' }, job: { state: 'stopped' } });
    expect(outcome.job.warnings).toEqual([expect.stringContaining('must grow')]);
    expect(store.counts({}).records).toBe(1);
  });

  test('that contains the last requested record ends the fetch although more exist', () => {
    const store = openTestStore();
    const fetch = beginFetch(store, { maxRecords: 3 });
    const first = [buildRecord(), buildRecord()];
    const outcome = ingest(store, buildFetchedPage(fetch, first, { nextOffset: 2 }));
    expect(outcome.next).toEqual({ kind: 'next', offset: 2 });
    const second = buildFetchedPage(fetch, [buildRecord()], { offset: 2, nextOffset: 3 });
    expect(ingest(store, second)).toMatchObject({
      next: { kind: 'end' },
      job: { state: 'complete', fetch: { recordsBeyondLimit: 'exist' } },
    });
  });

  test('that contains the last requested record and no next offset states that none exist beyond', () => {
    const store = openTestStore();
    const fetch = beginFetch(store, { maxRecords: 2 });
    const outcome = ingest(store, buildFetchedPage(fetch, [buildRecord(), buildRecord()]));
    expect(outcome.job).toMatchObject({ state: 'complete', fetch: { recordsBeyondLimit: 'none' } });
  });

  test('that contains the last requested record and an unusable next offset leaves open whether more exist', () => {
    const store = openTestStore();
    const fetch = beginFetch(store, { maxRecords: 1, offset: 10 });
    const outcome = ingest(store, buildFetchedPage(fetch, [buildRecord()], { offset: 10, nextOffset: 10 }));
    expect(outcome.job).toMatchObject({ state: 'complete', fetch: { recordsBeyondLimit: 'unknown' } });
  });

  test('that repeats a record of this fetch does not count it again', () => {
    const store = openTestStore();
    const fetch = beginFetch(store);
    const repeated = buildRecord();
    ingest(store, buildFetchedPage(fetch, [buildRecord(), repeated], { nextOffset: 2 }));
    const outcome = ingest(store, buildFetchedPage(fetch, [repeated, buildRecord()], { offset: 2 }));
    expect(outcome.job.fetch).toMatchObject({ records: 3, newRecords: 3, detections: 3 });
  });

  test('of a deleted fetch changes nothing', () => {
    const store = openTestStore();
    const outcome = store.ingestPage(buildFetchedPage(buildFetch(), [buildRecord()]));
    expect(outcome).toMatchObject({ ok: false });
    expect(store.counts({}).records).toBe(0);
  });

  test('is read under the brand of the profile', () => {
    const store = openTestStore();
    const fetch = { ...buildFetch(), brand: 'acme' };
    store.saveFetch(fetch);
    const page = buildFetchedPage(fetch, [buildRecord({ brand: 'acme' })]);
    expect(ingest(store, page)).toMatchObject({ newRecords: 1 });
    expect(store.ingestPage({ ...page, brand: 'other' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('data.other_udp_analyticgeojsonrecord'),
    });
  });
});

describe('a body that is no page changes nothing and is refused with a reason', () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  test.each<[string, Uint8Array, RegExp]>([
    ['an empty body', encode(''), /empty body/],
    ['a web page', encode('<!doctype html><title>Sign in</title>'), /web page/],
    ['a page cut short', buildPage([buildRecord()]).subarray(0, 500), /not whole JSON/],
    ['a refusal', encode('{"errors":[{"message":"unknown argument"}],"data":null}'), /unknown argument/],
    ['another list', encode('{"data":{"foo_udp_analyticgeojsonrecord":[]}}'), /has foo_udp.*brand/],
    ['an object for the list', encode('{"data":{"svc_udp_analyticgeojsonrecord":{}}}'), /no list/],
    ['a bare list', encode('[]'), /no list/],
  ])('%s', (_name, body, message) => {
    const store = openTestStore();
    const fetch = beginFetch(store);
    const before = readAll(store.path);
    const outcome = store.ingestPage({ ...buildFetchedPage(fetch, []), body });
    expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(message) });
    expect(readAll(store.path)).toEqual(before);
  });
});

test('a page that fails in the middle leaves nothing behind', () => {
  const store = openTestStore();
  const fetch = beginFetch(store);
  ingest(store, buildFetchedPage(fetch, [buildRecord()], { nextOffset: 1 }));
  const saboteur = new DatabaseSync(store.path);
  saboteur.exec(`CREATE TRIGGER sabotage BEFORE INSERT ON problems WHEN NEW.path = 'assignedId'
    BEGIN SELECT RAISE(ABORT, 'sabotaged'); END`);
  saboteur.close();
  const before = readAll(store.path);
  const records = [
    buildRecord({ sensors: [{ vendorId: 'new', footprint: 'POLYGON ((0 0, 1 0, 1 1, 0 0))' }] }),
    buildRecord({ features: [buildFeature({ geometry: square })] }),
    buildRecord({ record: { assignedId: null } }),
  ];
  const page = buildFetchedPage(fetch, records, { offset: 1 });
  expect(() => store.ingestPage(page)).toThrow('sabotaged');
  expect(readAll(store.path)).toEqual(before);

  const repaired = new DatabaseSync(store.path);
  repaired.exec('DROP TRIGGER sabotage');
  repaired.close();
  expect(ingest(store, page)).toMatchObject({
    newRecords: 3,
    job: { fetch: { records: 4, pages: 2 } },
  });
  expect(store.counts({ boundingBox: [121, 31, 122, 32] })).toMatchObject({ detections: 4 });
});

test('a full disk is explained, and the page can be ingested once there is room', async () => {
  const { database } = openDatabase(path.join(await makeTempFolder(), 'small.gpkg'));
  onTestFinished(() => database.close());
  const store = createWorkspaceStore(database);
  const fetch = beginFetch(store);
  const records = Array.from({ length: 200 }, () => buildRecord());
  const page = buildFetchedPage(fetch, records);
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages + 10}`);
  expect(() => store.ingestPage(page)).toThrow(/The disk is full/);
  expect(store.counts({})).toMatchObject({ records: 0, detections: 0 });
  expect(store.listFetches()).toEqual([fetch]);
  database.exec('PRAGMA max_page_count = 1000000');
  expect(ingest(store, page)).toMatchObject({ newRecords: 200, detections: 200 });
  expect(store.counts({ boundingBox: [121, 31, 122, 32] })).toMatchObject({ detections: 200 });
});

describe('a record that comes again', () => {
  test('unchanged is skipped and keeps its ids', () => {
    const store = openTestStore();
    const records = [buildRecord({ features: [buildFeature(), buildFeature()] }), buildRecord()];
    ingest(store, buildFetchedPage(beginFetch(store), records));
    const ids = idsByChip(store);
    const again = ingest(store, buildFetchedPage(beginFetch(store), records));
    expect(again).toMatchObject({
      newRecords: 0,
      changedRecords: 0,
      detections: 3,
      job: { fetch: { records: 2, newRecords: 0, detections: 3 } },
    });
    expect(idsByChip(store)).toEqual(ids);
  });

  test('changed is replaced; detections with the same chip keep their id, at any index', () => {
    const store = openTestStore();
    const [one, two, three] = [buildFeature(), buildFeature(), buildFeature({ geometry: square })];
    const assignedId = 'record';
    const first = buildRecord({ assignedId, features: [one, two, three] });
    ingest(store, buildFetchedPage(beginFetch(store), [first, buildRecord()]));
    const before = idsByChip(store);

    const moved = { ...two, geometry: { type: 'Point', coordinates: [5, 6] } };
    const added = buildFeature();
    const changed = buildRecord({
      assignedId,
      features: [added, moved, three],
      uploadTime: '2026-11-19T00:00:00Z',
    });
    const outcome = ingest(store, buildFetchedPage(beginFetch(store), [changed]));
    expect(outcome).toMatchObject({ newRecords: 0, changedRecords: 1 });
    const after = idsByChip(store);
    const chipOf = (feature: typeof one) => String(feature.properties.sarChipIdentifier);
    expect(after[chipOf(two)]).toBe(before[chipOf(two)]);
    expect(after[chipOf(three)]).toBe(before[chipOf(three)]);
    expect(after[chipOf(one)]).toBeUndefined();
    expect(Object.values(before)).not.toContain(after[chipOf(added)]);
    expect(store.detectionDetail(before[chipOf(two)] ?? 0)?.detection).toMatchObject({
      longitude: 5,
      latitude: 6,
      uploadedAt: '2026-11-19T00:00:00Z',
    });
    expect(store.counts({ boundingBox: [4, 5, 6, 7] })).toMatchObject({ detections: 1 });
  });

  test('detections without a chip keep their id by index and geometry', () => {
    const store = openTestStore();
    const plain = (longitude: number) =>
      buildFeature({
        geometry: { type: 'Point', coordinates: [longitude, 30] },
        properties: { sarChipIdentifier: undefined },
      });
    const ingestRecord = (features: readonly unknown[]) => {
      const page = buildFetchedPage(beginFetch(store), [buildRecord({ assignedId: 'record', features })]);
      ingest(store, page);
      const rows = store.detections([...store.matchingIds({})]);
      return new Map(rows.map(({ longitude, id }) => [longitude, id]));
    };
    const before = ingestRecord([plain(1), plain(2), plain(3)]);
    const after = ingestRecord([plain(1), plain(20), plain(3)]);
    expect(after.get(1)).toBe(before.get(1));
    expect(after.get(3)).toBe(before.get(3));
    expect([...before.values()]).not.toContain(after.get(20));
  });

  test('a chip that is named twice means two detections', () => {
    const store = openTestStore();
    const feature = buildFeature();
    const ingestTwice = (confidence: number) => {
      const features = [feature, { ...feature, properties: { ...feature.properties, confidence } }];
      const record = buildRecord({ assignedId: 'record', features });
      ingest(store, buildFetchedPage(beginFetch(store), [record]));
      return [...store.matchingIds({})];
    };
    expect(ingestTwice(0.5)).toEqual([1, 2]);
    expect(ingestTwice(0.6)).toEqual([1, 2]);
  });

  test('changed leaves no problems, sensors, processors or footprints of its former self', () => {
    const store = openTestStore();
    const footprint = 'POLYGON ((0 0, 1 0, 1 1, 0 0))';
    const bad = buildRecord({
      assignedId: 'record',
      features: [0],
      sensors: [{ footprint }, { footprint: 'x' }],
    });
    ingest(store, buildFetchedPage(beginFetch(store), [bad]));
    expect(store.listProblems(10)).toHaveLength(2);
    const good = buildRecord({ assignedId: 'record' });
    ingest(store, buildFetchedPage(beginFetch(store), [good]));
    expect(store.listProblems(10)).toEqual([]);
    const file = readAll(store.path);
    expect(file.sensors).toHaveLength(1);
    expect(file.processors).toHaveLength(1);
    expect(file.footprints).toHaveLength(1);
    expect(file.gpkg_contents).toContainEqual(
      expect.objectContaining({ table_name: 'footprints', min_x: 121, max_x: 122, min_y: 31, max_y: 31.5 }),
    );
  });

  test.each([
    { where: 'inside of the extent', coordinates: [20, 20], stored: 90, expected: 90 },
    { where: 'at the border of the extent', coordinates: [60, 20], stored: 60, expected: 50 },
  ])('$where of its layer is replaced, and the layer measured again only where it has to be', (changed) => {
    const store = openTestStore();
    const recordAt = (assignedId: string, ...positions: number[][]) =>
      buildRecord({
        assignedId,
        features: positions.map((coordinates) => buildFeature({ geometry: { type: 'Point', coordinates } })),
      });
    fillStore(store, [recordAt('other', [10, 10], [50, 40]), recordAt('changed', changed.coordinates)]);
    // One that is wider than the detections stays until they are measured.
    withFile(store.path, (sql) => sql.run('UPDATE gpkg_contents SET max_x = ?', changed.stored));
    fillStore(store, [recordAt('changed', [30, 30])]);
    expect(readAll(store.path).gpkg_contents).toContainEqual(
      expect.objectContaining({
        table_name: 'detections',
        ...{ min_x: 10, max_x: changed.expected, min_y: 10, max_y: 40 },
      }),
    );
  });

  test('twice in one page with other content is the later one', () => {
    const store = openTestStore();
    const feature = buildFeature();
    const versions = [0.25, 0.75].map((confidence) => {
      const changed = { ...feature, properties: { ...feature.properties, confidence } };
      return buildRecord({ assignedId: 'record', features: [changed] });
    });
    const outcome = ingest(store, buildFetchedPage(beginFetch(store), versions));
    expect(outcome).toMatchObject({ newRecords: 1, changedRecords: 1, job: { fetch: { records: 1 } } });
    expect(store.detections([1])).toMatchObject([{ id: 1, confidence: 0.75 }]);
    expect(store.listProblems(10)).toMatchObject([
      {
        recordId: 'record',
        path: 'assignedId',
        message: expect.stringContaining('another record of the page'),
      },
    ]);
    expect(store.counts({ boundingBox: [121, 31, 122, 32] })).toMatchObject({ detections: 1 });
  });
});

describe('unusable parts', () => {
  test('a record without an id is stored once under a hash of its bytes', () => {
    const store = openTestStore();
    const nameless = buildRecord({ record: { assignedId: undefined } });
    ingest(store, buildFetchedPage(beginFetch(store), [nameless, nameless]));
    ingest(store, buildFetchedPage(beginFetch(store), [nameless]));
    expect(store.counts({})).toMatchObject({ records: 1, detections: 1, problems: 1 });
    const [problem] = store.listProblems(10);
    expect(problem).toMatchObject({
      path: 'assignedId',
      recordId: expect.stringMatching(/^unnamed-[0-9a-f]{64}$/),
    });
  });

  test('elements that are no records are stored and reported, and the page continues', () => {
    const store = openTestStore();
    const elements = [null, 7, 'text', [], {}, buildRecord()];
    const outcome = ingest(store, buildFetchedPage(beginFetch(store), elements));
    expect(outcome).toMatchObject({ recordsInPage: 6, newRecords: 6, detections: 1 });
    expect(new Set(store.listProblems(100).map(({ recordId }) => recordId)).size).toBe(5);
  });

  test('a record that is not valid JSON is stored byte for byte and reported with its path, and the page continues', () => {
    const store = openTestStore();
    const [before, after] = [buildRecord(), buildRecord()];
    const broken = JSON.stringify(buildRecord({ record: { uploadTime: 'HERE' } })).replace('"HERE"', 'NaN');
    const page = buildFetchedPage(beginFetch(store), [before, 'BROKEN', after]);
    const body = Buffer.from(Buffer.from(page.body).toString().replace('"BROKEN"', broken));
    const outcome = ingest(store, { ...page, body });
    expect(outcome).toMatchObject({ recordsInPage: 3, newRecords: 3, detections: 2 });
    const [problem] = store.listProblems(10);
    expect(problem).toMatchObject({ path: 'uploadTime', message: expect.stringContaining('NaN') });
    expect(Buffer.from(store.rawRecord(problem?.recordId ?? '') ?? []).toString()).toBe(broken);
  });

  test('a record that was not valid JSON is replaced when it comes whole, also with fewer fields', () => {
    const store = openTestStore();
    const [whole, other] = [buildRecord(), buildRecord({ record: { assignedId: 'other' } })];
    const broken = JSON.stringify(whole).replace(/"uploadTime":"[^"]*"/, '"uploadTime":NaN');
    const page = buildFetchedPage(beginFetch(store), ['BROKEN', other]);
    const body = Buffer.from(Buffer.from(page.body).toString().replace('"BROKEN"', broken));
    ingest(store, { ...page, body });
    expect(store.counts({})).toMatchObject({ records: 2 });
    expect(store.listProblems(10)).toHaveLength(2);
    const again = {
      ...buildFetchedPage(beginFetch(store), [other, whole]),
      fields: 'without-features' as const,
    };
    const outcome = ingest(store, again);
    expect(outcome).toMatchObject({ newRecords: 0, changedRecords: 1 });
    expect(store.counts({})).toMatchObject({ records: 2, problems: 0 });
    expect(Buffer.from(store.rawRecord(String(whole.assignedId)) ?? []).toString()).toBe(
      JSON.stringify(whole),
    );
    ingest(store, buildFetchedPage(beginFetch(store), [other, whole]));
    expect(store.counts({})).toMatchObject({ records: 2, detections: 2, problems: 0 });
    // The broken one alone leaves a whole record as it is.
    ingest(store, {
      ...buildFetchedPage(beginFetch(store), ['BROKEN']),
      body: Buffer.from(
        Buffer.from(buildFetchedPage(beginFetch(store), ['BROKEN']).body)
          .toString()
          .replace('"BROKEN"', broken),
      ),
    });
    expect(store.counts({})).toMatchObject({ records: 3, detections: 2 });
  });

  test('unbounded nesting anywhere affects nothing else', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const places: readonly ((record: string) => string)[] = [
      (record) => record.replace('"type":"Point"', `"type":${deep}`),
      (record) => record.replace('"coordinates":[', `"coordinates":[${deep},`),
      (record) => record.replace('"confidence":', `"deep":${deep},"confidence":`),
      (record) => record.replace('"generatorType":', `"generatorVersion":${deep},"generatorType":`),
      (record) => record.replace('"vendorId":', `"polarization":${deep},"vendorId":`),
    ];
    const records = places.map((nest) => nest(JSON.stringify(buildRecord())));
    for (const record of records) expect(record).toContain(deep);
    const store = openTestStore();
    const list = [...records, JSON.stringify(buildRecord())].join(',');
    const body = Buffer.from(
      `{"data":{"svc_udp_analyticgeojsonrecord":[${list}]},"paginationInfo":{"nextOffset":${deep}}}`,
    );
    const outcome = ingest(store, { ...buildFetchedPage(beginFetch(store), []), body });
    expect(outcome).toMatchObject({ newRecords: 6, next: { kind: 'untrusted' } });
    expect(outcome.detections, 'all but those without a place').toBe(4);
  });

  test('raw records are stored byte for byte, whatever they contain', () => {
    const store = openTestStore();
    const fetch = beginFetch(store);
    const odd = new Uint8Array([
      ...new TextEncoder().encode('{ "assignedId" : "odd", "n": 1.0e+2, "s":"\\u00e4'),
      0xff,
      ...new TextEncoder().encode('" }'),
    ]);
    const body = Buffer.concat([
      Buffer.from('{"data":{"svc_udp_analyticgeojsonrecord":[\n '),
      odd,
      Buffer.from(' ]},"paginationInfo":{}}'),
    ]);
    ingest(store, { ...buildFetchedPage(fetch, []), body });
    expect(Buffer.from(readRaw(store.path)[0]?.bytes ?? [])).toEqual(Buffer.from(odd));
    expect(store.listProblems(10)).toContainEqual(
      expect.objectContaining({ recordId: 'odd', path: 'record', message: expect.stringContaining('UTF-8') }),
    );
  });

  test.each([
    ['no WKT', 'here'],
    ['an open ring', 'POLYGON ((0 0, 1 0, 1 1, 0 1))'],
    ['a point', 'POINT (1 2)'],
    ['an empty polygon', 'POLYGON EMPTY'],
    ['off the Earth', 'POLYGON ((0 0, 1 0, 1 91, 0 0))'],
    ['another reference system', 'SRID=3857;POLYGON ((0 0, 1 0, 1 1, 0 0))'],
  ])('a footprint that is %s is a problem, and the sensor stays', (_name, footprint) => {
    const store = openTestStore();
    const page = buildFetchedPage(beginFetch(store), [buildRecord({ sensors: [{ footprint }] })]);
    ingest(store, page);
    const detail = store.detectionDetail(1);
    expect(detail).toMatchObject({ footprint: null, sensor: { footprint } });
    expect(detail?.footprintProblem).toBe(store.listProblems(1)[0]?.message);
    expect(store.listProblems(1)[0]?.path).toBe('content.sensorData[0].footprint');
  });
});

test('records with equal sensor data share a footprint', () => {
  const store = openTestStore();
  const records = [
    buildRecord({}),
    buildRecord({ analytic: 'LargeVesselDetection' }),
    buildRecord({ sensors: [{ vendorId: 'x' }] }),
  ];
  ingest(store, buildFetchedPage(beginFetch(store), records));
  const database = new DatabaseSync(store.path, { readOnly: true });
  const rows = database.prepare('SELECT count(*) AS n FROM sensors GROUP BY footprint_fid').all();
  database.close();
  expect(rows.map(({ n }) => n)).toEqual([2, 1]);
});

test('a footprint has geodesic area, and its angles hold where the record says or in its middle', () => {
  const store = openTestStore();
  const footprint = 'MULTIPOLYGON Z (((0 0 5, 1 0 5, 1 1 5, 0 1 5, 0 0 5)))';
  const sensors = [
    { footprint, geometryReference: 'POINT Z (0.25 0.75 10)' },
    { footprint, geometryReference: 'nowhere' },
  ];
  const features = [0, 1].map((sensorDataIndex) => buildFeature({ properties: { sensorDataIndex } }));
  ingest(store, buildFetchedPage(beginFetch(store), [buildRecord({ sensors, features })]));
  const footprints = [1, 2].map((id) => store.detectionDetail(id)?.footprint);
  expect(footprints.map((shown) => shown?.reference)).toEqual([
    [0.25, 0.75],
    [0.5, 0.5],
  ]);
  expect(footprints[0]?.geometry).toEqual(rectangle(0, 0, 1, 1));
  // Karney's planimeter gives 12308778361.469 for this square on WGS 84.
  expect(footprints[0]?.squareMetres).toBeCloseTo(12_308_778_361.469, 2);
});

test.each([[[0, 1]], [['0', '1']], [[' 00', '1.0']]])(
  'detections trace back to sensors whose indexes are %j',
  (indexes) => {
    const store = openTestStore();
    const sensors = indexes.map((sensorDataIndex, index) => ({
      sensorDataIndex,
      sensorName: `sensor ${index}`,
    }));
    const features = [1, '1', 0, '0'].map((sensorDataIndex) =>
      buildFeature({ properties: { sensorDataIndex } }),
    );
    ingest(store, buildFetchedPage(beginFetch(store), [buildRecord({ sensors, features })]));
    expect([1, 2, 3, 4].map((id) => store.detectionDetail(id)?.sensor?.sensorName)).toEqual([
      'sensor 1',
      'sensor 1',
      'sensor 0',
      'sensor 0',
    ]);
  },
);

test('ids are never used twice, even when rows have gone', () => {
  const store = openTestStore();
  const record = (features: readonly unknown[]) => buildRecord({ assignedId: 'record', features });
  const ingestFeatures = (...features: unknown[]) =>
    ingest(store, buildFetchedPage(beginFetch(store), [record(features)]));
  ingestFeatures(buildFeature({ geometry: square }), buildFeature());
  ingestFeatures();
  ingestFeatures(buildFeature(), buildFeature({ geometry: square }));
  expect(Object.values(idsByChip(store))).toEqual([3, 4]);
});

test('the sensor’s texts are returned as received', () => {
  const store = openTestStore();
  const startTimeUTC = '2026-11-18T03:12:45.123456+00:00';
  ingest(store, buildFetchedPage(beginFetch(store), [buildRecord({ sensors: [{ startTimeUTC }] })]));
  const detail = store.detectionDetail(1);
  expect(detail?.detection.collectedAt).toBe(startTimeUTC);
  expect(detail?.sensor?.vendorId).toBe(buildSensor().vendorId);
  expect(store.counts({}).collectedFrom).toBe(Date.parse('2026-11-18T03:12:45.123Z'));
});

test('the file has no write-ahead log once it is closed', () => {
  const store = openTestStore();
  ingest(store, buildFetchedPage(beginFetch(store), [buildRecord()]));
  store.close();
  expect(readFileSync(store.path).subarray(18, 20)).toEqual(Buffer.from([1, 1]));
});

describe('a record with a partial field list', () => {
  const whole = buildRecord({ assignedId: 'record' });
  const { features: _features, ...withoutFeatures } = whole.content as Record<string, unknown>;
  const partial = { ...whole, uploadTime: '2026-11-19T00:00:00Z', content: withoutFeatures };

  function ingestAs(store: WorkspaceStore, fields: FetchedPage['fields'], record: unknown) {
    return ingest(store, { ...buildFetchedPage(beginFetch(store), [record]), fields });
  }

  test('never replaces a fuller one', () => {
    const store = openTestStore();
    ingestAs(store, 'all', whole);
    const before = allRows(store);
    const outcome = ingestAs(store, 'without-features', partial);
    expect(outcome).toMatchObject({ newRecords: 0, changedRecords: 0, detections: 1 });
    expect(allRows(store)).toEqual(before);
    expect(readAll(store.path).records).toMatchObject([{ fields: 'all', detections: 1 }]);
  });

  test('is replaced by a fuller one', () => {
    const store = openTestStore();
    ingestAs(store, 'headers', { assignedId: 'record' });
    ingestAs(store, 'without-features', partial);
    expect(readAll(store.path).records).toMatchObject([{ fields: 'without-features', detections: 0 }]);
    expect(ingestAs(store, 'all', whole)).toMatchObject({ newRecords: 0, changedRecords: 1 });
    expect(readAll(store.path).records).toMatchObject([{ fields: 'all', detections: 1 }]);
    expect(store.counts({})).toMatchObject({ records: 1, detections: 1 });
  });
});

describe('a record with a field list of the user’s own', () => {
  const image = { ...buildSensor(), polarization: 'HH', incidenceAngle: 33 };
  const whole = buildRecord({ assignedId: 'record', sensors: [image], qcStatus: 'PASSED' });
  const imageList = toFieldList(['content.sensorData.polarization']);
  const detectionList = toFieldList(['content.features.properties']);

  /** Members that the service returns of the record for a list of fields. */
  function pick(record: Record<string, unknown>, fields: FieldList): Record<string, unknown> {
    const take = (value: unknown, selections: readonly FieldSelection[]): unknown =>
      Array.isArray(value)
        ? value.map((each) => take(each, selections))
        : Object.fromEntries(
            selections.flatMap(({ name, selections: below }) => {
              const member = (value as Record<string, unknown>)[name];
              return member === undefined ? [] : [[name, below ? take(member, below) : member]];
            }),
          );
    return take(record, listedFields('svc', fields)) as Record<string, unknown>;
  }
  const ingestAs = (store: WorkspaceStore, fields: FieldList, record = whole) =>
    ingest(store, { ...buildFetchedPage(beginFetch(store), [pick(record, fields)]), fields });
  const row = (store: WorkspaceStore) =>
    store.detectionPage({ filter: {}, sort: { field: 'id', order: 'ASC' }, offset: 0, limit: 1 }).rows[0];

  test('has the fields of both, whichever came first, and is the whole record in the end', () => {
    for (const [first, second] of [
      [imageList, detectionList],
      [detectionList, imageList],
    ] as const) {
      const store = openTestStore();
      ingestAs(store, first);
      expect(ingestAs(store, second)).toMatchObject({ newRecords: 0, changedRecords: 1, problems: 0 });
      expect(readAll(store.path).records).toMatchObject([
        { fields: joinFieldLists(imageList, detectionList), detections: 1 },
      ]);
      expect(row(store)?.traced).toMatchObject({ polarization: 'HH', incidence: null, qc_status: null });
      expect(row(store)?.traced.not_fetched).toContain('incidence, ');
      const before = allRows(store);
      for (const fewer of [first, second, 'headers']) {
        if (fewer !== 'headers') expect(ingestAs(store, fewer)).toMatchObject({ changedRecords: 0 });
      }
      expect(allRows(store)).toEqual(before);
      expect(ingestAs(store, 'all')).toMatchObject({ changedRecords: 1 });
      expect(row(store)?.traced).toMatchObject({ incidence: 33, qc_status: 'PASSED', not_fetched: null });
    }
  });

  test('keeps a verdict while fields are added', () => {
    const store = openTestStore();
    ingestAs(store, detectionList);
    const id = row(store)?.id ?? 0;
    ingestAs(store, imageList);
    expect(row(store)?.id).toBe(id);
  });

  test('takes nothing from another version of the record, and gives nothing to it', () => {
    const store = openTestStore();
    ingestAs(store, detectionList);
    const before = allRows(store);
    const later = { ...whole, uploadTime: '2027-01-01T00:00:00Z' };
    expect(ingestAs(store, imageList, later)).toMatchObject({ newRecords: 0, changedRecords: 0 });
    expect(allRows(store)).toEqual(before);
  });

  test('is merged with its long integers unchanged, also when it comes twice in a fetch', () => {
    const store = openTestStore();
    const [feature] = (whole.content as { features: Record<string, unknown>[] }).features;
    const long = {
      ...whole,
      content: { ...(whole.content as object), features: [{ ...feature, properties: { mmsi: 'LONG' } }] },
    };
    const page = {
      ...buildFetchedPage(beginFetch(store), [pick(long, detectionList)]),
      fields: detectionList,
    };
    const body = Buffer.from(Buffer.from(page.body).toString().replace('"LONG"', '9007199254740993123'));
    ingest(store, { ...page, body });
    const images = pick(whole, imageList);
    ingest(store, { ...buildFetchedPage(beginFetch(store), [images, images]), fields: imageList });
    expect(row(store)?.properties).toEqual({ mmsi: '9007199254740993123' });
    expect(row(store)?.traced.polarization).toBe('HH');
  });

  test('what was not requested differs from what is absent, in counts and filters', () => {
    const store = openTestStore();
    const other = buildRecord({ assignedId: 'other', sensors: [{ ...image, polarization: null }] });
    ingest(store, buildFetchedPage(beginFetch(store), [other]));
    ingestAs(store, detectionList);
    expect(store.groupCounts({ filter: {}, by: 'polarization' })).toEqual([
      { key: null, count: 1 },
      { key: null, count: 1, isNotFetched: true },
    ]);
    expect(store.distribution({ filter: {}, field: 'incidence', bins: 5 })).toMatchObject({
      count: 1,
      missing: 1,
      notFetched: 1,
    });
    const shown = (expression: string) => store.counts({ expression }).detections;
    expect(shown('polarization is empty')).toBe(2);
    expect(shown('not_fetched contains "polarization"')).toBe(1);
    expect(store.groupCounts({ filter: {}, by: 'day' })).toEqual([
      { key: '2026-11-18', count: 1 },
      { key: null, count: 1, isNotFetched: true },
    ]);
    // The name of another field that is a part of a name is not found.
    const withSensor = toFieldList([...pathsOfFieldList(detectionList), 'content.sensorData.sensorName']);
    ingestAs(store, withSensor);
    expect(shown('not_fetched contains "sensor"')).toBe(0);
    expect(shown('not_fetched contains "sensor_TYPE"')).toBe(1);
    const list = store.recordPage({ having: 'nothing', offset: 0, limit: 10 });
    expect(list.rows).toEqual([]);
  });
});

describe('a record whose QC status or processor version changed', () => {
  const processor = (version: string, qcStatus: string) => ({
    processorName: 'LargeVesselDetection',
    version,
    parameters: { dissemination: { customer: 'GMSS', region: 'East Asia', qcStatus } },
  });
  const build = (assignedId: string, version: string, qcStatus: string) =>
    buildRecord({ assignedId, processors: [processor(version, qcStatus)] });
  const changesOf = (store: WorkspaceStore, recordId: string) =>
    store.recordProcessors(recordId)?.changes.map(({ changedAt: _at, ...change }) => change);

  test('is counted in the fetch that found the change, and listed with it', () => {
    const store = openTestStore();
    ingest(
      store,
      buildFetchedPage(beginFetch(store), [build('one', '1', 'PASSED'), build('two', '1', 'PASSED')]),
    );
    expect(store.listFetches()[0]?.job.fetch?.processorChanges).toBeUndefined();
    const second = beginFetch(store);
    ingest(
      store,
      buildFetchedPage(second, [
        build('one', '1', 'FAILED'),
        build('two', '2', 'FAILED'),
        build('three', '1', 'PASSED'),
      ]),
    );
    const fetch = store.listFetches().find(({ job }) => job.id === second.job.id)?.job.fetch;
    expect(fetch).toMatchObject({ newRecords: 1, changedRecords: 2 });
    expect(fetch?.processorChanges).toEqual([
      { statement: 'qc_status', records: 2, kinds: [{ former: 'PASSED', current: 'FAILED', records: 2 }] },
      { statement: 'processor_version', records: 1, kinds: [{ former: '1', current: '2', records: 1 }] },
    ]);
    const listed = store.changedRecords({ fetchId: second.job.id, offset: 0, limit: 10 });
    expect(listed.total).toBe(2);
    expect(listed.rows.map(({ recordId }) => recordId).sort()).toEqual(['one', 'two']);
    expect(changesOf(store, 'one')).toEqual([
      { processor: 'LargeVesselDetection', statement: 'qc_status', former: 'PASSED', current: 'FAILED' },
    ]);
    expect(changesOf(store, 'three')).toEqual([]);
    expect(store.recordProcessors('nowhere')).toBeUndefined();
  });

  test('is also reported after a fetch of other fields, except for a value that was not requested before', () => {
    const store = openTestStore();
    const fields = toFieldList(['content.processors.parameters']);
    const partial = { ...build('one', '1', 'PASSED') };
    const page = buildFetchedPage(beginFetch(store), [
      {
        ...partial,
        content: {
          processors: [
            { parameters: processor('1', 'PASSED').parameters, processorName: 'LargeVesselDetection' },
          ],
        },
      },
    ]);
    ingest(store, { ...page, fields });
    ingest(store, buildFetchedPage(beginFetch(store), [build('one', '2', 'FAILED')]));
    expect(changesOf(store, 'one')).toEqual([
      { processor: 'LargeVesselDetection', statement: 'qc_status', former: 'PASSED', current: 'FAILED' },
    ]);
  });
});

test('each record has its query and page, each fetch its records and their outcome', () => {
  const store = openTestStore();
  const [one, two, three] = ['one', 'two', 'three'].map((assignedId) => buildRecord({ assignedId }));
  const fetches = [beginFetch(store), beginFetch(store)] as const;
  ingest(store, buildFetchedPage(fetches[0], [one, two], { nextOffset: 2 }));
  ingest(store, buildFetchedPage(fetches[0], [two, three], { offset: 2 }));
  const changed = buildRecord({ assignedId: 'two', qcStatus: 'FAILED' });
  ingest(store, buildFetchedPage(fetches[1], [one, changed], { nextOffset: 2 }));
  const again = ingest(store, buildFetchedPage(fetches[1], [one, changed, three], { offset: 2 }));
  expect(again.job.fetch).toMatchObject({ records: 3, newRecords: 0, changedRecords: 1 });
  const file = readAll(store.path);
  expect(file.records).toMatchObject([
    { record_id: 'one', page_offset: 0 },
    { record_id: 'two', page_offset: 0 },
    { record_id: 'three', page_offset: 2 },
  ]);
  const outcomes = fetches.map(({ job }) =>
    (file.fetch_records as { fetch_id: string; record_key: number; outcome: string }[])
      .filter(({ fetch_id }) => fetch_id === job.id)
      .sort((a, b) => a.record_key - b.record_key)
      .map(({ outcome }) => outcome),
  );
  expect(outcomes).toEqual([
    ['new', 'new', 'new'],
    ['unchanged', 'changed', 'unchanged'],
  ]);
});

test('a page whose bytes came before restores what has changed since', () => {
  const store = openTestStore();
  const record = (confidence: number) =>
    buildRecord({
      assignedId: 'a',
      features: [buildFeature({ properties: { sarChipIdentifier: 'c', confidence } })],
    });
  const others = [buildRecord(), buildRecord()];
  const ingestAgain = (records: readonly unknown[]) =>
    ingest(store, buildFetchedPage(beginFetch(store), records));
  ingestAgain([record(0.25), ...others]);
  expect(ingestAgain([record(0.25), ...others])).toMatchObject({ changedRecords: 0, detections: 3 });
  ingestAgain([record(0.75)]);
  expect(ingestAgain([record(0.25), ...others])).toMatchObject({ changedRecords: 1, detections: 3 });
  expect(store.detections([1])).toMatchObject([{ confidence: 0.25 }]);
});

describe('a detection that was reviewed', () => {
  const verdictOn = (store: WorkspaceStore) => (id: number) =>
    withFile((store as TestStore).path, (sql) => {
      const detail = store.detectionDetail(id)?.detection;
      const identity = detectionIdentity({
        uuid: null,
        chip: detail?.chipIdentifier ?? null,
        occurrence: 0,
        position: 0,
        geometry: undefined,
      });
      sql.run(
        `INSERT INTO reviews (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
         VALUES (?, ?, ?, 'confirmed', 0, '', 'anna', '2026-11-20T09:00:00.000Z')`,
        id,
        detail?.recordId ?? '',
        identity,
      );
    });
  const withChips = (...chips: string[]) =>
    buildRecord({
      assignedId: 'record',
      features: chips.map((chip) => buildFeature({ properties: { sarChipIdentifier: chip } })),
    });
  const ingestChips = (store: WorkspaceStore, ...chips: string[]) =>
    ingest(store, buildFetchedPage(beginFetch(store), [withChips(...chips)]));

  test('gets the same id when it returns', () => {
    const store = openTestStore();
    ingestChips(store, 'a', 'b');
    verdictOn(store)(1);
    ingestChips(store, 'b');
    expect(idsByChip(store)).toEqual({ b: 2 });
    ingestChips(store, 'new', 'b', 'a');
    expect(idsByChip(store)).toEqual({ a: 1, b: 2, new: 3 });
    expect(store.detections([1])[0]?.review).toMatchObject({ verdict: 'confirmed' });
  });

  test('gets another id, and its review with it, when its id is in use', () => {
    const store = openTestStore();
    ingestChips(store, 'other');
    withFile(store.path, (sql) => {
      sql.run(
        `INSERT INTO reviews (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
         VALUES (1, 'later', 'chip 0 x', 'rejected', 0, '', 'anna', '2026-11-20')`,
      );
    });
    const later = buildRecord({
      assignedId: 'later',
      features: [buildFeature({ properties: { sarChipIdentifier: 'x' } })],
    });
    ingest(store, buildFetchedPage(beginFetch(store), [later]));
    const { x = 0, other } = idsByChip(store);
    expect(other).toBe(1);
    expect(x).toBeGreaterThan(1);
    expect(store.detections([x])[0]?.review).toMatchObject({ verdict: 'rejected' });
  });
});

test('raw records stay byte for byte when their blocks are rewritten without replaced records', () => {
  const store = openTestStore();
  const records = Array.from({ length: 400 }, (_none, index) =>
    buildRecord({ assignedId: `record ${index}`, features: Array.from({ length: 5 }, () => buildFeature()) }),
  );
  ingest(store, buildFetchedPage(beginFetch(store), records));
  const changed = records.slice(0, 300).map((record) => ({ ...record, uploadTime: '2026-11-19T00:00:00Z' }));
  ingest(store, buildFetchedPage(beginFetch(store), changed));
  const expected = [...changed, ...records.slice(300)].map((record) => JSON.stringify(record));
  const texts = () => readRaw(store.path).map(({ bytes }) => Buffer.from(bytes).toString());
  expect(texts()).toEqual(expected);
  const bytesBefore = rawLength(store.path);
  withFile(store.path, (sql) => sql.transaction(() => compactRawBlocks(sql)));
  expect(texts()).toEqual(expected);
  expect(rawLength(store.path)).toBeLessThan(bytesBefore);
  withFile(store.path, (sql) => {
    expect(Buffer.from(readRawRecord(sql, 7) ?? []).toString()).toBe(expected[6]);
    expect(readRawRecord(sql, 9999)).toBeUndefined();
  });
});

test('blocks of raw records end with a checksum of their content', () => {
  const store = openTestStore();
  ingest(store, buildFetchedPage(beginFetch(store), [buildRecord()]));
  const body = withFile(store.path, (sql) => sql.arrays('SELECT body FROM raw_blocks')[0]?.[0]) as Uint8Array;
  expect(zstdDecompressSync(body).length).toBeGreaterThan(0);
  const last = body.length - 1;
  expect(() => zstdDecompressSync(body.with(last, (body[last] ?? 0) ^ 1))).toThrow(/checksum/);
});

function rawLength(file: string): number {
  return withFile(file, (sql) => Number(sql.arrays('SELECT sum(length(body)) FROM raw_blocks')[0]?.[0]));
}

test('texts of all kinds are stored in the rows as received', () => {
  const store = openTestStore();
  const texts = [
    '',
    'ü 渔船 🚢',
    'a'.repeat(127),
    'b'.repeat(128),
    'é'.repeat(100),
    '\u0000 nul',
    '"},{"assignedId":"x"',
  ];
  const features = texts.map((text) =>
    buildFeature({ properties: { sarChipIdentifier: text === '' ? undefined : text, text } }),
  );
  const records = [
    buildRecord({ features, sensors: [{ sensorName: 'Ṡensor "x"' }] }),
    buildRecord({ features: [] }),
  ];
  ingest(store, buildFetchedPage(beginFetch(store), records));
  const rows = allRows(store);
  expect(rows.map(({ properties }) => properties.text)).toEqual(texts);
  expect(rows.map(({ chipIdentifier }) => chipIdentifier ?? '')).toEqual(texts);
  expect(rows[0]?.sensorName).toBe('Ṡensor "x"');
  expect(store.counts({}).records).toBe(2);
});

describe('a body is ingested the same', () => {
  const records = Array.from({ length: 5 }, (_none, index) =>
    buildRecord({
      assignedId: `record ${index}`,
      features: [buildFeature({ properties: { odd: '},{"assignedId":' } })],
    }),
  );
  const list = `"svc_udp_analyticgeojsonrecord":`;
  const whole = JSON.stringify(records);
  test.each([
    ['as services print it', `{"paginationInfo":{"nextOffset":5},"data":{${list}${whole}}}`],
    [
      'with space between everything',
      JSON.stringify(
        { paginationInfo: { nextOffset: 5 }, data: { svc_udp_analyticgeojsonrecord: records } },
        null,
        2,
      ),
    ],
    [
      'with its parts the other way round',
      `{"data":{"other":[1],${list}${whole}},"paginationInfo":{"nextOffset":5}}`,
    ],
    [
      'when the list is there twice, of which the last counts',
      `{"data":{${list}[{"assignedId":"no"}]},"data":{${list}${whole}},"paginationInfo":{"nextOffset":5}}`,
    ],
    ['with a byte order mark', `\ufeff{"paginationInfo":{"nextOffset":5},"data":{${list}${whole}}}`],
  ])('%s', (_name, text) => {
    const store = openTestStore();
    const page = { ...buildFetchedPage(beginFetch(store), []), body: new TextEncoder().encode(text) };
    expect(ingest(store, page)).toMatchObject({
      newRecords: 5,
      detections: 5,
      next: { kind: 'next', offset: 5 },
    });
    expect(readRaw(store.path).map(({ recordId }) => recordId)).toEqual(
      records.map(({ assignedId }) => assignedId),
    );
    expect(JSON.parse(Buffer.from(readRaw(store.path)[3]?.bytes ?? []).toString())).toEqual(records[3]);
  });
});
