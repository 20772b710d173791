import { expect, it } from 'vitest';
import { buildFeature, buildRecord, buildUuid } from '../../../../../builders/record-builder.ts';
import { fillStore, openTestStore } from '../../../../../builders/workspace-builder.ts';

const page = { offset: 0, limit: 50 };

/** A store with 60 records of which each has a footprint and a geometry that cannot be used. */
function fillWithProblems() {
  const store = openTestStore();
  const ids = Array.from({ length: 60 }, () => buildUuid());
  fillStore(
    store,
    ids.map((assignedId, index) =>
      buildRecord({
        assignedId,
        sensors: [{ footprint: index === 7 ? 'ŠIROKÝ' : 'POLYGON ((' }],
        features: [buildFeature(), buildFeature({ geometry: { type: 'Point', coordinates: ['x'] } })],
      }),
    ),
  );
  return { store, ids };
}

it('come in pages, the latest first, each once', () => {
  const { store } = fillWithProblems();
  const { total } = store.problemPage(page);
  expect(total).toBeGreaterThanOrEqual(120);
  const seen: number[] = [];
  for (let offset = 0; offset < total; offset += 50) {
    seen.push(...store.problemPage({ offset, limit: 50 }).rows.map(({ id }) => id));
  }
  expect(new Set(seen).size).toBe(total);
  expect(seen).toEqual(seen.toSorted((one, other) => other - one));
  expect(store.problemPage({ offset: total, limit: 50 })).toEqual({ rows: [], total });
});

it('are counted by their location in a record, and filtered by it', () => {
  const { store } = fillWithProblems();
  const places = store.problemLocations();
  expect(places.reduce((sum, { count }) => sum + count, 0)).toBe(store.problemPage(page).total);
  expect(places.map(({ place }) => place)).toContain('content.sensorData[].footprint');
  for (const { place, count } of places) {
    const { rows, total } = store.problemPage({ ...page, place });
    expect(total).toBe(count);
    expect(rows.every(({ path }) => path.replaceAll(/\[\d+\]/g, '[]') === place)).toBe(true);
  }
});

it('are filtered by what their reason, path or record id contains, in any case', () => {
  const { store, ids } = fillWithProblems();
  const [first = ''] = ids;
  const ofFirst = store.problemPage({ ...page, text: first.toUpperCase() });
  expect(ofFirst.total).toBeGreaterThan(0);
  expect(new Set(ofFirst.rows.map(({ recordId }) => recordId))).toEqual(new Set([first]));
  expect(store.problemPage({ ...page, text: 'FOOTPRINT' }).total).toBe(60);
  expect(store.problemPage({ ...page, text: 'no such thing' })).toEqual({ rows: [], total: 0 });
});

it('report how many detections their record has, and lead to the raw record', () => {
  const { store, ids } = fillWithProblems();
  const [row] = store.problemPage({ ...page, text: ids[7] ?? '' }).rows;
  expect(row?.detections).toBeGreaterThan(0);
  const raw = JSON.parse(new TextDecoder().decode(store.rawRecord(ids[7] ?? '')));
  expect(raw.content.sensorData[0].footprint).toBe('ŠIROKÝ');
  expect(store.rawRecord('no such record')).toBeUndefined();
});
