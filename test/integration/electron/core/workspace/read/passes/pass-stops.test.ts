import { describe, expect, it } from 'vitest';
import { closeDatabase } from '../../../../../../../electron/core/workspace/file/sql.ts';
import { openReader } from '../../../../../../../electron/core/workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../../../../../../electron/core/workspace/open/workspace-store.ts';
import { passPictureNames } from '../../../../../../../renderer/features/print/save-pass-pictures.ts';
import type { BoundingBox } from '../../../../../../../shared/geo/geometry.ts';
import { toRegion } from '../../../../../../../shared/geo/region.ts';
import { defaultTolerance } from '../../../../../../../shared/passes/pass.ts';
import { rectangle } from '../../../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../../../builders/seeded-random.ts';
import { fillStore, openTestStore } from '../../../../../../builders/workspace-builder.ts';

const view: BoundingBox = [121, 31, 122, 32];
const start = Date.UTC(2026, 10, 1);
const hour = 3_600_000;

function footprint(west: number, south: number, width: number, height: number): string {
  const [east, north] = [west + width, south + height];
  return `POLYGON ((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`;
}

/** Records of 23 images over the view at irregular times, some of them empty, and of others next to it. */
function openIrregularPasses() {
  const random = seededRandom(23);
  const store = openTestStore();
  let time = start;
  const over = Array.from({ length: 23 }, (_, index) => {
    time += Math.round((1 + 80 * random.next()) * hour);
    return buildRecord({
      assignedId: `over-${String(index).padStart(2, '0')}`,
      sensors: [
        {
          vendorId: `over-${index}`,
          startTimeUTC: new Date(time).toISOString(),
          footprint: footprint(120.2 + random.next(), 30.4 + random.next(), 1.2, 1.2),
        },
      ],
      features: index % 3 === 0 ? [] : [buildFeature(), buildFeature()],
    });
  });
  const beside = Array.from({ length: 9 }, (_, index) =>
    buildRecord({
      sensors: [
        {
          vendorId: `beside-${index}`,
          startTimeUTC: new Date(start + index * 100 * hour).toISOString(),
          footprint: footprint(123 + index, 31, 1, 1),
        },
      ],
      features: [],
    }),
  );
  const undrawn = buildRecord({ sensors: [{ vendorId: 'undrawn', footprint: null }], features: [] });
  fillStore(store, [...beside, ...over.toReversed(), undrawn]);
  return store;
}

describe('the passes over a view', () => {
  it('are all images that show a part of it, empty ones included, by time', () => {
    const store = openIrregularPasses();
    const stops = store.passStops({ filter: {}, box: view });
    expect(stops).toHaveLength(23);
    const times = stops.map(({ startedAt }) => startedAt ?? Number.NaN);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(stops.map(({ key }) => key)).toEqual(
      Array.from({ length: 23 }, (_, index) => expect.stringContaining(`"over-${index}"`)),
    );
    const names = passPictureNames(stops);
    expect(new Set(names).size).toBe(23);
    expect(names).toEqual(names.toSorted());
    for (const name of names) expect(name).toMatch(/^2026-\d\d-\d\dT\d\d-\d\d-\d\dZ\.png$/);
    // The list of passes has the same ones.
    const listed = store.passPage({
      filter: { boundingBox: [...view] },
      groupBy: 'none',
      tolerance: defaultTolerance,
      sort: { field: 'time', order: 'ASC' },
      collapsed: [],
      offset: 0,
      limit: 100,
    });
    expect(listed.rows.map((row) => row.kind === 'pass' && row.pass.key)).toEqual(
      stops.map(({ key }) => key),
    );
    for (const { key } of stops) {
      const share = store.passShare({ key, box: view });
      expect(share > 0 && share <= 1).toBe(true);
    }
    // What single detections need does not take a stop away; what images need does.
    expect(store.passStops({ filter: { minConfidence: 0.99 }, box: view })).toEqual(stops);
    const collectedFrom = times[20] ?? 0;
    expect(store.passStops({ filter: { collectedFrom }, box: view })).toEqual(stops.slice(20));
    expect(store.passStops({ filter: {}, box: [10, 10, 11, 11] })).toEqual([]);
  });

  it('show as much of it as the coverage ledger says, to the last digit', () => {
    const store = openIrregularPasses();
    const stops = store.passStops({ filter: {}, box: view });
    const { entries } = store.coverageLedger({
      areas: [{ name: 'View', region: toRegion([rectangle(...view)]) }],
      ranges: [{ from: start, to: start + 10_000 * hour }],
      analytics: ['SmallVesselDetection'],
    });
    const ofLedger = entries[0]?.records.map(({ collectedAt, shareOfArea }) => [collectedAt, shareOfArea]);
    expect(ofLedger).toEqual(
      stops.map(({ key, startedAt }) => [startedAt, store.passShare({ key, box: view })]),
    );
  });

  it('have the records of all analytics and fetches', () => {
    const store = openTestStore();
    fillStore(store, [
      buildRecord({ assignedId: 'ships', analytic: 'LargeVesselDetection', region: 'East Asia' }),
      buildRecord({ assignedId: 'objects', analytic: 'SPEX', region: 'Europe', features: [] }),
    ]);
    const [stop] = store.passStops({ filter: {}, box: view });
    const analytics = store.passRecords(stop?.key ?? '').flatMap((record) => record.analytics);
    expect(analytics.sort()).toEqual(['LargeVesselDetection', 'SPEX']);
    expect(store.passRecords('no such image')).toEqual([]);
  });

  it('are found over the antimeridian', () => {
    const store = openTestStore();
    fillStore(store, [
      buildRecord({ sensors: [{ vendorId: 'east', footprint: footprint(-180, 0, 1, 2) }] }),
      buildRecord({ sensors: [{ vendorId: 'both', footprint: footprint(179, 0, 2, 2) }] }),
    ]);
    const box = [179, 0, -179, 2] as const;
    const shares = store
      .passStops({ filter: {}, box })
      .map(({ key }) => Math.round(100 * store.passShare({ key, box })));
    expect(shares.toSorted((one, other) => one - other)).toEqual([50, 100]);
    expect(store.passShare({ key: 'no such image', box })).toBe(0);
  });

  it('are compared with it in steps, on the images of the first one, whatever comes between', () => {
    const store = openTestStore();
    const imageAt = (minute: number) =>
      buildRecord({
        sensors: [
          {
            vendorId: `image-${minute}`,
            startTimeUTC: new Date(start + minute * 60_000).toISOString(),
            footprint: footprint(121, 31, 1, 1),
          },
        ],
        features: [],
      });
    fillStore(
      store,
      Array.from({ length: 1500 }, (_, minute) => imageAt(minute)),
    );
    const { database } = openReader(store.path);
    const expected = createWorkspaceStore(database).passStops({ filter: {}, box: view });
    closeDatabase(database);
    const steps = store.passStops.inSteps({ filter: {}, box: view });
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      count += 1;
      fillStore(store, [imageAt(2000 + count)]);
      store.passStops({ filter: {}, box: [121, 31, 121.5, 31.5] });
    }
    expect(step.value).toEqual(expected);
    expect(count).toBeGreaterThanOrEqual(3);
    expect(store.passStops({ filter: {}, box: view })).toHaveLength(1500 + count);
  });
});
