import { describe, expect, test } from 'vitest';
import { destination } from '../../../../../../shared/geo/geodesic.ts';
import { defaultTolerance, type PassPageRequest } from '../../../../../../shared/passes/pass.ts';
import { ports } from '../../../../../../shared/places/ports.ts';
import type { DetectionPageRequest } from '../../../../../../shared/results/detection.ts';
import { cellValue } from '../../../../../../shared/results/field-value.ts';
import { naivePlace } from '../../../../../builders/naive-results.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';

const busan = ports.find(([name]) => name === 'Busan') ?? ports[0];

/** Detections around ports of the Korean coast and of the antimeridian, some of them too far out for a place. */
function buildDetections(count: number) {
  const random = seededRandom(25);
  const near = ports.filter(([, x, y]) => (x > 126 && x < 131 && y > 33 && y < 38) || Math.abs(x) > 174);
  return Array.from({ length: count }, () => {
    const [, longitude, latitude] = random.pick(near);
    const [x, y] = destination([longitude, latitude], random.between(0, 359), random.between(0, 90) * 1000);
    return buildFeature({
      geometry: { type: 'Point', coordinates: [x > 180 ? x - 360 : x < -180 ? x + 360 : x, y] },
    });
  });
}

function fillWithDetections(): TestStore {
  const store = openTestStore();
  fillStore(
    store,
    Array.from({ length: 4 }, () => buildRecord({ features: buildDetections(150) })),
  );
  return store;
}

const allById: DetectionPageRequest = {
  filter: {},
  sort: { field: 'id', order: 'ASC' },
  offset: 0,
  limit: 1000,
};

describe('places of detections', () => {
  test('counts by place are those of geodesics to all ports', () => {
    const store = fillWithDetections();
    const { rows } = store.detectionPage(allById);
    expect(rows).toHaveLength(600);
    const expected = new Map<string | null, number>();
    for (const row of rows) {
      const place = naivePlace(row);
      expect(cellValue(row, 'place')).toBe(place);
      expected.set(place, (expected.get(place) ?? 0) + 1);
    }
    expect(expected.size).toBeGreaterThan(5);
    expect(expected.get(null)).toBeGreaterThan(50);
    const counts = store.groupCounts({ filter: {}, by: 'place' });
    expect(new Map(counts.map(({ key, count }) => [key, count]))).toEqual(expected);
    const sizes = counts.map(({ count }) => count);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  });

  test('filter, expression, order and values use the same places', () => {
    const store = fillWithDetections();
    const { rows } = store.detectionPage(allById);
    const idsOf = (filter: DetectionPageRequest['filter']) =>
      store.detectionPage({ ...allById, filter }).rows.map(({ id }) => id);
    const idsWith = (matches: (place: string | null) => boolean) =>
      rows.filter((row) => matches(naivePlace(row))).map(({ id }) => id);
    expect(idsWith((place) => place === 'Busan').length).toBeGreaterThan(0);
    expect(idsOf({ places: ['Busan', 'Ulsan'] })).toEqual(
      idsWith((place) => place === 'Busan' || place === 'Ulsan'),
    );
    expect(idsOf({ places: [] })).toEqual([]);
    expect(idsOf({ places: ['Nowhere'] })).toEqual([]);
    expect(idsOf({ expression: 'place = "busan"' })).toEqual(idsWith((place) => place === 'Busan'));
    expect(idsOf({ expression: 'place is empty' })).toEqual(idsWith((place) => place === null));
    const sorted = store.detectionPage({ ...allById, sort: { field: 'place', order: 'ASC' } }).rows;
    const places = sorted.map((row) => naivePlace(row) ?? '');
    expect(places).toEqual(places.toSorted((one, other) => (one < other ? -1 : Number(one > other))));
    expect(store.fieldValues('place', 'busan', 5)).toEqual([
      { value: 'Busan', count: idsWith((place) => place === 'Busan').length },
    ]);
  });

  test('follow new detections', () => {
    const store = fillWithDetections();
    const before = store.groupCounts({ filter: { places: ['Busan'] }, by: 'place' })[0]?.count ?? 0;
    const [, longitude, latitude] = busan ?? ['', 0, 0, 1];
    fillStore(store, [
      buildRecord({
        features: [buildFeature({ geometry: { type: 'Point', coordinates: [longitude, latitude] } })],
      }),
    ]);
    expect(store.groupCounts({ filter: { places: ['Busan'] }, by: 'place' })).toEqual([
      { key: 'Busan', count: before + 1 },
    ]);
  });
});

function pass(
  day: number,
  [west, south, east, north]: readonly [number, number, number, number],
  sensor: Record<string, unknown> = {},
) {
  return buildRecord({
    sensors: [
      {
        vendorId: `V${day}`,
        startTimeUTC: `2026-11-${day}T03:00:00Z`,
        footprint: `POLYGON ((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`,
        ...sensor,
      },
    ],
    features: [],
  });
}

const usual: PassPageRequest = {
  filter: {},
  groupBy: 'place',
  tolerance: defaultTolerance,
  sort: { field: 'time', order: 'DESC' },
  collapsed: [],
  offset: 0,
  limit: 100,
};

describe('places of passes', () => {
  test('are where most of its detections are, also where the port is outside of the footprint', () => {
    const store = openTestStore();
    const footprint = 'POLYGON ((129.15 34.0, 132 34.0, 132 36, 129.15 36, 129.15 34.0))';
    const at = (x: number, y: number) => buildFeature({ geometry: { type: 'Point', coordinates: [x, y] } });
    const off = Array.from({ length: 5 }, () => at(131.5, 34.2));
    const nearBusan = [at(129.16, 35.05), at(129.17, 35.06), at(129.18, 35.07)];
    const nearUlsan = [at(129.4, 35.45), at(129.41, 35.45)];
    const withFeatures = (day: number, features: ReturnType<typeof at>[]) =>
      buildRecord({
        sensors: [{ vendorId: `V${day}`, startTimeUTC: `2026-11-${day}T03:00:00Z`, footprint }],
        features,
      });
    fillStore(store, [
      withFeatures(10, [...off, ...nearBusan, ...nearUlsan]),
      withFeatures(11, [...nearUlsan, ...off]),
      // Without a detection near a port, the footprint decides: Ulsan is inside it, Busan is not.
      withFeatures(12, off),
    ]);
    const { rows } = store.passPage({ ...usual, groupBy: 'none', sort: { field: 'time', order: 'ASC' } });
    expect(rows.map((row) => (row.kind === 'pass' ? row.pass.place : ''))).toEqual([
      'Busan',
      'Ulsan',
      'Ulsan',
    ]);
    // A filter changes what is counted, not where the image is.
    const filtered = store.passPage({ ...usual, filter: { places: ['Ulsan'] }, groupBy: 'place' });
    expect(filtered.rows.flatMap((row) => (row.kind === 'group' ? [row.group.subject] : []))).toContainEqual({
      kind: 'place',
      place: 'Busan',
    });
  });

  const fill = () => {
    const store = openTestStore();
    fillStore(store, [
      // Busan and Ulsan are in the image, and Busan is the busier.
      pass(10, [128.8, 34.8, 129.6, 35.7]),
      pass(11, [129.0, 35.0, 129.2, 35.2]),
      // Only Ulsan.
      pass(12, [129.3, 35.4, 129.5, 35.6]),
      // No port inside, and Busan within 25 nautical miles of the center.
      pass(13, [129.25, 34.85, 129.3, 34.9]),
      pass(14, [-150.1, -0.1, -150, 0]),
      pass(15, [0, 0, 1, 1], { footprint: 'POLYGON EMPTY' }),
    ]);
    return store;
  };

  test('a pass has the busiest port that it shows', () => {
    const { rows } = fill().passPage({ ...usual, groupBy: 'none', sort: { field: 'time', order: 'ASC' } });
    const places = rows.map((row) => (row.kind === 'pass' ? [row.pass.vendorId, row.pass.place] : []));
    expect(places).toEqual([
      ['V10', 'Busan'],
      ['V11', 'Busan'],
      ['V12', 'Ulsan'],
      ['V13', 'Busan'],
      ['V14', null],
      ['V15', null],
    ]);
  });

  test('groups are places, the most imaged first, then those without a place and without a footprint', () => {
    const store = fill();
    const groups = store
      .passPage(usual)
      .rows.flatMap((row) => (row.kind === 'group' ? [[row.group.subject, row.group.passes]] : []));
    expect(groups).toEqual([
      [{ kind: 'place', place: 'Busan' }, 3],
      [{ kind: 'place', place: 'Ulsan' }, 1],
      [{ kind: 'place', place: null }, 1],
      [{ kind: 'unknown', missing: 'footprint' }, 1],
    ]);
    expect(store.passPage({ ...usual, text: 'uls' })).toMatchObject({ passes: 1, groups: 1 });
    const byPlace = store.passPage({
      ...usual,
      groupBy: 'none',
      sort: { field: 'place', order: 'ASC' },
    }).rows;
    expect(byPlace.map((row) => (row.kind === 'pass' ? row.pass.vendorId : ''))).toEqual([
      'V13',
      'V11',
      'V10',
      'V12',
      'V15',
      'V14',
    ]);
  });

  test('counts the passes that show a place: its port, or a detection near it', () => {
    const store = fill();
    expect(store.placePassCounts({})).toMatchObject({ Busan: 2, Ulsan: 2 });
    fillStore(store, [
      buildRecord({
        sensors: [{ vendorId: 'V16', startTimeUTC: '2026-11-16T03:00:00Z', footprint: 'POLYGON EMPTY' }],
        features: [buildFeature({ geometry: { type: 'Point', coordinates: [129.1, 35.05] } })],
      }),
    ]);
    expect(store.placePassCounts({})).toMatchObject({ Busan: 3, Ulsan: 2 });
    expect(store.placePassCounts({ collectedFrom: Date.parse('2026-11-12') })).toMatchObject({
      Busan: 1,
      Ulsan: 1,
    });
  });
});
