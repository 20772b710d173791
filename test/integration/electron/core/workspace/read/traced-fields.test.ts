import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { registerSpatialFunctions } from '../../../../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import { tracedFields } from '../../../../../../shared/results/builtin-fields.ts';
import { buildFeature, buildProcessor, buildRecord } from '../../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';

const byId = { field: 'id', order: 'ASC' } as const;

function tracedOf(store: TestStore) {
  return store
    .detectionPage({ filter: {}, sort: byId, offset: 0, limit: 1000 })
    .rows.map(({ traced }) => traced);
}

function countBySql(store: TestStore, condition: string): number {
  const database = new DatabaseSync(store.path, { readOnly: true });
  const selects = ['detections', 'detection_areas'].map(
    (table) => `SELECT fid FROM ${table} JOIN sensors ON sensors.id = sensor_id WHERE ${condition}`,
  );
  const row = database.prepare(`SELECT count(*) AS count FROM (${selects.join(' UNION ALL ')})`).get();
  database.close();
  return Number(row?.count);
}

/** 40 records with one to three images and detections that name an image, none, or one that is not there. */
function fillWithImages(store: TestStore): void {
  const random = seededRandom(13);
  const records = Array.from({ length: 40 }, (_, record) => {
    const images = random.between(1, 3);
    return buildRecord({
      sensors: Array.from({ length: images }, () => ({
        polarization: random.pick(['HH', 'VV', 'HV']),
        incidenceAngle: random.between(15, 50),
        sensorMode: random.pick(['Spot', 'Stripmap']),
        vendorId: `image ${record}`,
      })),
      features: Array.from({ length: 10 }, () =>
        buildFeature({ properties: { sensorDataIndex: random.pick([0, 1, 2, 9, null]) } }),
      ),
    });
  });
  fillStore(store, records);
}

test('detections are filtered by the images that they are traced to, as SQL on these counts them', () => {
  const store = openTestStore();
  fillWithImages(store);
  const conditions: readonly (readonly [expression: string, sql: string])[] = [
    [
      'incidence between 25 and 40 and polarization = "HH"',
      "incidence_angle BETWEEN 25 AND 40 AND polarization = 'HH'",
    ],
    ['sensor_mode = "spot"', "sensor_mode = 'Spot'"],
    ['incidence > 30', 'incidence_angle > 30'],
    ['vendor_id starts with "image 1"', "vendor_id LIKE 'image 1%'"],
    ['polarization is not empty', 'polarization NOT NULL'],
  ];
  for (const [expression, sql] of conditions) {
    const count = countBySql(store, sql);
    expect(store.counts({ expression }).detections, expression).toBe(count);
    expect(count).toBeGreaterThan(0);
  }
  const groups = store.groupCounts({ filter: {}, by: 'polarization' });
  for (const { key, count } of groups) {
    if (key !== null) expect(count).toBe(countBySql(store, `polarization = '${key}'`));
  }
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(400);
});

test('another program’s change of the image of a detection is seen', () => {
  const store = openTestStore();
  fillWithImages(store);
  const database = new DatabaseSync(store.path);
  registerSpatialFunctions(database);
  const before = store.counts({ expression: 'polarization is empty' }).detections;
  const changed = database
    .prepare(
      'UPDATE detections SET sensor_id = NULL WHERE fid IN (SELECT fid FROM detections WHERE sensor_id NOT NULL LIMIT 7)',
    )
    .run();
  database.close();
  expect(changed.changes).toBe(7);
  expect(store.counts({ expression: 'polarization is empty' }).detections).toBe(before + 7);
});

test('a detection that names none of two images has no value of either', () => {
  const store = openTestStore();
  const sensors = [{ polarization: 'HH' }, { polarization: 'VV', startTimeUTC: '2026-11-19T03:12:45.120Z' }];
  const features = [{ sensorDataIndex: 1 }, { sensorDataIndex: null }, { sensorDataIndex: 7 }].map(
    (properties) => buildFeature({ properties }),
  );
  fillStore(store, [buildRecord({ sensors, features })]);
  expect(tracedOf(store)).toMatchObject([
    { polarization: 'VV', sensor_type: 'SAR', incidence: 31.25 },
    { polarization: null, sensor_type: null, incidence: null, generation_latency: null },
    { polarization: null, sensor_type: null, incidence: null, generation_latency: null },
  ]);
  expect(store.counts({ expression: 'polarization = "HH"' }).detections).toBe(0);
  expect(store.counts({ expression: 'polarization is empty' }).detections).toBe(2);
});

test('QC status, name and version are those of the processor that found a detection', () => {
  const store = openTestStore();
  const processors = [
    { ...buildProcessor({ analytic: 'A', qcStatus: 'PASSED' }), version: '1' },
    { ...buildProcessor({ analytic: 'B', qcStatus: 'PASSED' }), version: '2' },
  ];
  const features = [{ analytic: 'B' }, {}].map((properties) => buildFeature({ properties }));
  fillStore(store, [buildRecord({ processors, features })]);
  expect(tracedOf(store)).toMatchObject([
    { processor: 'B', processor_version: '2', qc_status: 'PASSED' },
    // What all processors state is known, whichever found it.
    { processor: null, processor_version: null, qc_status: 'PASSED' },
  ]);
  expect(store.counts({ expression: 'processor_version = "2"' }).detections).toBe(1);
  expect(store.counts({ expression: 'qc_status = "PASSED"' }).detections).toBe(2);
  expect(store.groupCounts({ filter: {}, by: 'processor' })).toEqual([
    { key: null, count: 1 },
    { key: 'B', count: 1 },
  ]);
});

test('parameters are those of the processor that found a detection, and filter, count and are listed', () => {
  const store = openTestStore();
  const processor = (analytic: string, parameters: object) => {
    const built = buildProcessor({ analytic });
    return { ...built, parameters: { ...(built.parameters as object), ...parameters } };
  };
  const features = [{ analytic: 'A' }, { analytic: 'B' }, {}].map((properties) =>
    buildFeature({ properties }),
  );
  fillStore(store, [
    buildRecord({
      processors: [
        processor('A', { detector: { threshold: 0.5, 'land mask': 'GSHHG' }, bands: [1, 2] }),
        processor('B', { detector: { threshold: 0.8, 'land mask': 'GSHHG' }, mmsi: 'many' }),
      ],
      features,
    }),
    buildRecord({ features: [buildFeature()] }),
  ]);
  const shown = (expression: string) => store.counts({ expression }).detections;
  expect(shown('parameter.detector.threshold > 0.6')).toBe(1);
  // Both processors state this one, and one that neither states is absent.
  expect(shown('parameter.`detector.land mask` = "gshhg"')).toBe(3);
  // A detection of which the processor is not known has the value of the only one that states it.
  expect(shown('parameter.bands contains "2"')).toBe(2);
  expect(shown('parameter.dissemination.region = "East Asia"')).toBe(4);
  expect(shown('parameter.nothing is empty')).toBe(4);
  expect(store.distribution({ filter: {}, field: 'parameter:detector.threshold', bins: 2 })).toMatchObject({
    count: 2,
    missing: 2,
    notFetched: 0,
    max: 0.8,
  });
  expect(store.parameters().find(({ name }) => name === 'detector.threshold')).toEqual({
    name: 'detector.threshold',
    type: 'number',
    count: 2,
  });
  const { rows } = store.detectionPage({ filter: {}, sort: byId, offset: 0, limit: 10 });
  expect(rows.map(({ parameters }) => parameters['detector.threshold'] ?? null)).toEqual([
    0.5,
    0.8,
    null,
    null,
  ]);
  // Region and QC status have fields of their own.
  expect(rows.map(({ traced }) => traced.parameters)).toEqual([
    '{"detector":{"threshold":0.5,"land mask":"GSHHG"},"bands":[1,2]}',
    '{"detector":{"threshold":0.8,"land mask":"GSHHG"},"mmsi":"many"}',
    null,
    null,
  ]);
});

test('parameters that are nested too deep or too long stay in the raw record only, as a problem', () => {
  const store = openTestStore();
  let deep: object = {};
  for (let depth = 0; depth < 3000; depth += 1) deep = { deep };
  const built = buildProcessor({ analytic: 'A', qcStatus: 'PASSED' });
  const withParameters = (parameters: object) => ({
    ...built,
    parameters: { ...(built.parameters as object), ...parameters },
  });
  fillStore(store, [
    buildRecord({ processors: [withParameters({ deep }), withParameters({ long: 'x'.repeat(70_000) })] }),
  ]);
  expect(store.parameters()).toEqual([]);
  expect(
    store
      .listProblems(10)
      .map(({ message }) => message)
      .sort(),
  ).toEqual([
    'is nested too deep; it is in the raw record only',
    'is too long; it is in the raw record only',
  ]);
  expect(tracedOf(store)[0]).toMatchObject({ qc_status: 'PASSED' });
});

test('latencies are the hours between collection, generation, upload and fetch', () => {
  const store = openTestStore();
  fillStore(store, [
    buildRecord({ sensors: [{ startTimeUTC: '2026-11-18T03:59:00Z' }] }),
    buildRecord({ record: { header: { generatorInfo: { timeUTC: 'soon' } } } }),
  ]);
  const [known, unknown] = tracedOf(store);
  expect(known).toMatchObject({
    generated: '2026-11-18T05:59:00.000Z',
    generation_latency: 2,
    upload_latency: 1 / 60,
  });
  expect(unknown).toMatchObject({ generated: null, generation_latency: null, upload_latency: null });
  expect(unknown?.fetch_latency).toBe(known?.fetch_latency);
  expect(store.counts({ expression: 'generation_latency = 2' }).detections).toBe(1);
  expect(store.counts({ expression: 'generated = 2026-11-18T05:59Z' }).detections).toBe(1);
  expect(store.distribution({ filter: {}, field: 'generation_latency', bins: 4 })).toMatchObject({
    count: 1,
    missing: 1,
    median: 2,
  });
});

test('the table is sorted by each traced field as its cells show', () => {
  const store = openTestStore();
  fillWithImages(store);
  // All fields of these records were requested.
  for (const field of tracedFields.filter((name) => name !== 'not_fetched' && name !== 'parameters')) {
    const values = store
      .detectionPage({ filter: {}, sort: { field, order: 'ASC' }, offset: 0, limit: 1000 })
      .rows.map(({ traced }) => traced[field]);
    const firstKnown = values.findIndex((value) => value !== null);
    expect(values.slice(firstKnown), field).not.toContain(null);
    const known = values.filter((value) => value !== null);
    expect(known, field).toEqual(known.toSorted((one, other) => (one === other ? 0 : one < other ? -1 : 1)));
  }
});
