import { describe, expect, test } from 'vitest';
import { registerSpatialFunctions } from '../../../../../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import { readLayers, whyNoGdal } from '../../../../../../builders/gdal-server.ts';
import {
  countInBox,
  queryNumber,
  readFeatureTexts,
  validateGeoPackage,
} from '../../../../../../builders/geopackage-gdal.ts';
import { positions, square } from '../../../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../../../builders/record-builder.ts';
import { type SeededRandom, seededRandom } from '../../../../../../builders/seeded-random.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillStore,
  openTestStore,
  type TestStore,
} from '../../../../../../builders/workspace-builder.ts';
import { withFile } from '../../../../../../builders/workspace-columns.ts';

const missing = whyNoGdal();
if (missing !== undefined)
  process.stderr.write(`Skipped: GDAL does not look at the workspace, as ${missing}.\n`);

/** Points, areas, lines, heights, footprints, areas of interest, orders and a problem. */
function fillWithEverything(store: TestStore): void {
  const features = [
    buildFeature({ geometry: { type: 'Point', coordinates: [121.123456, 31.25] } }),
    buildFeature({ geometry: { type: 'Point', coordinates: [-70.5, -33.75] } }),
    buildFeature({ geometry: { type: 'Point', coordinates: [10, 20, 30] } }),
    buildFeature({ geometry: square(130, 40) }),
    buildFeature({
      geometry: {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    }),
    buildFeature({
      geometry: {
        type: 'MultiPoint',
        coordinates: [
          [-5, 6],
          [7, 8],
        ],
      },
    }),
    buildFeature({ geometry: null }),
  ];
  fillStore(store, [
    buildRecord({ features, sensors: [{ footprint: 'POLYGON ((120 30, 122.5 30, 122.5 32, 120 30))' }] }),
    buildRecord({
      sensors: [{ footprint: 'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))' }],
    }),
  ]);
  const times = { createdAt: '2026-11-20T08:00:00.000Z', updatedAt: '2026-11-20T08:00:00.000Z' };
  store.upsertArea({
    ...times,
    id: '7f0f60b3-3b3b-4b8e-9f0e-0a0a0a0a0a0a',
    name: 'Harbour',
    squareMetres: 1,
    shape: {
      kind: 'polygon',
      polygon: {
        type: 'Polygon',
        coordinates: [positions('1 2, 3 2, 3 5, 1 2')],
      },
    },
  });
  store.upsertOrders(
    [{ id: 'order', statusHistory: [{ state: 'created', when: times.createdAt }] }],
    times.createdAt,
  );
  store.upsertOrderRequest('request', '{}', times.createdAt);
}

async function layersOf(store: TestStore) {
  store.close();
  return new Map((await readLayers(store.path)).map((layer) => [layer.name, layer]));
}

describe.skipIf(missing !== undefined)('GDAL opens the workspace', () => {
  const polygon = (height: readonly number[]) => ({
    type: 'Polygon',
    coordinates: [
      [
        [1, 2, ...height],
        [3, 2, ...height],
        [3, 4, ...height],
        [1, 2, ...height],
      ],
    ],
  });

  test.each([
    ['neither points nor areas with heights', [], [], [0, 0]],
    ['points with heights', [30], [], [2, 0]],
    ['areas with heights', [], [30], [0, 2]],
  ])('and finds heights where there are some: %s', async (_, ofPoint, ofArea, declared) => {
    const store = openTestStore();
    const point = { type: 'Point', coordinates: [10, 20, ...ofPoint] };
    fillStore(store, [
      buildRecord({ features: [buildFeature({ geometry: { type: 'Point', coordinates: [1, 2] } })] }),
    ]);
    fillStore(store, [
      buildRecord({ features: [point, polygon(ofArea)].map((geometry) => buildFeature({ geometry })) }),
    ]);
    const stated = withFile(store.path, (sql) =>
      sql.all(
        "SELECT z FROM gpkg_geometry_columns WHERE table_name LIKE 'detection%' ORDER BY table_name DESC",
      ),
    );
    expect(stated.map(({ z }) => z)).toEqual(declared);
    expect((await layersOf(store)).get('detections')?.geometry).toBe(
      ofPoint.length > 0 ? '3D Point' : 'Point',
    );
  });

  test('and finds the layers with our counts and extents, without a warning', async () => {
    const store = openTestStore();
    fillWithEverything(store);
    const layers = await layersOf(store);
    const summary = [...layers.values()].map(({ name, features, extent, geometry }) => [
      name,
      features,
      geometry,
      extent,
    ]);
    expect(summary).toEqual([
      ['detections', 4, '3D Point', [-70.5, -33.75, 121.5, 31.25]],
      ['detection_areas', 3, 'Unknown (any)', [-5, 2, 131, 41]],
      ['footprints', 2, 'Multi Polygon', [0, 0, 122.5, 32]],
      ['areas', 1, 'Polygon', [1, 2, 3, 5]],
      ['records', 2, 'None', null],
      ['processors', 2, 'None', null],
      ['sensors', 2, 'None', null],
      ['problems', 1, 'None', null],
      ['chips', 0, 'None', null],
      ['orders', 1, 'None', null],
      ['order_status', 1, 'None', null],
      ['order_requests', 1, 'None', null],
      ['searches', 0, 'None', null],
      ['reviews', 0, 'None', null],
      ['review_history', 0, 'None', null],
      ['review_batches', 0, 'None', null],
      ['watch_rules', 0, 'None', null],
      ['watch_events', 0, 'None', null],
      ['ais_files', 0, 'None', null],
      ['ais_decisions', 0, 'None', null],
    ]);
    expect(layers.get('detections')?.fields).toMatchObject({
      analytic: 'String',
      region: 'String',
      collected_at: 'DateTime',
      uploaded_at: 'DateTime',
      sensor_name: 'String',
      confidence: 'Real',
      record_id: 'String',
      properties: 'String',
    });
  });

  test('and reads geometries and times as we wrote them', () => {
    const store = openTestStore();
    fillWithEverything(store);
    store.close();
    const detections = readFeatureTexts(store.path, 'detections');
    expect(detections).toContain('POINT (121.123456 31.25)');
    expect(detections).toContain('POINT Z (10 20 30)');
    expect(detections).toContain('collected_at (DateTime) = 2026/11/18 03:12:45.120+00');
    const areas = readFeatureTexts(store.path, 'detection_areas');
    expect(areas).toContain('POLYGON ((130 40,131 40,131 41,130 41,130 40))');
    expect(areas).toContain('LINESTRING (1 2,3 4)');
    expect(areas).toMatch(/MULTIPOINT \(\(?-5 6\)?,\(?7 8\)?\)/);
  });

  test('and its spatial index finds what is in a box', () => {
    const store = openTestStore();
    fillWithEverything(store);
    store.close();
    const inBox = (table: string) =>
      queryNumber(
        store.path,
        `SELECT count(*) FROM rtree_${table}_geom WHERE minx < 132 AND maxx > 121.2 AND miny < 50 AND maxy > 31`,
      );
    expect(inBox('detections')).toBe(1);
    expect(inBox('detection_areas')).toBe(1);
  });

  test('and extents shrink when records change and areas go', async () => {
    const store = openTestStore();
    const at = (coordinates: number[]) => buildFeature({ geometry: { type: 'Point', coordinates } });
    fillStore(store, [buildRecord({ assignedId: 'a', features: [at([1, 2]), at([150, 60])] })]);
    fillStore(store, [buildRecord({ assignedId: 'a', features: [at([1, 2]), at([3, 4])] })]);
    expect((await layersOf(store)).get('detections')).toMatchObject({ features: 2, extent: [1, 2, 3, 4] });
  });

  test('also when it is empty', async () => {
    const layers = await layersOf(openTestStore());
    expect(layers.size).toBe(20);
    expect(layers.get('detections')).toMatchObject({ features: 0, extent: null });
  });

  test('and while Sightline has it open', async () => {
    const store = openTestStore();
    fillWithEverything(store);
    expect((await readLayers(store.path)).find(({ name }) => name === 'detections')?.features).toBe(4);
  });
});

test('GDAL’s validator finds no problem', ({ skip }) => {
  const store = openTestStore();
  fillWithEverything(store);
  store.close();
  const complaints = validateGeoPackage(store.path);
  if (complaints === undefined) skip('python3-gdal is not installed');
  expect(complaints).toBe('');
});

describe('the spatial index', () => {
  const layers = ['detections', 'detection_areas', 'footprints'] as const;

  /** Pages large enough for their rows to be indexed in packed leaves, and so many that nodes above leaves split. */
  function fillIndex(store: TestStore, random: SeededRandom): void {
    const fetch = buildFetch();
    store.saveFetch(fetch);
    const place = () => [random.next() * 358 - 179, random.next() * 170 - 85] as const;
    const feature = () => {
      const [longitude, latitude] = place();
      const isArea = random.chance(0.2);
      return buildFeature({
        geometry: isArea
          ? square(longitude, latitude)
          : { type: 'Point', coordinates: [longitude, latitude] },
      });
    };
    for (let page = 0; page < 4; page += 1) {
      const records = Array.from({ length: 250 }, (_none, index) => {
        const [west, south] = place();
        return buildRecord({
          // Every page brings some records of the page before, changed.
          assignedId: `record ${page * 200 + index}`,
          features: Array.from({ length: 16 }, feature),
          sensors: [
            {
              footprint: `POLYGON ((${west} ${south}, ${west + 1} ${south}, ${west} ${south + 1}, ${west} ${south}))`,
            },
          ],
        });
      });
      const outcome = store.ingestPage(
        buildFetchedPage(fetch, records, { offset: page * 250, nextOffset: (page + 1) * 250 }),
      );
      if (!outcome.ok) throw new Error(outcome.message);
    }
  }

  const check = (file: string) =>
    withFile(file, (sql) =>
      layers.map((layer) => sql.arrays(`SELECT rtreecheck('rtree_${layer}_geom')`)[0]?.[0]),
    );

  test('has every row once, in a tree that SQLite finds valid, also after SQLite has changed it', () => {
    const store = openTestStore();
    fillIndex(store, seededRandom(1));
    expect(check(store.path)).toEqual(['ok', 'ok', 'ok']);
    withFile(store.path, (sql) => {
      registerSpatialFunctions(sql.database);
      sql.database.exec(`
        DELETE FROM detections WHERE fid % 3 = 0;
        UPDATE detections SET geom = (SELECT geom FROM detections AS other ORDER BY fid LIMIT 1) WHERE fid % 7 = 0;
        DELETE FROM detection_areas WHERE fid % 2 = 0;
      `);
      for (const layer of layers) {
        const [row] =
          sql.arrays(`SELECT (SELECT count(*) FROM ${layer}), (SELECT count(*) FROM rtree_${layer}_geom),
          (SELECT count(*) FROM ${layer} JOIN rtree_${layer}_geom AS box ON box.id = fid
           WHERE minx <= ST_MinX(geom) AND maxx >= ST_MaxX(geom) AND miny <= ST_MinY(geom) AND maxy >= ST_MaxY(geom))`);
        expect(row, layer).toEqual([row?.[0], row?.[0], row?.[0]]);
        expect(Number(row?.[0])).toBeGreaterThan(800);
      }
    });
    expect(check(store.path)).toEqual(['ok', 'ok', 'ok']);
    fillIndex(store, seededRandom(2));
    expect(check(store.path)).toEqual(['ok', 'ok', 'ok']);
  });

  test.skipIf(missing !== undefined)('gives GDAL the same as reading every row', () => {
    const store = openTestStore();
    fillIndex(store, seededRandom(3));
    store.close();
    const boxes = [
      [-180, -90, 180, 90],
      [0, 0, 10, 10],
      [-179, -85, -100, 20],
      [121.5, 31.25, 121.6, 31.3],
    ] as const;
    for (const [west, south, east, north] of boxes) {
      const expected = queryNumber(
        store.path,
        `SELECT count(*) FROM detections WHERE longitude BETWEEN ${west} AND ${east} AND latitude BETWEEN ${south} AND ${north}`,
      );
      expect(countInBox(store.path, 'detections', [west, south, east, north])).toBe(expected);
    }
  });
});
