import { describe, expect, test } from 'vitest';
import { visitNearbySegments } from '../../../../shared/geo/nearby-segments.ts';
import {
  intersectSegments,
  type Segment,
  searchSelfCrossings,
} from '../../../../shared/geo/self-crossing.ts';
import { positions } from '../../../builders/positions.ts';

function randomSegments(count: number, length: number): Segment[] {
  let state = 17 + count;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () => {
    const [x, y] = [random() * 10, random() * 10];
    return [
      [x, y],
      [x + (random() - 0.5) * length, y + (random() - 0.5) * length],
    ];
  });
}

const flat = (segments: readonly Segment[]) => Float64Array.from(segments.flat(2));

describe('visitNearbySegments', () => {
  test.each([
    ['short', 0.3],
    ['long', 20],
  ])('visits every pair of %s segments that meets', (_what, length) => {
    const segments = randomSegments(300, length);
    const visited = new Set<string>();
    const comparisons = visitNearbySegments(
      flat(segments),
      (one, other) => {
        visited.add(`${Math.min(one, other)} ${Math.max(one, other)}`);
        return false;
      },
      Number.POSITIVE_INFINITY,
    );
    expect(comparisons).toBeGreaterThan(0);
    let meetings = 0;
    for (const [one, first] of segments.entries()) {
      for (let other = one + 1; other < segments.length; other += 1) {
        const second = segments[other];
        if (!second || !intersectSegments(first, second)) continue;
        meetings += 1;
        expect(visited.has(`${one} ${other}`)).toBe(true);
      }
    }
    expect(meetings).toBeGreaterThan(5);
  });
  test('compares few of many short segments', () => {
    const comparisons = visitNearbySegments(
      flat(randomSegments(20_000, 0.01)),
      () => false,
      Number.POSITIVE_INFINITY,
    );
    expect(comparisons).toBeLessThan(20_000 * 40);
  });
  test('aborts at the comparison limit, and stops when the visitor requests it', () => {
    const segments = flat(randomSegments(2000, 20));
    expect(visitNearbySegments(segments, () => false, 10_000)).toBeUndefined();
    let visits = 0;
    visitNearbySegments(segments, () => ++visits === 3, Number.POSITIVE_INFINITY);
    expect(visits).toBe(3);
  });
  test('no segments need no comparison', () => {
    expect(visitNearbySegments(new Float64Array(), () => true, 0)).toBe(0);
  });
});

describe('searchSelfCrossings', () => {
  test('names the edges that meet, by ring and number', () => {
    const search = searchSelfCrossings(
      {
        type: 'Polygon',
        coordinates: [positions('0 0, 4 0, 4 0, 4 4, 0 4, 0 0'), positions('3 1, 3 2, 5 2, 3 1')],
      },
      1,
      1000,
    );
    expect(search).toMatchObject({
      isComplete: true,
      crossings: [
        {
          at: [4, 2],
          edges: [
            { ring: 0, index: 1 },
            { ring: 1, index: 1 },
          ],
        },
      ],
    });
  });
});
