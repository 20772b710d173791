import { expect, test } from 'vitest';
import type { DetectionFilter, DetectionPageRequest } from '../../../../../../shared/results/detection.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../../builders/record-builder.ts';
import { fillStore, openTestStore } from '../../../../../builders/workspace-builder.ts';

function openFilledStore() {
  const store = openTestStore();
  fillStore(
    store,
    [30, 10, 20].map((length, index) =>
      buildRecord({
        analytic: index === 1 ? 'LargeVesselDetection' : 'SmallVesselDetection',
        features: [length, length + 1].map((length_m) => buildFeature({ properties: { length_m } })),
      }),
    ),
  );
  return store;
}

const byLength: DetectionPageRequest['sort'] = { field: 'property:length_m', order: 'ASC' };

test('a detection has its row index in the table, under any order and filter', () => {
  const store = openFilledStore();
  for (const filter of [{}, { analytics: ['SmallVesselDetection'] }] as const satisfies DetectionFilter[]) {
    for (const sort of [byLength, { ...byLength, order: 'DESC' as const }]) {
      const { rows } = store.detectionPage({ filter, sort, offset: 0, limit: 100 });
      for (const [index, { id }] of rows.entries()) {
        expect(store.detectionRowIndex({ filter, sort, id })).toBe(index);
      }
    }
  }
});

test('a detection that is filtered out, or missing, has no row index', () => {
  const store = openFilledStore();
  const [large] = store.detectionPage({
    filter: { analytics: ['LargeVesselDetection'] },
    sort: byLength,
    offset: 0,
    limit: 1,
  }).rows;
  const filter = { analytics: ['SmallVesselDetection'] };
  expect(store.detectionRowIndex({ filter, sort: byLength, id: large?.id ?? 0 })).toBeUndefined();
  expect(store.detectionRowIndex({ filter: {}, sort: byLength, id: 999_999 })).toBeUndefined();
});

test('a filter by ids combines with its other conditions', () => {
  const store = openFilledStore();
  const ids = store
    .detectionPage({ filter: {}, sort: byLength, offset: 0, limit: 3 })
    .rows.map(({ id }) => id);
  expect(store.counts({ ids }).detections).toBe(3);
  expect(store.counts({ ids: [...ids, 999_999] }).detections).toBe(3);
  expect(store.counts({ ids: [] }).detections).toBe(0);
  expect(store.counts({ ids, expression: 'length_m > 10' }).detections).toBe(2);
  expect(store.groupCounts({ filter: { ids }, by: 'analytic' })).toEqual([
    { key: 'LargeVesselDetection', count: 2 },
    { key: 'SmallVesselDetection', count: 1 },
  ]);
});

test('records have their footprints whether or not anything was found in them', () => {
  const store = openTestStore();
  const [found, nothing, broken] = [buildUuid(), buildUuid(), buildUuid()];
  const square = (west: number) =>
    `POLYGON ((${west} 10, ${west + 1} 10, ${west + 1} 11, ${west} 11, ${west} 10))`;
  fillStore(store, [
    buildRecord({ assignedId: found, sensors: [{ footprint: square(100) }] }),
    buildRecord({ assignedId: nothing, features: [], sensors: [{ footprint: square(110) }] }),
    buildRecord({ assignedId: broken, features: [], sensors: [{ footprint: 'POLYGON ((' }] }),
  ]);
  expect(store.recordFootprints([nothing])).toMatchObject([
    { geometry: { type: 'Polygon', coordinates: [expect.arrayContaining([[110, 10]])] } },
  ]);
  expect(store.recordFootprints([found, nothing])).toHaveLength(2);
  expect(store.recordFootprints([broken, buildUuid()])).toEqual([]);
});
