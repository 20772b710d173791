import { describe, expect, it } from 'vitest';
import {
  createRegion,
  isInRegion,
} from '../../../../../../../electron/core/workspace/read/layers/region-index.ts';
import { seededRandom } from '../../../../../../builders/seeded-random.ts';

type Ring = readonly (readonly [x: number, y: number])[];

const random = seededRandom(35);
const between = (from: number, to: number) => from + (to - from) * random.next();
const list = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));

function waves(count: number, depth: number): Ring {
  return list(count, (index) => {
    const angle = (index / count) * 2 * Math.PI;
    const reach = 8 * (1 + depth * Math.sin((angle * count) / 10));
    return [reach * Math.cos(angle), reach * Math.sin(angle)] as const;
  });
}

const shapes: Readonly<Record<string, readonly Ring[]>> = {
  'a coast with small waves': [waves(20_000, 0.02)],
  'a coast with deep waves': [waves(5_000, 0.6)],
  'a hole in an island': [
    waves(2_000, 0.1),
    list(400, (index) => [Math.sin(index / 64), Math.cos(index / 64)]),
  ],
  'wide and low edges': [list(999, (index) => [index % 2 === 0 ? -10 : 10, index / 50 - 10])],
  'narrow and high edges': [list(999, (index) => [index / 50 - 10, index % 2 === 0 ? -10 : 10])],
  'few long edges among short ones': [
    [
      ...list(5_000, (index) => [index / 250 - 10, Math.sin(index) / 100] as const),
      [10, 9],
      [-10, 9],
      [9, 1],
      [-9, 8],
    ],
  ],
  'crossing edges': [list(300, () => [between(-10, 10), between(-10, 10)])],
  'vertices on whole degrees': [list(300, () => [Math.round(between(-9, 9)), Math.round(between(-9, 9))])],
  'many rings': list(200, () => {
    const [x, y] = [between(-9, 9), between(-9, 9)];
    return [
      [x, y],
      [x + 1, y],
      [x + 1, y + 1],
      [x, y + 1],
      [x, y],
    ];
  }),
  'a square': [
    [
      [-5, -5],
      [5, -5],
      [5, 5],
      [-5, 5],
    ],
  ],
  'a line': [list(100, (index) => [index / 10, 3])],
};

/** The even-odd rule over all edges. */
function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    ring.forEach(([toX, toY], index) => {
      const [fromX, fromY] = ring.at(index - 1) ?? [Number.NaN, Number.NaN];
      if (toY <= y !== fromY <= y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX))
        inside = !inside;
    });
  }
  return inside;
}

describe('a prepared polygon', () => {
  it.each(Object.keys(shapes))('of %s contains what a test of all edges finds', (name) => {
    const rings = shapes[name] ?? [];
    const region = createRegion(rings);
    const [west = 0, south = 0, east = 0, north = 0] = region?.box ?? [];
    const vertices = rings.flat();
    const points = list(400, (index) => {
      const [x = 0, y = 0] = vertices[Math.floor(random.next() * vertices.length)] ?? [];
      // At the height of a vertex, at its longitude, on whole degrees, and anywhere.
      if (index % 4 === 0) return [between(west, east), y] as const;
      if (index % 4 === 1) return [x, between(south, north)] as const;
      if (index % 4 === 2)
        return [Math.round(between(west, east)), Math.round(between(south, north))] as const;
      return [between(west, east), between(south, north)] as const;
    }).filter(([x, y]) => x >= west && x <= east && y >= south && y <= north);
    expect(points.map(([x, y]) => region && isInRegion(region, x, y))).toEqual(
      points.map(([x, y]) => isInside(rings, x, y)),
    );
  });
});
