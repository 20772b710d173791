import type { Polygon, Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { splitAtAntimeridian } from '../../../../shared/geo/antimeridian.ts';
import { type AreaPolygonProblemCode, checkAreaPolygon } from '../../../../shared/geo/check-area-polygon.ts';
import { isClosed, isInsideRing, rewindPolygon, signedRingArea } from '../../../../shared/geo/rings.ts';
import { findSelfCrossings, wouldSelfCross } from '../../../../shared/geo/self-crossing.ts';
import { positions } from '../../../builders/positions.ts';

const polygon = (...rings: Position[][]): Polygon => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => [...ring, ...ring.slice(0, 1)]),
});
const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

describe('findSelfCrossings', () => {
  const crossing: [string, Polygon, Position[]][] = [
    ['a bow-tie', polygon(positions('0 0, 2 2, 2 0, 0 2')), [[1, 1]]],
    ['a bow-tie over the antimeridian', polygon(positions('179 0, 181 2, 181 0, 179 2')), [[180, 1]]],
    [
      'a corner that touches an edge',
      polygon(positions('0 0, 4 0, 4 4, 2 0, 0 4')),
      [
        [2, 0],
        [2, 0],
      ],
    ],
    [
      'a figure of eight with a common corner',
      polygon(positions('0 0, 1 1, 2 0, 2 2, 1 1, 0 2')),
      positions('1 1, 1 1, 1 1, 1 1'),
    ],
    [
      'a hole over the outline',
      polygon(box(0, 0, 4, 4), box(3, 1, 5, 2)),
      [
        [4, 1],
        [4, 2],
      ],
    ],
  ];
  test.each(crossing)('finds %s', (_name, shape, positions) => {
    expect(findSelfCrossings(shape)).toEqual(positions);
  });
  test('finds a spike and an edge that is passed twice', () => {
    expect(findSelfCrossings(polygon(positions('0 0, 4 0, 4 4, 4 7, 4 4, 0 4'))).length).toBeGreaterThan(0);
    expect(findSelfCrossings(polygon(positions('0 0, 4 0, 2 0, 2 3'))).length).toBeGreaterThan(0);
  });
  const sound: [string, Polygon][] = [
    ['a box', polygon(box(0, 0, 1, 1))],
    ['a triangle', polygon(positions('0 0, 1 0, 0 1'))],
    ['a corner on a straight edge', polygon(positions('0 0, 1 0, 2 0, 2 2, 0 2'))],
    ['a repeated corner', polygon(positions('0 0, 2 0, 2 0, 2 2, 0 2, 0 0'))],
    ['a star', polygon(positions('0 0, 2 1, 4 0, 3 2, 4 4, 2 3, 0 4, 1 2'))],
    ['a hole inside', polygon(box(0, 0, 9, 9), box(1, 1, 2, 2))],
    ['a hole that touches the outline in a point', polygon(box(0, 0, 9, 9), positions('0 4, 2 3, 2 5'))],
  ];
  test.each(sound)('finds nothing in %s', (_name, shape) => {
    expect(findSelfCrossings(shape)).toEqual([]);
  });
  test('stops at the limit', () => {
    const zigzag = Array.from(
      { length: 60 },
      (_, index): Position => [index % 2 === 0 ? 0 : 10, index * 0.1],
    );
    const crossed = polygon([...zigzag, [20, 3], [5, -1], [5, 9]]);
    expect(findSelfCrossings(crossed, 3)).toHaveLength(3);
    expect(findSelfCrossings(crossed).length).toBeGreaterThan(3);
  });
  test('agrees with comparing every pair, on random outlines', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 300; round += 1) {
      const corners = Array.from({ length: 4 + (round % 5) }, (): Position => [random() * 10, random() * 10]);
      const shape = polygon(corners);
      const [ring = []] = shape.coordinates;
      expect(findSelfCrossings(shape).length).toBe(crossingPairs(ring));
    }
  });
});

/** Pairs of edges without a common corner that cross, by the parameters of their lines. */
function crossingPairs(ring: readonly Position[]): number {
  const edges = ring.slice(1).map((to, index) => ({ from: ring[index] ?? to, to }));
  let count = 0;
  for (const [first, a] of edges.entries()) {
    for (const [second, b] of edges.entries()) {
      if (second < first + 2 || (first === 0 && second === edges.length - 1)) continue;
      const [ax = 0, ay = 0] = a.from;
      const [bx = 0, by = 0] = b.from;
      const [adx, ady] = [(a.to[0] ?? 0) - ax, (a.to[1] ?? 0) - ay];
      const [bdx, bdy] = [(b.to[0] ?? 0) - bx, (b.to[1] ?? 0) - by];
      const determinant = adx * bdy - ady * bdx;
      const alongA = ((bx - ax) * bdy - (by - ay) * bdx) / determinant;
      const alongB = ((bx - ax) * ady - (by - ay) * adx) / determinant;
      if (alongA > 0 && alongA < 1 && alongB > 0 && alongB < 1) count += 1;
    }
  }
  return count;
}

describe('wouldCross', () => {
  test('refuses the corner that crosses an earlier edge', () => {
    expect(wouldSelfCross(positions('0 0, 2 2, 2 0'), [0, 2], false)).toEqual([1, 1]);
  });
  test('includes the closing edge only when requested', () => {
    const hook: Position[] = positions('0 0, 6 0, 6 6, 2 6, 2 2');
    expect(wouldSelfCross(hook, [4, 4], false)).toBeUndefined();
    expect(wouldSelfCross(hook, [3, 4], false)).toBeUndefined();
    expect(wouldSelfCross([...hook, [3, 4]], [1, 7], true)).toEqual([2, 5.5]);
    expect(wouldSelfCross(hook, [1, 4], true)).toBeUndefined();
    expect(wouldSelfCross(hook, [4, 1], true)).toBeUndefined();
    expect(wouldSelfCross([...hook, [4, 3]], [5, 5], true)).toBeDefined();
  });
  test('accepts sound corners', () => {
    expect(wouldSelfCross([], [0, 0], false)).toBeUndefined();
    expect(wouldSelfCross([[0, 0]], [1, 0], false)).toBeUndefined();
    expect(
      wouldSelfCross(
        [
          [0, 0],
          [1, 0],
        ],
        [1, 1],
        true,
      ),
    ).toBeUndefined();
    expect(wouldSelfCross(positions('0 0, 1 0, 1 1'), [0, 1], true)).toBeUndefined();
  });
  test('accepts the last corner again, as a double click gives it', () => {
    expect(wouldSelfCross(positions('0 0, 1 0, 1 1'), [1, 1], true)).toBeUndefined();
  });
  test('refuses to go back on the last edge, or to touch an earlier one', () => {
    expect(
      wouldSelfCross(
        [
          [0, 0],
          [4, 0],
        ],
        [2, 0],
        false,
      ),
    ).toBeDefined();
    expect(wouldSelfCross(positions('0 0, 4 0, 4 4'), [2, 0], false)).toEqual([2, 0]);
  });
});

describe('checkAreaPolygon', () => {
  const faulty: [AreaPolygonProblemCode, string, Polygon][] = [
    ['no-outline', 'nothing', { type: 'Polygon', coordinates: [] }],
    [
      'not-finite',
      'NaN',
      polygon([
        [0, 0],
        [Number.NaN, 0],
        [1, 1],
      ]),
    ],
    ['not-finite', 'a position without latitude', polygon([[0, 0], [1], [1, 1]])],
    ['latitude-out-of-range', '91° N', polygon(positions('0 80, 10 80, 5 91'))],
    ['pole', 'a corner at the pole', polygon(positions('0 80, 10 80, 5 90'))],
    [
      'pole',
      'a ring around the pole',
      {
        type: 'Polygon',
        coordinates: [positions('0 -70, 120 -70, 240 -70, 360 -70')],
      },
    ],
    [
      'too-few-positions',
      'two corners',
      polygon([
        [0, 0],
        [1, 1],
      ]),
    ],
    ['too-few-positions', 'one corner four times', polygon(positions('0 0, 0 0, 0 0'))],
    ['too-few-positions', 'an empty ring', { type: 'Polygon', coordinates: [[]] }],
    [
      'not-closed',
      'an open ring',
      {
        type: 'Polygon',
        coordinates: [positions('0 0, 1 0, 1 1, 0 1')],
      },
    ],
    ['edge-too-long', 'an edge of 200°', polygon(box(-100, 0, 100, 10))],
    ['edge-too-long', 'the antimeridian written 170, −170', polygon(box(170, 0, -170, 10))],
    [
      'too-wide',
      '400°',
      polygon(positions('0 0, 100 0, 200 0, 300 0, 400 0, 400 9, 300 9, 200 9, 100 9, 0 9')),
    ],
    ['self-crossing', 'a bow-tie', polygon(positions('0 0, 2 2, 2 0, 0 2'))],
    ['self-crossing', 'corners on one line', polygon(positions('0 0, 1 1, 2 2'))],
    ['hole-outside', 'a hole elsewhere', polygon(box(0, 0, 4, 4), box(10, 10, 11, 11))],
  ];
  test.each(faulty)('%s: %s', (code, _name, shape) => {
    expect(checkAreaPolygon(shape).map((problem) => problem.code)).toEqual([code]);
  });
  test('names the position of a crossing and the remedy', () => {
    expect(checkAreaPolygon(polygon(positions('0 0, 2 2, 2 0, 0 2')))).toEqual([
      {
        code: 'self-crossing',
        message:
          'The outline crosses or touches itself at 1.0000° N 1.0000° E. Move or remove a corner there.',
        at: [1, 1],
      },
    ]);
  });
  const sound: [string, Polygon][] = [
    ['a box', polygon(box(120, 30, 125, 38))],
    ['a box over the antimeridian', polygon(box(170, -10, 190, 10))],
    ['a box up to 89.9° N', polygon(box(0, 80, 100, 89.9))],
    ['a clockwise box', polygon(box(0, 0, 1, 1).toReversed())],
    ['a box with a hole', polygon(box(0, 0, 9, 9), box(1, 1, 2, 2))],
    [
      'a hole that touches the outline in its first corner',
      polygon(box(0, 0, 10, 10), positions('10 5, 8 4, 8 6')),
    ],
  ];
  test.each(sound)('%s is sound', (_name, shape) => {
    expect(checkAreaPolygon(shape)).toEqual([]);
  });
});

describe('splitAtAntimeridian', () => {
  const expectSound = (pieces: readonly Polygon[]) => {
    for (const piece of pieces) {
      for (const [index, ring] of piece.coordinates.entries()) {
        expect(isClosed(ring)).toBe(true);
        expect(signedRingArea(ring) > 0).toBe(index === 0);
        for (const [longitude = Number.NaN] of ring) expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      }
    }
  };

  test('leaves a polygon alone that does not cross', () => {
    const shape = polygon(box(120, 30, 125, 38));
    expect(splitAtAntimeridian(shape)).toEqual([shape]);
    const touching = polygon(box(170, 30, 180, 38));
    expect(splitAtAntimeridian(touching)).toEqual([touching]);
  });
  test('shifts back one that is wholly past 180', () => {
    expect(splitAtAntimeridian(polygon(box(185, 0, 190, 1)))).toEqual([polygon(box(-175, 0, -170, 1))]);
    expect(splitAtAntimeridian(polygon(box(180, 0, 190, 1)))).toEqual([polygon(box(-180, 0, -170, 1))]);
    expect(splitAtAntimeridian(polygon(box(-190, 0, -180, 1)))).toEqual([polygon(box(170, 0, 180, 1))]);
  });
  test.each([170, -190, 530])('cuts a box from %d in two', (west) => {
    const pieces = splitAtAntimeridian(polygon(box(west, -1, west + 20, 1)));
    expectSound(pieces);
    expect(pieces.map((piece) => signedRingArea(piece.coordinates[0] ?? []))).toEqual([20, 20]);
    expect(pieces.map((piece) => isInsideRing(piece.coordinates[0] ?? [], [175, 0]))).toEqual([true, false]);
    expect(pieces.map((piece) => isInsideRing(piece.coordinates[0] ?? [], [-175, 0]))).toEqual([false, true]);
  });
  test('returns as many pieces as the outline has', () => {
    const fork: Position[] = positions('170 0, 190 0, 190 1, 175 1, 175 2, 190 2, 190 3, 170 3');
    const pieces = splitAtAntimeridian(polygon(fork));
    expect(pieces).toHaveLength(3);
    expectSound(pieces);
    const squareDegrees = pieces.reduce((sum, piece) => sum + signedRingArea(piece.coordinates[0] ?? []), 0);
    expect(squareDegrees).toBeCloseTo(20 * 3 - 15, 9);
  });
  test('keeps holes, cut or whole', () => {
    const pieces = splitAtAntimeridian(
      polygon(box(170, 0, 190, 10), box(171, 1, 172, 2), box(178, 4, 182, 6)),
    );
    expectSound(pieces);
    expect(pieces.map((piece) => piece.coordinates.length)).toEqual([2, 1]);
    const squareDegrees = pieces
      .flatMap((piece) => piece.coordinates)
      .reduce((sum, ring) => sum + signedRingArea(ring), 0);
    expect(squareDegrees).toBeCloseTo(200 - 1 - 8, 9);
  });
  test('rewinds', () => {
    const wrong = polygon(box(0, 0, 9, 9).toReversed(), box(1, 1, 2, 2));
    expectSound(splitAtAntimeridian(wrong));
    expectSound([rewindPolygon(wrong)]);
  });
});
