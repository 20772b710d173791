import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { registerSpatialFunctions } from '../../../../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import { openDatabase } from '../../../../../../electron/core/workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../../../../../electron/core/workspace/open/workspace-store.ts';
import { positions } from '../../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { type SeededRandom, seededRandom } from '../../../../../builders/seeded-random.ts';
import { isLongRun } from '../../../../../builders/test-tier.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillStore,
  makeTempFolder,
  openTestStore,
  openTestWorkspace,
  type TestStore,
} from '../../../../../builders/workspace-builder.ts';
import { dirtyChunks, expectColumnsMatchRows, withFile } from '../../../../../builders/workspace-columns.ts';

const square = (west: number, south: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south],
    ],
  ],
});

function randomFeature(random: SeededRandom) {
  const [longitude, latitude] = [random.between(-179, 178), random.between(-80, 79)];
  const geometry = random.chance(0.2)
    ? square(longitude, latitude)
    : { type: 'Point', coordinates: [longitude + random.next(), latitude + random.next()] };
  const properties = {
    sarChipIdentifier: random.chance(0.5) ? `chip ${random.between(0, 5000)}` : undefined,
    confidence: random.pick([0.25, 0.5, null, 'high']),
    length_m: random.chance(0.7) ? random.next() * 100 : undefined,
    kind: random.pick(['Fishing', 'Tanker', 'Schlepper ü 渔船', '']),
    mixed: random.pick([1, 'one', true, [1, 2], { a: 1 }, '[1,2]', null]),
    [`rare ${random.between(0, 30)}`]: random.next(),
  };
  return { ...buildFeature({ geometry }), properties };
}

function randomRecord(random: SeededRandom, assignedId: string) {
  return buildRecord({
    assignedId,
    analytic: random.pick(['SmallVesselDetection', 'AircraftDetection', 'ChangeDetection']),
    region: random.pick(['East Asia', 'Eastern Europe']),
    uploadTime: random.pick(['2026-11-18T06:00:00.000Z', 'never']),
    sensors: [{ sensorName: random.pick(['A', 'B']) }, ...(random.chance(0.3) ? [{}] : [])],
    features: Array.from({ length: random.between(0, 60) }, () => randomFeature(random)),
  });
}

/** Pages of new, changed and unchanged records, some more than once, until more than a chunk is filled. */
function fillAtRandom(store: TestStore, random: SeededRandom, pages: number): void {
  const ids = Array.from({ length: 600 }, (_none, index) => `record ${index}`);
  const last = new Map<string, unknown>();
  const fetch = buildFetch();
  store.saveFetch(fetch);
  for (let page = 0; page < pages; page += 1) {
    const records = Array.from({ length: 60 }, () => {
      const id = random.pick(ids);
      const record = last.has(id) && random.chance(0.4) ? last.get(id) : randomRecord(random, id);
      last.set(id, record);
      return record;
    });
    const offset = page * 60;
    const end = page === pages - 1 ? {} : { nextOffset: offset + 60 };
    const outcome = store.ingestPage(buildFetchedPage(fetch, records, { offset, ...end }));
    if (!outcome.ok) throw new Error(outcome.message);
  }
}

function edit(file: string, statements: string): void {
  const database = new DatabaseSync(file);
  registerSpatialFunctions(database);
  database.exec(statements);
  database.close();
}

describe('columns', () => {
  test.each(isLongRun ? [1, 2, 3] : [1])(
    'say what the rows say after any number of pages (seed %i)',
    (seed) => {
      const store = openTestStore();
      fillAtRandom(store, seededRandom(seed), 16);
      const entries = expectColumnsMatchRows(store.path);
      expect(entries.length).toBe(store.counts({}).detections);
      expect(entries.length).toBeGreaterThan(8192);
    },
  );

  test('are stored with each page, in as many chunks as it takes', () => {
    const store = openTestStore();
    const features = Array.from({ length: 20_000 }, (_none, index) =>
      buildFeature({ geometry: { type: 'Point', coordinates: [index / 200, 10] } }),
    );
    const fetch = buildFetch();
    store.saveFetch(fetch);
    const records = [
      buildRecord({ features: features.slice(0, 8000) }),
      buildRecord({ features: features.slice(8000) }),
    ];
    store.ingestPage(buildFetchedPage(fetch, records, { nextOffset: 2 }));
    expect(dirtyChunks(store.path)).toEqual([]);
    const entries = expectColumnsMatchRows(store.path);
    expect(entries.map(({ id }) => id)).toEqual(features.map((_feature, index) => index + 1));
    expect(entries[12_345]).toMatchObject({
      longitude: 12_345 / 200,
      flags: 2,
      properties: { confidence: 0.875 },
    });
    store.ingestPage(buildFetchedPage(fetch, [buildRecord()], { offset: 2, nextOffset: 3 }));
    expect(expectColumnsMatchRows(store.path).length).toBe(20_001);
  });

  test('have nothing of a page that was undone', async () => {
    const file = path.join(await makeTempFolder(), 'undone.gpkg');
    const { database } = openDatabase(file);
    onTestFinished(() => database.close());
    const store = createWorkspaceStore(database);
    const fetch = buildFetch();
    store.saveFetch(fetch);
    const page = (offset: number, names: readonly string[]) => {
      const features = names.map((name) => buildFeature({ properties: { sarChipIdentifier: name, name } }));
      return buildFetchedPage(fetch, [buildRecord({ features })], { offset, nextOffset: offset + 1 });
    };
    const fail = "CREATE TRIGGER fail BEFORE INSERT ON seen_pages BEGIN SELECT RAISE(ABORT, 'not now'); END";
    const namesInColumns = () => expectColumnsMatchRows(file).map(({ properties }) => properties.name);
    database.exec(fail);
    expect(() => store.ingestPage(page(0, ['a', 'b']))).toThrow('not now');
    database.exec('DROP TRIGGER fail');
    store.ingestPage(page(0, ['c']));
    expect(namesInColumns()).toEqual(['c']);
    database.exec(fail);
    expect(() => store.ingestPage(page(1, ['d', 'e']))).toThrow('not now');
    database.exec('DROP TRIGGER fail');
    store.ingestPage(page(1, ['f']));
    store.ingestPage(page(2, ['g']));
    expect(namesInColumns()).toEqual(['c', 'f', 'g']);
  });

  test('of records that change wait for the end of the fetch', () => {
    const store = openTestStore();
    const fetch = buildFetch();
    store.saveFetch(fetch);
    const record = (confidence: number) =>
      buildRecord({ assignedId: 'a', features: [buildFeature({ properties: { confidence } })] });
    store.ingestPage(buildFetchedPage(fetch, [record(0.25)], { nextOffset: 1 }));
    store.ingestPage(buildFetchedPage(fetch, [record(0.75)], { offset: 1, nextOffset: 2 }));
    expect(dirtyChunks(store.path)).toEqual([0]);
    store.ingestPage(buildFetchedPage(fetch, [], { offset: 2 }));
    expect(expectColumnsMatchRows(store.path)).toMatchObject([{ confidence: 0.75 }]);
  });

  test('of a fetch that was cut off are brought up to date at the next opening', async () => {
    const store = openTestStore();
    const fetch = buildFetch();
    store.saveFetch(fetch);
    const record = (length: number) =>
      buildRecord({ assignedId: 'a', features: [buildFeature({ properties: { length } })] });
    store.ingestPage(buildFetchedPage(fetch, [record(1)], { nextOffset: 1 }));
    store.ingestPage(buildFetchedPage(fetch, [record(2)], { offset: 1, nextOffset: 2 }));
    store.close();
    await openTestWorkspace(store.path);
    expect(expectColumnsMatchRows(store.path)).toMatchObject([{ properties: { length: 2 } }]);
  });
});

describe('what another program changes', () => {
  test.each([
    ['deletes', "DELETE FROM detections WHERE chip_identifier = 'b'", ['a', 'c']],
    [
      'renames',
      "UPDATE detections SET properties = json_set(properties, '$.name', 'x') WHERE chip_identifier = 'b'",
      ['a', 'x', 'c'],
    ],
    [
      'makes unreadable',
      "UPDATE detections SET properties = 'no JSON' WHERE chip_identifier = 'b'",
      ['a', undefined, 'c'],
    ],
  ])('%s is in the columns once it is noticed', (_name, statement, expected) => {
    const store = openTestStore();
    const features = ['a', 'b', 'c'].map((name) =>
      buildFeature({ properties: { sarChipIdentifier: name, name } }),
    );
    fillStore(store, [buildRecord({ features })]);
    expect(store.detectEdits()).toBe(false);
    edit(store.path, statement);
    expect(dirtyChunks(store.path)).toEqual([0]);
    expect(store.detectEdits()).toBe(true);
    const names = () => expectColumnsMatchRows(store.path).map(({ properties }) => properties.name);
    expect(names()).toEqual(expected);
    fillStore(store, [buildRecord({ features: [buildFeature({ properties: { name: 'next' } })] })]);
    expect(names()).toEqual([...expected, 'next']);
  });

  test('between two pages is in the columns after the second', () => {
    const store = openTestStore();
    const fetch = buildFetch();
    store.saveFetch(fetch);
    const page = (offset: number, name: string) => {
      const features = [buildFeature({ properties: { sarChipIdentifier: name, name } })];
      return buildFetchedPage(fetch, [buildRecord({ features })], { offset, nextOffset: offset + 1 });
    };
    store.ingestPage(page(0, 'a'));
    edit(store.path, "UPDATE detections SET properties = json_set(properties, '$.name', 'x')");
    expect(store.detectEdits()).toBe(true);
    store.ingestPage(page(1, 'b'));
    expect(expectColumnsMatchRows(store.path).map(({ properties }) => properties.name)).toEqual(['x', 'b']);
  });

  test('a column that another program adds to a layer does not prevent writing, and new rows have its default', () => {
    const store = openTestStore();
    fillStore(store, [buildRecord()]);
    edit(store.path, "ALTER TABLE detections ADD COLUMN remark TEXT DEFAULT 'none'");
    store.detectEdits();
    fillStore(store, [buildRecord({ features: [buildFeature(), buildFeature()] })]);
    const remarks = withFile(store.path, (sql) => sql.arrays('SELECT remark FROM detections'));
    expect(remarks).toEqual([['none'], ['none'], ['none']]);
    expect(expectColumnsMatchRows(store.path)).toHaveLength(3);
  });

  test('rows that it adds to one layer get no id of the other', () => {
    const store = openTestStore();
    fillStore(store, [buildRecord({ features: [buildFeature(), buildFeature()] })]);
    edit(
      store.path,
      `INSERT INTO detection_areas (geom, analytic, longitude, latitude, record_id, position, properties)
       SELECT geom, 'By hand', 1, 2, record_id, 9, '{}' FROM detections WHERE fid = 1`,
    );
    store.detectEdits();
    expect(expectColumnsMatchRows(store.path).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('rows that it adds are found under its record, and those of no record under none', () => {
    const store = openTestStore();
    fillStore(store, [buildRecord({ assignedId: 'a' })]);
    edit(
      store.path,
      `PRAGMA foreign_keys = OFF;
        INSERT INTO detections (fid, geom, analytic, longitude, latitude, record_id, position, properties, collected_at)
          SELECT 9000, geom, 'By hand', 1, 2, 'a', 9, '{"by":"hand"}', '2026-11-01' FROM detections;
        INSERT INTO detections (fid, geom, analytic, longitude, latitude, record_id, position, properties)
          SELECT 40000000000, geom, 'By hand', 1, 2, 'unknown', 9, '[]' FROM detections WHERE fid = 1;
        INSERT INTO detection_areas (fid, geom, analytic, longitude, latitude, record_id, position, properties)
          SELECT 9001, geom, 'By hand', 'x', 2, 'unknown', 9, '' FROM detections WHERE fid = 1;`,
    );
    store.detectEdits();
    const entries = expectColumnsMatchRows(store.path);
    expect(entries.map(({ id, record }) => [id, record])).toEqual(positions('1 1, 9000 1, 9001 0'));
    expect(entries[1]).toMatchObject({
      collected: Date.parse('2026-11-01T00:00:00Z'),
      properties: { by: 'hand' },
    });
    fillStore(store, [buildRecord({ assignedId: 'a', features: [] })]);
    expect(expectColumnsMatchRows(store.path).map(({ id }) => id)).toEqual([9001]);
  });
});

describe('properties', () => {
  const columnsOf = (store: TestStore) =>
    withFile(store.path, (sql) => ({
      withColumns: sql.arrays('SELECT name FROM properties WHERE has_chunks = 1').map(([name]) => name),
      without: sql.arrays('SELECT name FROM properties WHERE has_chunks = 0').map(([name]) => name),
      unlisted: sql.arrays("SELECT value FROM app_meta WHERE key = 'properties_unlisted'").length > 0,
      orphans: sql.arrays(
        'SELECT count(*) FROM property_chunks WHERE property_id IN (SELECT id FROM properties WHERE has_chunks = 0)',
      )[0]?.[0],
    }));

  test('beyond the number that can have columns are listed, and beyond the limit of that list their number is reported as larger', () => {
    const store = openTestStore();
    const features = Array.from({ length: 1500 }, (_none, index) => ({
      ...buildFeature(),
      properties: { [`property ${index}`]: index },
    }));
    fillStore(store, [buildRecord({ features })]);
    const { withColumns, without, unlisted } = columnsOf(store);
    expect([withColumns.length, without.length, unlisted]).toEqual([200, 800, true]);
    expectColumnsMatchRows(store.path);
    fillStore(store, [buildRecord({ features: features.slice(0, 3) })]);
    expect(expectColumnsMatchRows(store.path).at(-1)?.properties).toEqual({ 'property 2': 2 });
  });

  test('with a value that is too long lose their columns, the others keep theirs', () => {
    const store = openTestStore();
    const features = [
      { outline: 'short', length: 1 },
      { outline: 'long'.repeat(500), length: 2 },
    ];
    fillStore(store, [
      buildRecord({
        features: features.slice(0, 1).map((properties) => ({ ...buildFeature(), properties })),
      }),
    ]);
    fillStore(store, [
      buildRecord({ features: features.slice(1).map((properties) => ({ ...buildFeature(), properties })) }),
    ]);
    expect(columnsOf(store)).toEqual({
      withColumns: ['length'],
      without: ['outline'],
      unlisted: false,
      orphans: 0,
    });
    expect(expectColumnsMatchRows(store.path).map(({ properties }) => properties)).toEqual([
      { length: 1 },
      { length: 2 },
    ]);
  });
});
