import { describe, expect, test } from 'vitest';
import type { WorkspaceStore } from '../../../../../../electron/core/workspace/open/workspace-store.ts';
import type { DetectionFilter, DetectionRow } from '../../../../../../shared/results/detection.ts';
import { decodeFeed, packX, packY } from '../../../../../../shared/results/detection-feed.ts';
import { positions, rectangle } from '../../../../../builders/positions.ts';
import { buildFeature, buildProcessor, buildRecord } from '../../../../../builders/record-builder.ts';
import { fillStore, openTestStore } from '../../../../../builders/workspace-builder.ts';

const byId = { field: 'id', order: 'ASC' } as const;

function allRows(store: WorkspaceStore, filter: DetectionFilter = {}): readonly DetectionRow[] {
  return store.detectionPage({ filter, sort: byId, offset: 0, limit: 1000 }).rows;
}

/** Sixty records of four analytics in two regions and over ten days; every fourth detection is an area. */
function fillWithVariety(store: WorkspaceStore): void {
  const analytics = ['SmallVesselDetection', 'LargeVesselDetection', 'AircraftDetection', 'ChangeDetection'];
  const records = Array.from({ length: 60 }, (_, index) => {
    const longitude = 100 + (index % 12);
    const latitude = 20 + (index % 7);
    return buildRecord({
      analytic: analytics[index % 4] ?? '',
      region: index % 3 === 0 ? 'Eastern Europe' : 'East Asia',
      sensors: [
        {
          sensorName: ['ICEYE-X7', 'Capella-9', 'Ürümqi-1'][index % 3],
          startTimeUTC: index % 10 === 9 ? undefined : `2026-11-${10 + (index % 10)}T0${index % 8}:00:00Z`,
          vendorId: `image ${index}`,
        },
      ],
      features: [0, 1, 2, 3].map((place) =>
        buildFeature({
          geometry:
            place === 3
              ? squareAt(longitude + 0.5, latitude + 0.5)
              : { type: 'Point', coordinates: [longitude + place * 0.25, latitude + place / 3] },
          properties: {
            confidence: place === 2 ? undefined : ((index * 7 + place * 13) % 100) / 100,
            label: `Label "${index}" 100%_\\ ${place === 0 ? 'Grün' : 'gray'}`,
          },
        }),
      ),
    });
  });
  fillStore(store, records);
}

function squareAt(longitude: number, latitude: number) {
  const [east, north] = [longitude + 0.25, latitude + 0.25];
  return rectangle(longitude, latitude, east, north);
}

describe('filters', () => {
  test.each<[string, DetectionFilter, (row: DetectionRow) => boolean]>([
    ['nothing', {}, () => true],
    [
      'one analytic',
      { analytics: ['SPEX', 'AircraftDetection'] },
      (row) => row.analytic === 'AircraftDetection',
    ],
    ['no analytic', { analytics: [] }, () => false],
    ['a region', { regions: ['Eastern Europe'] }, (row) => row.region === 'Eastern Europe'],
    [
      'a time from (inclusive)',
      { collectedFrom: Date.parse('2026-11-15T05:00:00Z') },
      (row) => row.collectedAt !== null && Date.parse(row.collectedAt) >= Date.parse('2026-11-15T05:00:00Z'),
    ],
    [
      'a time to (exclusive)',
      { collectedTo: Date.parse('2026-11-15T05:00:00Z') },
      (row) => row.collectedAt !== null && Date.parse(row.collectedAt) < Date.parse('2026-11-15T05:00:00Z'),
    ],
    [
      'times out of all range',
      { collectedFrom: -1e18, collectedTo: 1e18 },
      (row) => row.collectedAt !== null,
    ],
    ['a confidence', { minConfidence: 0.5 }, (row) => (row.confidence ?? -1) >= 0.5],
    ['a text in any case', { text: 'iCeYe' }, (row) => row.sensorName === 'ICEYE-X7'],
    ['a text beyond ASCII in any case', { text: 'üRÜMQI' }, (row) => row.sensorName === 'Ürümqi-1'],
    ['a text in properties', { text: 'grün' }, (row) => String(row.properties.label).endsWith('Grün')],
    ['a text with quotes', { text: '"17"' }, (row) => String(row.properties.label).includes('"17"')],
    ['wildcards, which mean themselves', { text: '100%_\\ g' }, () => true],
    ['a wildcard that is nowhere', { text: '1%0' }, () => false],
    ['an empty text', { text: '' }, () => true],
    [
      'all together',
      { analytics: ['ChangeDetection'], regions: ['East Asia'], minConfidence: 0.2, text: 'capella' },
      (row) =>
        row.analytic === 'ChangeDetection' &&
        row.region === 'East Asia' &&
        (row.confidence ?? -1) >= 0.2 &&
        row.sensorName === 'Capella-9',
    ],
  ])('by %s', (_name, filter, matches) => {
    const store = openTestStore();
    fillWithVariety(store);
    const expected = allRows(store).filter(matches);
    const { rows, total } = store.detectionPage({ filter, sort: byId, offset: 0, limit: 1000 });
    expect(rows).toEqual(expected);
    expect(total).toBe(expected.length);
    const counts = store.counts(filter);
    expect(counts.detections).toBe(expected.length);
    const frequencies = Map.groupBy(expected, (row) => row.analytic);
    expect(Object.fromEntries(counts.byAnalytic.map(({ analytic, count }) => [analytic, count]))).toEqual(
      Object.fromEntries([...frequencies].map(([analytic, some]) => [analytic, some.length])),
    );
    expect(counts.regions).toEqual([...new Set(expected.map((row) => row.region))].sort());
    const times = expected.flatMap((row) => (row.collectedAt === null ? [] : Date.parse(row.collectedAt)));
    expect(counts.collectedFrom).toBe(times.length > 0 ? Math.min(...times) : null);
    expect(counts.collectedTo).toBe(times.length > 0 ? Math.max(...times) : null);
    if (expected.length < 240) expect(counts.records).toBe(new Set(expected.map((row) => row.recordId)).size);
  });

  test('by record', () => {
    const store = openTestStore();
    fillWithVariety(store);
    const [first] = allRows(store);
    const recordId = first?.recordId ?? '';
    expect(allRows(store, { recordId })).toHaveLength(4);
    expect(store.counts({ recordId })).toMatchObject({ records: 1, detections: 4 });
  });

  test('a text from outside cannot leave its place', () => {
    const store = openTestStore();
    fillWithVariety(store);
    const hostile = "'; DROP TABLE detections; --";
    expect(allRows(store, { text: hostile, analytics: [hostile], recordId: hostile })).toEqual([]);
    expect(allRows(store)).toHaveLength(240);
  });
});

describe('the bounding box', () => {
  const store = () => {
    const filled = openTestStore();
    const points = positions('179.5 10, -179.5 10, 0 10, 0.1 10, 0 85');
    fillStore(filled, [
      buildRecord({
        features: [
          ...points.map((coordinates) => buildFeature({ geometry: { type: 'Point', coordinates } })),
          buildFeature({ geometry: squareAt(10, 10) }),
        ],
      }),
    ]);
    return filled;
  };
  const idsIn = (boundingBox: [number, number, number, number]) =>
    allRows(store(), { boundingBox }).map(({ id }) => id);

  test('includes points on its edge and none beyond', () => {
    expect(idsIn([-1, 9, 0, 11])).toEqual([3]);
    // In single precision, as the R-tree keeps them, 0.1 and this differ by nothing.
    expect(idsIn([-1, 9, 0.099999999, 11])).toEqual([3]);
    expect(idsIn([-1, 9, 0.1, 11])).toEqual([3, 4]);
  });

  test('crosses the antimeridian when west is east of east', () => {
    expect(idsIn([179, 0, -179, 20])).toEqual([1, 2]);
    expect(idsIn([-179, 0, 179, 20])).toEqual([3, 4, 6]);
  });

  test('finds areas that are written past the antimeridian', () => {
    const filled = openTestStore();
    const features = [squareAt(-184, 10), squareAt(184, 20)].map((geometry) => buildFeature({ geometry }));
    fillStore(filled, [buildRecord({ features })]);
    const idsInBox = (boundingBox: [number, number, number, number]) =>
      allRows(filled, { boundingBox }).map(({ id }) => id);
    expect(idsInBox([175, 9, 177, 11])).toEqual([1]);
    expect(idsInBox([-177, 19, -175, 21])).toEqual([2]);
    expect(idsInBox([170, 0, -170, 30])).toEqual([1, 2]);
    expect(idsInBox([0, 0, 170, 30])).toEqual([]);
  });

  test('includes areas that only reach into it', () => {
    expect(idsIn([10.2, 10.2, 10.3, 10.3])).toEqual([6]);
    expect(idsIn([10.3, 10.3, 10.4, 10.4])).toEqual([]);
  });
});

const cellOf = {
  id: (row: DetectionRow) => row.id,
  analytic: (row: DetectionRow) => row.analytic,
  region: (row: DetectionRow) => row.region,
  sensor: (row: DetectionRow) => row.sensorName,
  collected: (row: DetectionRow) => row.collectedAt,
  confidence: (row: DetectionRow) => row.confidence,
};

describe('pages', () => {
  test.each(
    Object.keys(cellOf).flatMap((name) => {
      const field = name as keyof typeof cellOf;
      return [{ field, order: 'ASC' } as const, { field, order: 'DESC' } as const];
    }),
  )('sorted by $field $order join to the whole list without gap or overlap', (sort) => {
    const store = openTestStore();
    fillWithVariety(store);
    const joined: DetectionRow[] = [];
    for (let offset = 0; offset < 250; offset += 37) {
      joined.push(...store.detectionPage({ filter: {}, sort, offset, limit: 37 }).rows);
    }
    const value = cellOf[sort.field];
    const sorted = allRows(store).toSorted((one, other) => {
      const order = compare(value(one), value(other)) || one.id - other.id;
      return sort.order === 'ASC' ? order : -order;
    });
    expect(joined.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  });

  test('of rows by id keep the requested order and omit missing ids', () => {
    const store = openTestStore();
    fillWithVariety(store);
    expect(store.detections([240, 9999, 4, 1]).map(({ id }) => id)).toEqual([240, 4, 1]);
    expect(store.detectionDetail(9999)).toBeUndefined();
  });

  test('show what an ingest added since the last query', () => {
    const store = openTestStore();
    fillWithVariety(store);
    expect(store.counts({}).detections).toBe(240);
    fillStore(store, [buildRecord()]);
    expect(store.counts({})).toMatchObject({ detections: 241, records: 61 });
    expect(store.detectionPage({ filter: {}, sort: byId, offset: 240, limit: 10 })).toMatchObject({
      rows: [{ id: 241 }],
      total: 241,
    });
  });
});

/** SQLite's order: absent values first, then numbers or texts by code point. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

test('a workspace without results returns empty results for every query', () => {
  const store = openTestStore();
  expect(store.counts({})).toEqual({
    records: 0,
    detections: 0,
    problems: 0,
    byAnalytic: [],
    regions: [],
    served: { regions: [], analytics: [] },
    collectedFrom: null,
    collectedTo: null,
  });
  expect(store.detectionPage({ filter: {}, sort: byId, offset: 0, limit: 10 })).toEqual({
    rows: [],
    total: 0,
  });
  expect(decode(store.detectionFeed())).toMatchObject({ count: 0, categories: [] });
  expect(store.chipAddress(1)).toBeUndefined();
});

function decode(message: Uint8Array<ArrayBuffer>) {
  return decodeFeed(message.buffer, (bytes) => new TextDecoder().decode(bytes));
}

describe('the feed', () => {
  test('has every detection as the table shows it', () => {
    const store = openTestStore();
    fillWithVariety(store);
    const feed = decode(store.detectionFeed());
    const rows = new Map(allRows(store).map((row) => [row.id, row]));
    expect(feed.count).toBe(240);
    for (let index = 0; index < feed.count; index += 1) {
      const row = rows.get(feed.id[index] ?? 0);
      if (!row) throw new Error(`The feed holds an id ${feed.id[index]} that is not in the table.`);
      expect([
        feed.x[index],
        feed.y[index],
        feed.time[index],
        feed.categories[feed.category[index] ?? 0],
        feed.confidence[index],
        feed.flags[index],
      ]).toEqual([
        packX(row.longitude),
        packY(row.latitude),
        row.collectedAt === null ? 0 : Date.parse(row.collectedAt) / 1000,
        row.analytic,
        row.confidence === null ? 255 : Math.round(row.confidence * 254),
        (store.detectionDetail(row.id)?.detection.geometry.type === 'Point' ? 0 : 1) |
          (row.chipIdentifier === null ? 0 : 2),
      ]);
    }
  });

  test('names the most frequent analytic first', () => {
    const store = openTestStore();
    fillStore(store, [
      buildRecord({ analytic: 'Rare' }),
      buildRecord({
        analytic: 'Frequent',
        features: [buildFeature(), buildFeature({ geometry: squareAt(1, 1) })],
      }),
    ]);
    expect(decode(store.detectionFeed()).categories).toEqual(['Frequent', 'Rare']);
  });

  test('is the same until results change', () => {
    const store = openTestStore();
    fillStore(store, [buildRecord()]);
    const first = store.detectionFeed();
    store.saveSetting('other', 'change');
    expect(store.detectionFeed()).toEqual(first);
    fillStore(store, [buildRecord()]);
    expect(decode(store.detectionFeed()).count).toBe(2);
  });

  test('puts the rarest of too many analytics into one category', () => {
    const store = openTestStore();
    const features = [buildFeature()];
    const records = Array.from({ length: 300 }, (_, index) =>
      buildRecord({ analytic: `A${index}`, features }),
    );
    fillStore(store, [...records, buildRecord({ analytic: 'A299' })]);
    const feed = decode(store.detectionFeed());
    expect(feed.categories).toHaveLength(256);
    expect(feed.categories[0]).toBe('A299');
    expect(feed.categories.at(-1)).toBe('Other analytics');
    expect(feed.category.filter((category) => category === 255)).toHaveLength(45);
  });
});

describe('details', () => {
  test('have record, sensors and provenance', () => {
    const store = openTestStore();
    const features = [
      buildFeature({
        properties: { sensorDataIndex: 1, sarChipIdentifier: 'chip', score: [1, { a: null }] },
      }),
    ];
    const record = buildRecord({
      features,
      sensors: [{ sensorName: 'first' }, { sensorName: 'second', azimuthAngle: 12.5 }],
      processors: [buildProcessor({ analytic: 'A', qcStatus: 'CHECKED' }), buildProcessor({ analytic: 'B' })],
    });
    fillStore(store, [record]);
    expect(store.detectionDetail(1)).toMatchObject({
      detection: {
        analytic: 'A + B',
        geometry: { type: 'Point', coordinates: [121.5, 31.25] },
        properties: { score: [1, { a: null }] },
      },
      sensor: { sensorName: 'second', sensorDataIndex: 1 },
      sensors: [{ sensorName: 'first' }, { sensorName: 'second' }],
      footprint: { azimuthAngle: 12.5, reference: [121.5, 31.25] },
      record: {
        assignedId: record.assignedId,
        detections: 1,
        fetchedAt: '2026-11-20T08:00:01.000Z',
        queryText: 'svc_udp_analyticgeojsonrecord(offset: 0) { assignedId }',
      },
    });
    expect(store.recordProcessors(String(record.assignedId))).toMatchObject({
      processors: [
        { name: 'A', version: '3.1.0', qcStatus: 'CHECKED' },
        { name: 'B', version: '3.1.0' },
      ],
      changes: [],
    });
    expect(store.chipAddress(1)).toEqual({ region: 'East Asia', chipIdentifier: 'chip' });
  });

  test('the representative point of an area is inside it', () => {
    const store = openTestStore();
    fillStore(store, [buildRecord({ features: [buildFeature({ geometry: squareAt(10, 20) })] })]);
    const [row] = allRows(store);
    expect(row?.longitude).toBeGreaterThan(10);
    expect(row?.longitude).toBeLessThan(10.25);
    expect(row?.latitude).toBeGreaterThan(20);
    expect(row?.latitude).toBeLessThan(20.25);
  });
});
