import { describe, expect, test } from 'vitest';
import { destination, distanceMetres } from '../../../../shared/geo/geodesic.ts';
import { toRegion } from '../../../../shared/geo/region.ts';
import {
  centerOfRegion,
  nearestPort,
  placeDistanceMetres,
  placeNameOf,
  placeOf,
  portOfRegion,
} from '../../../../shared/places/nearest-port.ts';
import { ports } from '../../../../shared/places/ports.ts';
import { rectangle } from '../../../builders/positions.ts';

/** By geodesics to every port. */
function nearestOfAll(longitude: number, latitude: number): number {
  let nearest = -1;
  let least = placeDistanceMetres;
  for (const [index, [, x, y]] of ports.entries()) {
    if (Math.abs(y - latitude) > 0.5) continue;
    const metres = distanceMetres([x, y], [longitude, latitude]);
    if (metres <= least) [nearest, least] = [index, metres];
  }
  return nearest;
}

/** The generator of Park and Miller, so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('the place of a position', () => {
  test('is the port that geodesics to all ports find', () => {
    const random = createRandom(11);
    const differing = ports.flatMap(([name, longitude, latitude], index) =>
      Array.from({ length: 20 }, () => destination([longitude, latitude], random() * 360, random() * 60_000))
        .filter(([x, y]) => nearestPort(x, y) !== nearestOfAll(x, y))
        .map((position) => [name, index, position]),
    );
    expect(differing).toEqual([]);
  });

  test('ends at 25 nautical miles, to 5 mm, in each direction', () => {
    const lonely = ports.filter(([, x, y], index) =>
      ports.every(
        ([, other, latitude], at) =>
          at === index || Math.abs(latitude - y) > 2 || distanceMetres([x, y], [other, latitude]) > 100_000,
      ),
    );
    expect(lonely.length).toBeGreaterThan(20);
    for (const [name, longitude, latitude] of lonely) {
      for (const azimuth of [0, 45, 90, 135, 180, 225, 270, 315]) {
        const at = (metres: number) => {
          const [x, y] = destination([longitude, latitude], azimuth, metres);
          return placeNameOf(x, y);
        };
        expect([name, azimuth, at(placeDistanceMetres - 0.005)]).toEqual([name, azimuth, name]);
        expect([name, azimuth, at(placeDistanceMetres + 0.005)]).toEqual([name, azimuth, null]);
      }
    }
  });

  test('has the distance and the direction from the port', () => {
    const [name, longitude, latitude] = ports.find(([port]) => port === 'Busan') ?? ['', 0, 0];
    const place = placeOf(destination([longitude, latitude], 170, 12_000));
    expect(place?.name).toBe(name);
    expect(place?.metres).toBeCloseTo(12_000, 3);
    expect(place?.azimuthDegrees).toBeCloseTo(170, 6);
  });

  test('is none at sea, at the poles, and for what is no position', () => {
    expect(placeOf([-150, 0])).toBeNull();
    expect(placeOf([0, 90])).toBeNull();
    expect(placeOf([0, -90])).toBeNull();
    expect(nearestPort(Number.NaN, 35)).toBe(-1);
    expect(nearestPort(129, Number.NaN)).toBe(-1);
    expect(nearestPort(129, 1e9)).toBe(-1);
  });

  test('is the same for a longitude that is written past ±180', () => {
    expect(placeNameOf(129.06 + 360, 35.1)).toBe('Busan');
    expect(placeNameOf(129.06 - 360, 35.1)).toBe('Busan');
  });
});

function box(west: number, south: number, east: number, north: number) {
  return toRegion([rectangle(west, south, east, north)]);
}

const nameOf = (index: number) => ports[index]?.[0] ?? null;

describe('the port that an image shows', () => {
  test('is the busiest inside it', () => {
    // Busan has rank 1; Ulsan and Pohang are in the image too.
    expect(nameOf(portOfRegion(box(128.6, 34.8, 129.8, 36.3)))).toBe('Busan');
  });

  test('is the nearest one within 25 nautical miles of the center when none is inside', () => {
    expect(nameOf(portOfRegion(box(129.25, 34.85, 129.3, 34.9)))).toBe('Busan');
    expect(portOfRegion(box(-150.1, -0.1, -150, 0))).toBe(-1);
    expect(portOfRegion(toRegion([]))).toBe(-1);
  });

  test('is measured from the center, also across the antimeridian', () => {
    expect(centerOfRegion(box(128, 34, 130, 36))).toEqual([129, 35]);
    expect(centerOfRegion(box(179, 10, 182, 12))).toEqual([-179.5, 11]);
    expect(centerOfRegion(toRegion([]))).toBeNull();
  });
});
