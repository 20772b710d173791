import { describe, expect, it, test } from 'vitest';
import { metersBetween, toSpacePoint } from '../../../../electron/core/workspace/read/match/near-index.ts';
import { findPlaces } from '../../../../shared/fixed-objects/find-places.ts';
import {
  type FixedObjects,
  findFixedObjects,
  type PresenceInput,
  placeTolerance,
  presences,
} from '../../../../shared/fixed-objects/presence.ts';
import {
  buildPresenceInput,
  ships,
  turbines,
  type WorldObject,
} from '../../../builders/fixed-objects-world.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

function run<T>(steps: Generator<undefined, T, undefined>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The presence of the detections of each object: those that most of its detections have. */
function presenceByObject(
  input: PresenceInput & { readonly objectOf: readonly number[] },
  { places, presenceOfPlace }: FixedObjects,
): readonly (string | undefined)[] {
  const tallies: Map<string, number>[] = [];
  for (const [index, object] of input.objectOf.entries()) {
    const presence = presences[(presenceOfPlace[places.placeOf[index] as number] as number) - 1] ?? 'unknown';
    const tally = tallies[object] ?? new Map<string, number>();
    tallies[object] = tally;
    tally.set(presence, (tally.get(presence) ?? 0) + 1);
  }
  return Array.from(tallies, (tally) => [...(tally ?? [])].sort((one, other) => other[1] - one[1])[0]?.[0]);
}

function presencesOf(objects: readonly WorldObject[], passes: number, options = {}) {
  const input = buildPresenceInput(objects, passes, options);
  return presenceByObject(input, run(findFixedObjects(input)));
}

const countOf = (found: readonly unknown[], value: unknown) => found.filter((one) => one === value).length;

describe('what stays at the same place', () => {
  it('is stationary for at least 98 % of 200 turbines, and for at most 1 % of 2,000 ships, in 12 passes', () => {
    for (const seed of [1, 2, 3]) {
      const objects = [...turbines(200), ...ships(2000, 12, seededRandom(seed))];
      const found = presencesOf(objects, 12, { seed });
      expect(countOf(found.slice(0, 200), 'stationary')).toBeGreaterThanOrEqual(196);
      const notPassing = found.slice(200).filter((one) => one !== 'passing' && one !== undefined);
      expect(notPassing.length).toBeLessThanOrEqual(20);
    }
  });

  test.each([
    [0, 'stationary'],
    [1, 'stationary'],
    [2, 'stationary'],
    [3, 'gone'],
    [5, 'gone'],
  ])('a turbine that %i passes do not show any more is %s', (absent, expected) => {
    const found = presencesOf(
      turbines(20, (pass) => pass < 12 - absent),
      12,
      { isFound: 1 },
    );
    expect(new Set(found)).toEqual(new Set([expected]));
  });

  test.each([
    [0, 'stationary'],
    [2, 'stationary'],
    [3, 'new'],
    [8, 'new'],
    [9, 'passing'],
  ])('a turbine that the first %i passes do not show is %s', (absent, expected) => {
    const found = presencesOf(
      turbines(20, (pass) => pass >= absent),
      12,
      { isFound: 1 },
    );
    expect(new Set(found)).toEqual(new Set([expected]));
  });

  it('is not gone because passes do not cover it, nor known of with too few', () => {
    const beside = (pass: number) => (pass < 6 ? ([9, 49, 13, 53] as const) : ([9, 49, 10, 53] as const));
    const input = buildPresenceInput(
      turbines(10, (pass) => pass < 6),
      12,
      { isFound: 1, covers: beside },
    );
    const found = run(findFixedObjects(input));
    expect(new Set(presenceByObject(input, found))).toEqual(new Set(['stationary']));
    expect(found.sightingsAt(0)).toEqual({ seen: 6, looks: 6 });
    expect(new Set(presencesOf(turbines(10), 3))).toEqual(new Set(['unknown']));
  });

  it('counts only passes with the analytic and a time, and no detection without a pass', () => {
    const objects = turbines(5, (pass) => pass < 8);
    const input = buildPresenceInput(objects, 12, { isFound: 1 });
    const others = {
      ...input,
      passes: input.passes.map((pass, at) => (at < 8 ? pass : { ...pass, searched: new Set([7]) })),
    };
    expect(
      new Set(presenceByObject({ ...others, objectOf: input.objectOf }, run(findFixedObjects(others)))),
    ).toEqual(new Set(['stationary']));
    const timeless = { ...input, passes: input.passes.map((pass) => ({ ...pass, startedAt: null })) };
    expect([...run(findFixedObjects(timeless)).presenceOfPlace]).toEqual([0, 0, 0, 0, 0]);
    const untraced = { ...input, pass: new Int32Array(input.pass.length).fill(-1) };
    expect([...run(findFixedObjects(untraced)).presenceOfPlace]).toEqual([0, 0, 0, 0, 0]);
  });

  it('counts passes that could have found its size: with the analytics that have found it, of whichever is known', () => {
    // 0: small, 1: large; 2: a record of both that states neither.
    const finders = [[0], [1], [0, 1]];
    const input = buildPresenceInput(turbines(1), 10, { isFound: 1 });
    const seenBy = (finder: readonly number[], searched: (pass: number) => readonly number[]) => {
      const found = run(
        findFixedObjects({
          ...input,
          longitude: input.longitude.slice(0, finder.length),
          latitude: input.latitude.slice(0, finder.length),
          kind: new Uint32Array(finder.length),
          pass: input.pass.slice(0, finder.length),
          finder: Uint32Array.from(finder),
          finders,
          passes: input.passes.map((pass, index) => ({ ...pass, searched: new Set(searched(index)) })),
        }),
      );
      return found.sightingsAt(0);
    };
    // Four passes for large ships only could not have found it.
    expect(seenBy([0, 0, 2, 0, 0, 0], (pass) => (pass < 6 ? [0, 1] : [1]))).toEqual({ seen: 6, looks: 6 });
    // Of a length that is measured to either side of the limit.
    expect(seenBy([0, 1, 0, 1, 0, 1], (pass) => (pass < 7 ? [0, 1] : [1]))).toEqual({ seen: 6, looks: 7 });
    // Which one has found it is not known.
    expect(seenBy([2, 2, 2, 2], (pass) => (pass < 5 ? [0, 1] : [0]))).toEqual({ seen: 4, looks: 5 });
  });

  it('is what a user has stated about the place, also for what is found there later', () => {
    const input = buildPresenceInput([...turbines(2), ...ships(300, 12, seededRandom(4))], 12, {
      isFound: 1,
    });
    const at = (object: number) => input.objectOf.indexOf(object);
    const label = (object: number, presence: 'stationary' | 'passing') => ({
      position: [input.longitude[at(object)] ?? 0, input.latitude[at(object)] ?? 0] as const,
      kind: 0,
      presence,
    });
    const labels = [
      label(0, 'stationary'),
      label(0, 'passing'),
      label(2, 'stationary'),
      { ...label(1, 'passing'), kind: 1 },
    ];
    const found = run(findFixedObjects({ ...input, labels }));
    expect(found.places.placeOf).toHaveLength(input.longitude.length);
    const before = presenceByObject(input, run(findFixedObjects(input)));
    expect(before.slice(0, 3)).toEqual(['stationary', 'stationary', 'passing']);
    // The last statement counts; one about another kind does not.
    const presenceAt = (object: number) =>
      presences[(found.presenceOfPlace[found.places.placeOf[at(object)] ?? 0] ?? 0) - 1];
    expect([0, 1, 2].map(presenceAt)).toEqual(['passing', 'stationary', 'stationary']);
    expect(found.labelOfPlace.get(found.places.placeOf[at(0)] ?? -1)).toBe(1);
    expect(presenceByObject(input, found).slice(3)).toEqual(before.slice(3));
    expect(found.sightingsAt(found.places.placeOf[at(0)] ?? 0)).toEqual({ seen: 12, looks: 12 });
  });

  it('states how often something was seen, of the passes over the place', () => {
    const input = buildPresenceInput(
      turbines(1, (pass) => pass !== 3 && pass !== 7),
      11,
      { isFound: 1 },
    );
    expect(run(findFixedObjects(input)).sightingsAt(0)).toEqual({ seen: 9, looks: 11 });
  });
});

describe('places', () => {
  it('have detections of one kind within the tolerance only, everywhere on the Earth', () => {
    const random = seededRandom(9);
    const centers = Array.from({ length: 400 }, () => [
      random.pick([0, 121, 179.9995, -179.9995]) + random.next() * 0.02,
      random.pick([0, 60, -75, 89.9, -89.99]) + random.next() * 0.005,
    ]);
    const at = Array.from({ length: 4000 }, () => {
      const [x = 0, y = 0] = random.pick(centers);
      return [x + 0.0006 * random.next(), Math.min(90, y + 0.0006 * random.next())] as const;
    });
    const detections = {
      longitude: Float64Array.from(at, ([x]) => (x > 180 ? x - 360 : x)),
      latitude: Float64Array.from(at, ([, y]) => y),
      kind: Uint32Array.from(at, () => random.between(0, 3)),
    };
    const places = run(findPlaces(detections, placeTolerance));
    const spaceOf = (index: number) =>
      toSpacePoint([detections.longitude[index] ?? 0, detections.latitude[index] ?? 0]);
    const byPlace = Map.groupBy(at.keys(), (index) => places.placeOf[index] ?? -1);
    expect(byPlace.size).toBe(places.count);
    for (const members of byPlace.values()) {
      expect(new Set(members.map((index) => detections.kind[index])).size).toBe(1);
      // Half a tolerance more than the reach of the heaviest part, on either side.
      for (const one of members) {
        for (const other of members) {
          expect(metersBetween(spaceOf(one), spaceOf(other))).toBeLessThanOrEqual(3 * placeTolerance);
        }
      }
    }
  });

  it('are one for each of many objects that are apart', () => {
    const input = buildPresenceInput(turbines(200), 12);
    const { count } = run(findPlaces(input, placeTolerance));
    expect(count).toBeGreaterThanOrEqual(200);
    expect(count).toBeLessThanOrEqual(204);
  });
});
