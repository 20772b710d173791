import { describe, expect, it } from 'vitest';
import { finish } from '../../../../../../../electron/core/base/steps.ts';
import type { LayerShapes } from '../../../../../../../electron/core/workspace/read/layers/layer-shapes.ts';
import { nearestPieces } from '../../../../../../../electron/core/workspace/read/layers/nearest-pieces.ts';
import { toPieces } from '../../../../../../../electron/core/workspace/read/layers/pieces.ts';
import { distanceMetres } from '../../../../../../../shared/geo/geodesic.ts';
import { ports } from '../../../../../../../shared/places/ports.ts';
import { type SeededRandom, seededRandom } from '../../../../../../builders/seeded-random.ts';

type Place = readonly [longitude: number, latitude: number];

/** A sixth around each pole, a sixth near 180°, and the rest evenly over the Earth. */
function randomPlaces(random: SeededRandom, count: number): readonly Place[] {
  return Array.from({ length: count }, (_, index): Place => {
    const longitude = -180 + 360 * random.next();
    if (index % 6 === 0) return [longitude, 90 - 3 * random.next() ** 2];
    if (index % 6 === 1) return [longitude, -90 + 3 * random.next() ** 2];
    const latitude = (Math.asin(2 * random.next() - 1) * 180) / Math.PI;
    if (index % 6 === 2) return [180 - 2 * random.next() * random.pick([1, 179.9]), latitude];
    return [longitude, latitude];
  });
}

function lineShapes(lines: readonly (readonly [...Place, ...Place])[]): LayerShapes {
  return {
    fids: lines.map((_, index) => index + 1),
    regions: [],
    pieces: lines.flat(),
    pieceFeatures: lines.map((_, index) => index),
  };
}

function nearest(places: readonly Place[], shapes: LayerShapes) {
  const pieces = finish(toPieces(shapes));
  const found = finish(
    nearestPieces(
      {
        count: places.length,
        longitude: Float64Array.from(places, ([longitude]) => longitude),
        latitude: Float64Array.from(places, ([, latitude]) => latitude),
      },
      pieces,
    ),
  );
  return {
    meters: found.meters,
    features: Array.from(found.pieces, (piece) => (piece < 0 ? -1 : (pieces.features[piece] as number))),
  };
}

/** On a sphere: at most 0.6 % off. */
function roughMeters([x, y]: Place, [toX, toY]: Place): number {
  const rad = Math.PI / 180;
  const half =
    Math.sin(((toY - y) * rad) / 2) ** 2 +
    Math.cos(y * rad) * Math.cos(toY * rad) * Math.sin(((toX - x) * rad) / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The least distance by GeographicLib over all that the sphere does not rule out. */
function leastMeters(place: Place, points: readonly Place[]): number {
  const rough = points.map((point) => roughMeters(place, point));
  const limit = Math.min(...rough) * 1.013 + 1;
  return Math.min(
    ...points.filter((_, index) => (rough[index] ?? 0) <= limit).map((point) => distanceMetres(place, point)),
  );
}

type Line = readonly [...Place, ...Place];

function along([x, y, toX, toY]: Line, share: number): Place {
  return [x + share * (toX - x), y + share * (toY - y)];
}

/** The least distance to lines that are straight in degrees, by ever finer samples and GeographicLib. */
function metersToLines(place: Place, lines: readonly Line[]): number {
  const samples = 200;
  const rough = lines.flatMap((line) =>
    Array.from({ length: samples + 1 }, (_, index) => {
      const share = index / samples;
      return { line, share, meters: roughMeters(place, along(line, share)) };
    }),
  );
  const limit = rough.reduce((least, { meters }) => Math.min(least, meters), Infinity) * 1.013 + 20_000;
  const near = rough.filter(({ meters }) => meters <= limit);
  let least = Number.POSITIVE_INFINITY;
  for (const line of new Set(near.map((one) => one.line))) {
    let shares = near.filter((one) => one.line === line).map(({ share }) => share);
    let step = 1 / samples;
    for (let round = 0; round < 9; round += 1) {
      const measured = shares
        .map((share) => ({ share, meters: distanceMetres(place, along(line, share)) }))
        .sort((one, other) => one.meters - other.meters);
      least = Math.min(least, measured[0]?.meters ?? least);
      step /= 4;
      shares = measured
        .slice(0, 2)
        .flatMap(({ share }) => [-4, -3, -2, -1, 1, 2, 3, 4].map((count) => share + count * step))
        .map((share) => Math.min(1, Math.max(0, share)));
    }
  }
  return least;
}

function worst(actual: ArrayLike<number>, expected: readonly number[]): number {
  return expected.reduce((most, meters, index) => Math.max(most, Math.abs((actual[index] ?? 0) - meters)), 0);
}

describe('the nearest feature', () => {
  it('of 1,610 ports is that of GeographicLib within a meter at 10,000 positions, across 180° and at the poles', () => {
    const points = ports.map(([, longitude, latitude]): Place => [longitude, latitude]);
    const places = randomPlaces(seededRandom(1), 10_000);
    const { meters, features } = nearest(places, lineShapes(points.map((point) => [...point, ...point])));
    expect(
      worst(
        meters,
        places.map((place) => leastMeters(place, points)),
      ),
    ).toBeLessThan(1);
    // The feature is the one at that distance.
    const ofFeature = places.map((place, index) =>
      distanceMetres(place, points[features[index] ?? -1] ?? [0, 0]),
    );
    expect(worst(meters, ofFeature)).toBeLessThan(1);
  });

  it('of many points in one far place is right, where a sphere is wrong by more than they are apart', () => {
    const random = seededRandom(2);
    const points = Array.from({ length: 1_000 }, (): Place => [-90 + random.next(), 28 + random.next()]);
    const places = Array.from(
      { length: 300 },
      (): Place => [120 + 20 * random.next(), 20 + 20 * random.next()],
    );
    const { meters } = nearest(places, lineShapes(points.map((point) => [...point, ...point])));
    const expected = places.map((place) =>
      points.reduce((least, point) => Math.min(least, distanceMetres(place, point)), Infinity),
    );
    expect(worst(meters, expected)).toBeLessThan(1);
  });

  it('of lines is the nearest point of an edge, short and long, across 180° and at the poles', () => {
    const random = seededRandom(3);
    const lines = randomPlaces(random, 60).map(([x, y], index): Line => {
      const reach = [0.01, 0.5, 8, 60][index % 4] ?? 1;
      const toY = Math.min(90, Math.max(-90, y + reach * (random.next() - 0.5)));
      return [x, y, x + reach * (random.next() - 0.5), toY];
    });
    const places = randomPlaces(random, 600);
    const { meters } = nearest(places, lineShapes(lines));
    const expected = places.map((place) => metersToLines(place, lines));
    expect(worst(meters, expected)).toBeLessThan(1);
  });

  it('is none where a layer has no position', () => {
    const { meters, features } = nearest([[1, 2]], lineShapes([]));
    expect([meters[0], features]).toEqual([Number.NaN, [-1]]);
  });
});
