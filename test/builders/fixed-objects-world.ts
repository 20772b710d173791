import type { PresenceInput } from '../../shared/fixed-objects/presence.ts';
import { toRegion } from '../../shared/geo/region.ts';
import { rectangle } from './positions.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const metersPerDegree = 111_195;

/** An object of the world: where it is at each pass, in degrees; null while it is not there. */
export type WorldObject = {
  readonly kind: string;
  readonly at: (pass: number) => readonly [longitude: number, latitude: number] | null;
};

/** A normally distributed number (Box and Muller 1958). */
export function normal(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/**
 * Detections of objects over passes two days apart that cover all of a square of two degrees, with positions that differ by
 * 20 m (one standard deviation on each axis), each found in nine of ten passes.
 */
export function buildPresenceInput(
  objects: readonly WorldObject[],
  passes: number,
  {
    seed = 1,
    isFound = 0.9,
    covers = () => [9, 49, 13, 53],
  }: {
    readonly seed?: number;
    readonly isFound?: number;
    /** The box that a pass covers. */
    readonly covers?: (pass: number) => readonly [number, number, number, number];
  } = {},
): PresenceInput & { readonly objectOf: readonly number[] } {
  const random = seededRandom(seed);
  const found: { x: number; y: number; pass: number; object: number }[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    for (const [object, { at }] of objects.entries()) {
      const position = at(pass);
      if (!position || random.next() >= isFound) continue;
      const noise = 20 / metersPerDegree;
      found.push({
        x: position[0] + (noise * normal(random)) / Math.cos((position[1] * Math.PI) / 180),
        y: position[1] + noise * normal(random),
        pass,
        object,
      });
    }
  }
  return {
    longitude: Float64Array.from(found, ({ x }) => x),
    latitude: Float64Array.from(found, ({ y }) => y),
    kind: new Uint32Array(found.length),
    finder: new Uint32Array(found.length),
    finders: [[0]],
    pass: Int32Array.from(found, ({ pass }) => pass),
    passes: Array.from({ length: passes }, (_, pass) => ({
      footprints: [toRegion([rectangle(...covers(pass))])],
      searched: new Set([0]),
      startedAt: pass * 2 * 86_400_000,
    })),
    objectOf: found.map(({ object }) => object),
  };
}

/** Turbines 900 m apart in rows, of which `alive` states at which passes they are there. */
export function turbines(count: number, alive: (pass: number) => boolean = () => true): WorldObject[] {
  return Array.from({ length: count }, (_, index) => {
    const position = [10.2 + 0.014 * (index % 20), 50.2 + 0.0081 * Math.floor(index / 20)] as const;
    return { kind: 'turbine', at: (pass: number) => (alive(pass) ? position : null) };
  });
}

/** Ships: a third sail on, a third anchor for one to three passes, a third lie elsewhere at each pass. */
export function ships(count: number, passes: number, random: SeededRandom): WorldObject[] {
  const anywhere = () => [10 + 2 * random.next(), 50 + 2 * random.next()] as const;
  return Array.from({ length: count }, (_, index) => {
    const [start, arrives, stays] = [anywhere(), random.between(0, passes - 1), random.between(1, 3)];
    if (index % 3 === 0) {
      return {
        kind: 'ship',
        at: (pass: number) => [start[0] + 0.02 * pass, start[1] + 0.004 * pass] as const,
      };
    }
    if (index % 3 === 1) {
      return {
        kind: 'ship',
        at: (pass: number) => (pass >= arrives && pass < arrives + stays ? start : null),
      };
    }
    return { kind: 'ship', at: () => anywhere() };
  });
}
