import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../../../../../electron/core/demo-service/data/catalog.ts';
import { chipIdentifier } from '../../../../../../electron/core/demo-service/data/record.ts';
import { createOrderedEntries } from '../../../../../../electron/core/demo-service/orders/ordered-entries.ts';
import type { StoredOrder } from '../../../../../../electron/core/demo-service/orders/state-file.ts';
import { fullOrderRequest, testNow } from '../../../../../builders/demo-service.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const iso = (time: number) => new Date(time).toISOString();

type Ordered = {
  readonly analytics: readonly string[];
  readonly days: readonly (readonly [number, number])[];
};

/** An order of a place off Busan and of one off Gdansk, in progress after 2 minutes and completed after 3. */
function orderOf({ analytics, days }: Ordered, id = 'ord-1'): StoredOrder {
  const body = fullOrderRequest();
  const request = {
    ...body.request,
    workflowRequest: { type: 'analytic', analytics },
    schedule: days.map(([from, to]) => ({
      type: 'range',
      range: { min: iso(testNow + from * day), max: iso(testNow + to * day) },
    })),
    aois: [
      { type: 'point', latitude_deg: 35, longitude_deg: 129.2, radius_km: 20 },
      { type: 'point', latitude_deg: 54.6, longitude_deg: 19, radius_km: 5 },
    ],
  };
  return {
    id,
    requestId: `request of ${id}`,
    owner: 'o',
    customer: 'c',
    requestText: JSON.stringify({ ...body, request }),
    plan: [
      { state: 'created', when: iso(testNow) },
      { state: 'in-progress', when: iso(testNow + 2 * minute) },
      { state: 'completed', when: iso(testNow + 3 * minute) },
    ],
    isImaged: true,
  };
}

function catalogWith(orders: readonly StoredOrder[]) {
  let time = testNow;
  const catalog = createCatalog(
    { brand: 'svc', seed: 'a', now: () => time },
    createOrderedEntries(() => orders),
  );
  const before = catalog.visible();
  time += 3 * minute - 1;
  const untilThen = catalog.visible();
  time += 1;
  const known = new Set(untilThen);
  return { catalog, before, untilThen, ordered: catalog.visible().filter((entry) => !known.has(entry)) };
}

const ships = ['SmallVesselDetection', 'LargeVesselDetection'];

describe('the images of an order', () => {
  it('are records of each of its areas and analytics once it is completed, at the end of the list', () => {
    const { before, untilThen, ordered, catalog } = catalogWith([
      orderOf({ analytics: ships, days: [[0, 30]] }),
    ]);
    expect(untilThen.slice(0, before.length)).toEqual(before);
    expect(ordered.map(({ region }) => region)).toEqual([
      'East Asia',
      'East Asia',
      'Eastern Europe',
      'Eastern Europe',
    ]);
    expect(catalog.visible().slice(-ordered.length)).toEqual(ordered);
    for (const { image, uploadedAt } of ordered) {
      expect(uploadedAt).toBe(testNow + 3 * minute);
      expect(image.startTime).toBeGreaterThan(testNow + 2 * minute);
      expect(image.startTime).toBeLessThan(uploadedAt);
    }
    expect(ordered[0]?.image.contains([129.2, 35], 0.5)).toBe(true);
    const found = ordered.reduce((count, { record }) => count + record.content.features.length, 0);
    expect(found).toBeGreaterThan(10);
  });

  it('were taken in the ordered time where that has passed', () => {
    const days = [
      [-9, -8],
      [-6, -5],
      [40, 50],
    ] as const;
    const { ordered } = catalogWith([orderOf({ analytics: ships, days })]);
    expect(ordered).toHaveLength(4);
    for (const { image } of ordered) {
      expect(image.startTime).toBeGreaterThanOrEqual(testNow - 6 * day);
      expect(image.startTime).toBeLessThanOrEqual(testNow - 5 * day);
    }
  });

  it('have the chips of their ships, and two orders of a day do not share any', () => {
    const order = { analytics: ships, days: [[0, 30]] } as const;
    const { ordered, catalog } = catalogWith([orderOf(order), orderOf(order, 'ord-2')]);
    expect(new Set(ordered.map(({ record }) => record.assignedId)).size).toBe(8);
    for (const entry of ordered) {
      const [vessel] = entry.vessels();
      if (vessel) expect(catalog.findVessel(chipIdentifier(entry.key, 0))).toEqual({ entry, vessel });
    }
  });

  it('are made for every analytic of the demo, and for no other', () => {
    const analytics = [...ships, 'AircraftDetection', 'GroundVehicleDetection', 'SPEX', 'ChangeDetection'];
    const { ordered } = catalogWith([orderOf({ analytics: [...analytics, 'CarCounting'], days: [[0, 30]] })]);
    expect(ordered).toHaveLength(12);
    for (const { record } of ordered) expect(Array.isArray(record.content.features)).toBe(true);
  });

  it('are not taken for the orders that the service begins with, nor for one that does not complete', () => {
    const { isImaged: _, ...seeded } = orderOf({ analytics: ships, days: [[0, 30]] });
    const cancelled = { ...orderOf({ analytics: ships, days: [[0, 30]] }), plan: seeded.plan.slice(0, 2) };
    expect(catalogWith([seeded, cancelled]).ordered).toEqual([]);
  });
});
