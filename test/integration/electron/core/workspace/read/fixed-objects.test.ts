import { describe, expect, it } from 'vitest';
import { placeLabelChangeSchema } from '../../../../../../shared/fixed-objects/place-label.ts';
import { buildPresenceRecord, buildPresenceRecords } from '../../../../../builders/presence-records.ts';
import { buildFeature, buildProcessor, buildUuid } from '../../../../../builders/record-builder.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';

function countOf(store: TestStore, presence: string): number {
  return store.counts({ expression: `presence = "${presence}"` }).detections;
}

describe('fields about the passes over a place', () => {
  it('are filtered, counted, sorted and read as columns like every other', () => {
    const store = openTestStore();
    fillStore(store, buildPresenceRecords(9));
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
    expect(first && store.detectionPresence(first.id)).toEqual({
      presence: 'gone',
      label: null,
      seen: 6,
      looks: 9,
    });
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

  it('follow a pass in which nothing was found', () => {
    const store = openTestStore();
    fillStore(store, buildPresenceRecords(8));
    expect(countOf(store, 'gone')).toBe(0);
    const empty = (index: number, change = {}) => buildPresenceRecord(index, { features: [], ...change });
    fillStore(store, [empty(8, { processors: [buildProcessor({ analytic: 'SPEX' })] })]);
    expect(countOf(store, 'gone')).toBe(0);
    fillStore(store, [empty(9)]);
    // The turbine and the new one were not seen in one pass only.
    expect([countOf(store, 'gone'), countOf(store, 'stationary'), countOf(store, 'new')]).toEqual([6, 8, 4]);
  });

  it('are one place for vessels whose length is at the limit of two analytics, and for records of both', () => {
    const store = openTestStore();
    const small = buildProcessor({ analytic: 'SmallVesselDetection' });
    const large = buildProcessor({ analytic: 'LargeVesselDetection' });
    fillStore(
      store,
      Array.from({ length: 6 }, (_, index) => [
        buildPresenceRecord(index, {
          ...(index === 2 ? { processors: [small, large] } : index % 2 === 0 ? {} : { features: [] }),
        }),
        ...(index === 2
          ? []
          : [
              buildPresenceRecord(index, {
                processors: [large],
                ...(index % 2 === 1 ? {} : { features: [] }),
              }),
            ]),
      ]).flat(),
    );
    expect(
      store
        .fixedPlaces()
        .map(({ presence, seen, looks, analytic }) => [presence, seen, looks, analytic])
        .sort(),
    ).toEqual([
      [
        'stationary',
        6,
        6,
        'LargeVesselDetection, SmallVesselDetection, SmallVesselDetection + LargeVesselDetection',
      ],
      [
        'stationary',
        6,
        6,
        'LargeVesselDetection, SmallVesselDetection, SmallVesselDetection + LargeVesselDetection',
      ],
    ]);
  });

  it('follow what the user states about a place, until it is withdrawn', () => {
    const store = openTestStore();
    fillStore(store, buildPresenceRecords(9));
    const { rows } = store.detectionPage({
      filter: { expression: 'presence = "gone"' },
      sort: { field: 'id', order: 'ASC' },
      offset: 0,
      limit: 1,
    });
    const [{ id, longitude, latitude, analytic } = { id: 0, longitude: 0, latitude: 0, analytic: '' }] = rows;
    const info = { by: 'Ann', at: '2026-11-27T10:00:00.000Z' };
    const label = {
      id: buildUuid(),
      analytic,
      position: [longitude, latitude] as const,
      presence: 'passing' as const,
    };
    expect(store.changePlaceLabels([{ remove: null, add: label }], info)).toBe('done');
    expect([countOf(store, 'gone'), countOf(store, 'passing')]).toEqual([0, 15]);
    expect(store.detectionPresence(id)).toEqual({
      presence: 'passing',
      label: { ...label, ...info },
      seen: 6,
      looks: 9,
    });
    // A pass that comes later has it, too.
    fillStore(store, [
      buildPresenceRecord(9, {
        features: [buildFeature({ geometry: { type: 'Point', coordinates: [longitude, latitude] } })],
      }),
    ]);
    expect(countOf(store, 'passing')).toBe(16);
    expect(store.changePlaceLabels([{ remove: buildUuid(), add: null }], info)).toBe('conflict');
    expect(store.changePlaceLabels([{ remove: label.id, add: null }], info)).toBe('done');
    expect(countOf(store, 'gone')).toBe(0);
    expect(store.detectionPresence(id)).toMatchObject({ label: null, seen: 7, looks: 10 });
    // Undoing the withdrawal, at another time by another user, brings back what was stated.
    const undo = placeLabelChangeSchema.parse({ remove: null, add: { ...label, ...info } });
    expect(store.changePlaceLabels([undo], { by: 'Kim', at: '2026-11-28T10:00:00.000Z' })).toBe('done');
    expect(store.detectionPresence(id)).toMatchObject({ label: { ...label, ...info } });
  });

  it('have no value where the passes are too few', () => {
    const store = openTestStore();
    fillStore(store, buildPresenceRecords(3));
    expect(store.counts({ expression: 'presence is not empty' }).detections).toBe(0);
  });
});
