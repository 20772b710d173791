import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { encodeGeometry } from '../../../../../../../electron/core/workspace/file/geopackage/geometry-blob.ts';
import { describeDetections } from '../../../../../../../electron/core/workspace/read/match/detection-rows.ts';
import { readUuids } from '../../../../../../../electron/core/workspace/read/match/detection-uuid.ts';
import { matchDetections } from '../../../../../../../electron/core/workspace/read/match/match-detections.ts';
import type { SimpleGeometry } from '../../../../../../../shared/geo/flatten-geometry.ts';
import { seededRandom } from '../../../../../../builders/seeded-random.ts';
import { repetitions } from '../../../../../../builders/test-tier.ts';

/** A detection of a made-up record. `origin` is the one that it is in the earlier version; -1 where it is new. */
type Made = {
  readonly origin: number;
  readonly analytic: string;
  readonly chip: string | null;
  readonly geometry: SimpleGeometry;
  readonly properties: string;
  readonly uuid?: string | undefined;
  readonly hasZ?: boolean;
};

function describeMade(list: readonly Made[]) {
  const properties = list.map((made) => JSON.stringify({ ...JSON.parse(made.properties), uuid: made.uuid }));
  const uuids = readUuids(properties);
  return describeDetections(
    list.map(({ geometry, hasZ, chip, analytic }, position) => ({
      fid: position + 1,
      position,
      geometry: encodeGeometry(geometry, hasZ),
      uuid: uuids[position] ?? null,
      chip,
      analytic,
      properties: properties[position] ?? null,
    })),
  );
}

const matchMade = (earlier: readonly Made[], later: readonly Made[]) =>
  matchDetections(describeMade(earlier), describeMade(later));

const point = (longitude: number, latitude: number, more: Partial<Made> = {}): Made => ({
  origin: -1,
  analytic: 'Aircraft',
  chip: null,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: '{}',
  ...more,
});

/** Degrees of latitude for so many meters. */
const meters = (count: number) => count / 111_195;

describe('detections of a record that comes again', () => {
  test('are equal within a centimeter, wherever cells, meridians or poles lie', () => {
    for (const [longitude, latitude] of [
      [0, 0],
      [180, 10],
      [-180, -10],
      [33, 89.9999999],
      [1e-10, -1e-10],
      [121.123456789, 31.987654321],
    ] as const) {
      for (let step = 1; step <= 9; step += 1) {
        const near = latitude - meters(step / 1000);
        expect(matchMade([point(longitude, latitude)], [point(longitude, near)]).get(0)).toEqual({
          later: 0,
          carriedMeters: null,
        });
      }
    }
    const across = matchMade([point(179.99999999, 5)], [point(-179.99999999, 5)]);
    expect(across.get(0)?.carriedMeters).toBeNull();
  });

  test('are carried over only where it is plain to which, and no farther than five meters', () => {
    const moved = (by: number) => matchMade([point(10, 50)], [point(10, 50 + meters(by))]).get(0);
    expect(moved(3)?.carriedMeters).toBeCloseTo(3, 1);
    expect(moved(4.9)).toBeDefined();
    expect(moved(5.1)).toBeUndefined();
    // Two candidates.
    const two = matchMade([point(10, 50)], [point(10, 50 + meters(2)), point(10, 50 - meters(3))]);
    expect(two.size).toBe(0);
    // One is gone, and a new one has come near another that is still there.
    const beside = matchMade(
      [point(10, 50), point(10, 50 + meters(4))],
      [point(10, 50 + meters(4)), point(10, 50 + meters(3))],
    );
    expect([...beside.keys()]).toEqual([1]);
    expect(matchMade([point(10, 50)], [point(10, 50 + meters(1), { analytic: 'Vehicles' })]).size).toBe(0);
    expect(matchMade([point(10, 50, { chip: 'a' })], [point(10, 50, { chip: 'b' })]).size).toBe(0);
    // A chip that has come or gone makes no other detection of an equal one.
    expect(matchMade([point(10, 50)], [point(10, 50, { chip: 'b' })]).size).toBe(1);
  });

  test('count where several are equal: a missing one does not get the verdict of another', () => {
    const [one, other] = [point(10, 50, { properties: '{"n":1}' }), point(10, 50, { properties: '{"n":2}' })];
    expect([...matchMade([one, other], [other])]).toEqual([[1, { later: 0, carriedMeters: null }]]);
    expect(matchMade([one, other], [other, one]).get(0)?.later).toBe(1);
    const same = matchMade([one, one, one], [one, one]);
    expect([...same.keys()]).toEqual([0, 1]);
  });

  test('are found in a record of fifty thousand, also in a crowd at one place', () => {
    const spread = Array.from({ length: 50_000 }, (_, index) =>
      point(10 + (index % 250) / 1000, 50 + Math.floor(index / 250) / 1000),
    );
    const jittered = spread.toReversed().map(({ geometry }) => {
      const [x = 0, y = 0] = (geometry as { coordinates: Position }).coordinates;
      return point(x + 1e-9, y - 1e-9);
    });
    expect(matchMade(spread, jittered).size).toBe(50_000);
    const crowd = (count: number, by: number) =>
      Array.from({ length: count }, (_, index) => point(10, 50 + ((index * by) % 1e-8)));
    expect(matchMade(crowd(5000, 0), crowd(5000, 3.1e-9)).size).toBe(5000);
  });
});

const mutatedRecords = repetitions(2000, 10_000);

test(`in ${mutatedRecords} mutated records no verdict goes to another detection, and none is lost that has its own`, () => {
  const random = seededRandom(20_261_120).next;
  const sum = { matched: 0, gone: 0, wrong: 0, lost: 0 };
  for (let round = 0; round < mutatedRecords; round += 1) {
    const made = makeRecord(random);
    const earlier = round % 2 === 0 ? made : withUuids(made, random);
    const { later, isPlain } = mutate(earlier, random);
    const matches = matchMade(earlier, later);
    expect(new Set([...matches.values()].map((match) => match.later)).size).toBe(matches.size);
    for (const index of earlier.keys()) {
      const match = matches.get(index);
      if (match) sum[later[match.later]?.origin === index ? 'matched' : 'wrong'] += 1;
      else sum[isPlain(index) ? 'lost' : 'gone'] += 1;
    }
  }
  expect(sum).toMatchObject({ wrong: 0, lost: 0 });
  expect(sum.matched).toBeGreaterThan(4 * mutatedRecords);
  expect(sum.gone).toBeGreaterThan(mutatedRecords / 5);
});

const analytics = ['Aircraft', 'Vehicles'];

/** Up to 12 detections at least 30 m from each other, of any geometry, some with a chip, around any meridian. */
function makeRecord(random: () => number): readonly Made[] {
  const west = [0, 121.5, 179.999, -179.9995][Math.floor(random() * 4)] ?? 0;
  const south = random() * 120 - 60;
  return Array.from({ length: 1 + Math.floor(random() * 12) }, (_, index): Made => {
    const longitude = wrapped(west + (index % 4) * 0.002);
    const latitude = south + Math.floor(index / 4) * 0.001;
    return {
      origin: index,
      analytic: analytics[Math.floor(random() * 2)] ?? '',
      chip: random() < 0.2 ? `chip ${index}` : null,
      geometry: makeGeometry(longitude, latitude, random),
      properties: JSON.stringify({ confidence: random() }),
    };
  });
}

function makeGeometry(longitude: number, latitude: number, random: () => number): SimpleGeometry {
  const ring = (size: number): Position[] => [
    [longitude, latitude],
    [longitude + size, latitude],
    [longitude + size, latitude + size],
    [longitude, latitude],
  ];
  const kind = random();
  if (kind < 0.5) return { type: 'Point', coordinates: [longitude, latitude] };
  if (kind < 0.8) return { type: 'Polygon', coordinates: [ring(1e-4)] };
  return { type: 'MultiPolygon', coordinates: [[ring(5e-5)], [ring(1e-4)]] };
}

/** The same detections, nearly all of them with a UUID. */
function withUuids(list: readonly Made[], random: () => number): readonly Made[] {
  return list.map((made) => (random() < 0.9 ? { ...made, uuid: newUuid(random) } : made));
}

function newUuid(random: () => number): string {
  return `${random().toString(16).slice(2, 10).padEnd(8, '0')}-1111-4111-8111-${random().toString(16).slice(2, 14).padEnd(12, '0')}`;
}

/** A change after which the detection is only found by its UUID, or that takes its UUID from it. */
function mutateWithUuid(
  made: Made,
  later: readonly Made[],
  replace: (made: Made, ...by: readonly Made[]) => void,
  doubtful: Set<number>,
  random: () => number,
): void {
  const far = (by: number) => ({
    ...made,
    geometry: moved(made.geometry, ([x = 0, y = 0, z = 0]) => [x, y + meters(by), z]),
  });
  const change = random();
  if (change < 0.25) replace(made, far(300));
  else if (change < 0.5) {
    // Another one comes to the very place that it leaves.
    const stranger = { ...made, origin: -1, uuid: newUuid(random), chip: null };
    replace(made, stranger, far(150));
  } else if (change < 0.6) {
    const other = later[Math.floor(random() * later.length)];
    const isFound = other?.uuid !== undefined && other !== made && !doubtful.has(other.origin);
    if (!isFound || later.filter(({ origin }) => origin === other.origin).length > 1) return;
    replace(other, { ...other, geometry: made.geometry });
    replace(made, { ...made, geometry: other.geometry });
  } else if (change < 0.7) {
    doubtful.add(made.origin);
    // Split into two with new UUIDs, of which one lies where it was.
    const half = { ...made, origin: -1, chip: null };
    replace(
      made,
      { ...half, uuid: newUuid(random) },
      { ...half, uuid: newUuid(random), geometry: far(2).geometry },
    );
  } else if (change < 0.8) {
    doubtful.add(made.origin);
    replace(made, { ...made, origin: -1, uuid: newUuid(random), chip: null });
  } else if (change < 0.9) replace(made, { ...made, uuid: undefined });
  else replace(made, made, { ...made });
}

type Mutated = { readonly later: readonly Made[]; isPlain(index: number): boolean };

/** Several changes at once; `isPlain` states whether a detection is still there and beyond doubt. */
function mutate(earlier: readonly Made[], random: () => number): Mutated {
  const doubtful = new Set<number>();
  let later: Made[] = [...earlier];
  if (random() < 0.5) {
    const by = random() * 1.4e-8;
    const move = ([x = 0, y = 0]: Position): Position => [wrapped(x + by), y - by * random()];
    later = later.map((made) => ({ ...made, geometry: moved(made.geometry, move) }));
  }
  if (random() < 0.3)
    later = later.map((made) => ({ ...made, hasZ: true, geometry: moved(made.geometry, raised) }));
  if (random() < 0.5) {
    later = later.map((made) => (random() < 0.5 ? made : { ...made, properties: `{"n":${random()}}` }));
  }
  const replace = (made: Made, ...by: readonly Made[]) => {
    later = later.flatMap((each) => (each === made ? by : [each]));
  };
  for (const made of [...later]) {
    if (made.uuid !== undefined && random() < 0.5) {
      mutateWithUuid(made, later, replace, doubtful, random);
      continue;
    }
    const change = random();
    if (change < 0.1) {
      doubtful.add(made.origin);
      later = later.filter((each) => each !== made);
    } else if (change < 0.2) later.push({ ...made });
    else if (change < 0.3 && made.chip === null) {
      // In two halves, neither of which is the whole.
      doubtful.add(made.origin);
      const half = (by: number) => ({
        ...made,
        geometry: moved(made.geometry, ([x = 0, y = 0, z = 0]) => [x, y + meters(by), z]),
      });
      later = later.flatMap((each) => (each === made ? [half(2), half(-2)] : [each]));
    } else if (change < 0.35 && made.chip === null) {
      const [x = 0, y = 0] = [random() * 2, random() * 2].map(meters);
      const other = {
        ...made,
        geometry: moved(made.geometry, ([a = 0, b = 0, z = 0]) => [wrapped(a + x), b + y, z]),
      };
      later = later.map((each) => (each === made ? other : each));
    }
  }
  for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
    const added = point(60 + random(), 70 + random());
    later.splice(Math.floor(random() * (later.length + 1)), 0, added);
  }
  const order = random();
  if (order < 0.4) later.reverse();
  else if (order < 0.7) later.sort(() => random() - 0.5);
  return { later, isPlain: (index) => !doubtful.has(index) };
}

function wrapped(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
}

const raised = ([x = 0, y = 0]: Position): Position => [x, y, 12];

function moved(geometry: SimpleGeometry, change: (position: Position) => Position): SimpleGeometry {
  const visit = (value: unknown): unknown =>
    Array.isArray(value) && typeof value[0] === 'number'
      ? change(value as Position)
      : (value as unknown[]).map(visit);
  return { ...geometry, coordinates: visit(geometry.coordinates) } as SimpleGeometry;
}
