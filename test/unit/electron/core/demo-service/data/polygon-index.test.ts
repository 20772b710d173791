import { describe, expect, it } from 'vitest';
import { PolygonIndex } from '../../../../../../electron/core/demo-service/data/polygon-index.ts';
import { createRandom } from '../../../../../../electron/core/demo-service/data/random.ts';
import { rectangleRing } from '../../../../../builders/positions.ts';

type Ring = readonly (readonly [number, number])[];

const square = (west: number, south: number, size: number): Ring =>
  rectangleRing(west, south, west + size, south + size);

describe('the polygon index', () => {
  it('knows inside, holes and islands in holes', () => {
    const index = new PolygonIndex([[square(1, 1, 6), square(2, 2, 4)], [square(3, 3, 1)]], [0, 0, 10, 10]);
    expect(index.contains(1.5, 1.5)).toBe(true);
    expect(index.contains(2.5, 2.5)).toBe(false);
    expect(index.contains(3.5, 3.5)).toBe(true);
    expect(index.contains(8, 8)).toBe(false);
  });

  it('knows the inside of a polygon that reaches over its box', () => {
    const index = new PolygonIndex([[square(-50, -50, 100)]], [0, 0, 10, 10]);
    expect(index.contains(5, 5)).toBe(true);
  });

  it('says nothing outside of its box', () => {
    const index = new PolygonIndex([[square(-50, -50, 100)]], [0, 0, 10, 10]);
    expect(index.contains(20, 5)).toBe(false);
  });

  it('agrees with plain ray casting on a ragged ring', () => {
    const random = createRandom('ragged ring');
    const ring: [number, number][] = Array.from({ length: 400 }, (_, corner) => {
      const angle = (corner / 400) * 2 * Math.PI;
      const radius = random.between(1.5, 4.5);
      return [5 + radius * Math.cos(angle), 5 + radius * Math.sin(angle)];
    });
    const [first] = ring;
    if (first !== undefined) ring.push(first);
    const index = new PolygonIndex([[ring]], [0, 0, 10, 10]);
    const positions = Array.from(
      { length: 5000 },
      () => [random.between(0, 10), random.between(0, 10)] as const,
    );
    expect(positions.filter(([x, y]) => index.contains(x, y) !== isInside(ring, x, y))).toEqual([]);
  });
});

function isInside(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  for (let corner = 1; corner < ring.length; corner += 1) {
    const [x1, y1] = ring[corner - 1] ?? [0, 0];
    const [x2, y2] = ring[corner] ?? [0, 0];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}
