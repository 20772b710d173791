import { beforeAll, describe, expect, it } from 'vitest';
import { createCatalog } from '../../../../../../electron/core/demo-service/data/catalog.ts';
import { fixedObjects } from '../../../../../../electron/core/demo-service/data/fixed-objects.ts';
import { landMask } from '../../../../../../electron/core/demo-service/data/land-mask.ts';
import { metresBetween } from '../../../../../../electron/core/demo-service/data/local-plane.ts';
import type { DemoEntry } from '../../../../../../electron/core/demo-service/data/record.ts';
import {
  type FixedObjects,
  findFixedObjects,
  presences,
} from '../../../../../../shared/fixed-objects/presence.ts';
import { toRegion } from '../../../../../../shared/geo/region.ts';
import { parseWkt } from '../../../../../../shared/geo/wkt.ts';
import { testNow } from '../../../../../builders/demo-service.ts';

const day = 86_400_000;

it('lie in the water, apart from each other', () => {
  const all = fixedObjects.flatMap(({ positions }) => positions);
  expect(all.filter((position) => !landMask().isWater(position, 300))).toEqual([]);
  const isNear = (index: number) => (other: (typeof all)[number], at: number) =>
    at !== index && Math.hypot(...metresBetween(all[index] ?? other, other)) < 300;
  expect(all.filter((_, index) => all.some(isNear(index)))).toEqual([]);
});

describe.each([0, 9, 18, 27])('after %i days', (days) => {
  let found: FixedObjects;
  const presenceAt = ([longitude, latitude]: readonly [number, number]) => {
    const { places, presenceOfPlace } = found;
    const near = Array.from({ length: places.count }, (_, place) => place).filter(
      (place) =>
        Math.hypot(
          ...metresBetween(
            [longitude, latitude],
            [places.longitude[place] as number, places.latitude[place] as number],
          ),
        ) < 60,
    );
    return near.map((place) => presences[(presenceOfPlace[place] as number) - 1]);
  };

  beforeAll(() => {
    found = findIn(
      createCatalog({ brand: 'svc', now: () => testNow + days * day, seed: 'sightline' }).visible(),
    );
  });

  it('turbines, platforms and wrecks off Busan are stationary', () => {
    const nearBusan = fixedObjects.filter(
      ({ kind, positions: [first] }) =>
        kind !== 'rig' && Math.hypot(...metresBetween([129.1, 35.02], first)) < 50_000,
    );
    expect(nearBusan.length).toBeGreaterThan(20);
    const missed = nearBusan.filter(({ positions: [first] }) => !presenceAt(first).includes('stationary'));
    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  it('a rig is gone from one place and new at another', () => {
    const rigs = fixedObjects.filter(({ kind }) => kind === 'rig');
    const states = rigs.map(({ positions }) => positions.flatMap(presenceAt));
    const hasMoved = (state: (typeof states)[number]) => state.includes('gone') && state.includes('new');
    expect(states.filter(hasMoved).length).toBeGreaterThan(0);
  });
});

/** Objects that stay at their place off Busan, by the passes of one analytic at a time. */
function findIn(entries: readonly DemoEntry[]): FixedObjects {
  const near = entries.filter(
    ({ image, vessels }) =>
      Math.hypot(...metresBetween([129.1, 35.02], image.center)) < 120_000 && vessels().length > 0,
  );
  const numbers = ['SmallVesselDetection', 'LargeVesselDetection'];
  const finders = [[0], [1], [0, 1]];
  const analyticsOf = ({ record }: DemoEntry) =>
    (record.content.processors as { processorName: string }[]).map(({ processorName }) =>
      numbers.indexOf(processorName),
    );
  const detections = near.flatMap((entry, pass) =>
    entry.vessels().map(({ position }) => ({
      position,
      pass,
      finder: finders.findIndex((list) => String(list) === String(analyticsOf(entry))),
    })),
  );
  const steps = findFixedObjects({
    longitude: Float64Array.from(detections, ({ position }) => position[0]),
    latitude: Float64Array.from(detections, ({ position }) => position[1]),
    kind: new Uint32Array(detections.length),
    finder: Uint32Array.from(detections, ({ finder }) => finder),
    finders,
    pass: Int32Array.from(detections, ({ pass }) => pass),
    passes: near.map((entry) => {
      const [sensor] = entry.record.content.sensorData as { footprint: string }[];
      const footprint = parseWkt(sensor?.footprint ?? '');
      if (!footprint.ok) throw new Error('No footprint.');
      return {
        footprints: [toRegion([footprint.geometry])],
        searched: new Set(analyticsOf(entry)),
        startedAt: entry.image.startTime,
      };
    }),
  });
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
