import { describe, expect, it } from 'vitest';
import { buildPresenceLook, buildPresenceLooks } from '../../../../../builders/presence-records.ts';
import { buildProcessor } from '../../../../../builders/record-builder.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';

function countOf(store: TestStore, presence: string): number {
  return store.counts({ expression: `presence = "${presence}"` }).detections;
}

describe('fields about the looks at a place', () => {
  it('are filtered, counted, sorted and read as columns like every other', () => {
    const store = openTestStore();
    fillStore(store, buildPresenceLooks(9));
    expect(
      Object.fromEntries(
        ['stationary', 'new', 'gone', 'passing'].map((name) => [name, countOf(store, name)]),
      ),
    ).toEqual({ stationary: 9, new: 5, gone: 6, passing: 9 });
    const groups = store.groupCounts({ filter: {}, by: 'presence' });
    expect(groups.map(({ key, count }) => [key, count]).sort()).toEqual([
      ['gone', 6],
      ['new', 5],
      ['passing', 9],
      ['stationary', 9],
    ]);
    const { rows } = store.detectionPage({
      filter: { expression: 'presence in ("stationary", "gone")' },
      sort: { field: 'presence', order: 'ASC' },
      offset: 0,
      limit: 100,
      computedFields: ['presence', 'sightings'],
    });
    expect(rows.map((row) => row.computedValues?.presence)).toEqual([
      ...Array.from({ length: 6 }, () => 'gone'),
      ...Array.from({ length: 9 }, () => 'stationary'),
    ]);
    const [first] = rows;
    expect(first && store.detectionPresence(first.id)).toEqual({ presence: 'gone', seen: 6, looks: 9 });
    expect(store.detectionPresence(99_999)).toBeUndefined();
    expect(
      store
        .fixedPlaces()
        .map(({ presence, seen, looks, analytic }) => [presence, seen, looks, analytic])
        .sort(),
    ).toEqual([
      ['gone', 6, 9, 'SmallVesselDetection'],
      ['new', 5, 9, 'SmallVesselDetection'],
      ['stationary', 9, 9, 'SmallVesselDetection'],
    ]);
    expect(new Set(rows.map((row) => row.computedValues?.sightings))).toEqual(new Set(['6 of 9', '9 of 9']));
  });

  it('follow a look in which nothing was found', () => {
    const store = openTestStore();
    fillStore(store, buildPresenceLooks(8));
    expect(countOf(store, 'gone')).toBe(0);
    const empty = (index: number, change = {}) => buildPresenceLook(index, { features: [], ...change });
    fillStore(store, [empty(8, { processors: [buildProcessor({ analytic: 'SPEX' })] })]);
    expect(countOf(store, 'gone')).toBe(0);
    fillStore(store, [empty(9)]);
    // The turbine and the new one were not seen in one look only.
    expect([countOf(store, 'gone'), countOf(store, 'stationary'), countOf(store, 'new')]).toEqual([6, 8, 4]);
  });

  it('have no value where the looks are too few', () => {
    const store = openTestStore();
    fillStore(store, buildPresenceLooks(3));
    expect(store.counts({ expression: 'presence is not empty' }).detections).toBe(0);
  });
});
