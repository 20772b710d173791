import { expect, test } from 'vitest';
import { hilbertOrder } from '../../../../../../../electron/core/workspace/file/geopackage/hilbert-order.ts';
import { seededRandom } from '../../../../../../builders/seeded-random.ts';

function entriesAt(places: readonly (readonly [number, number])[]) {
  const boxes = Float64Array.from(places.flatMap(([x, y]) => [x, x, y, y]));
  return { count: places.length, ids: Float64Array.from(places.keys()), boxes };
}

test('cells of a grid are visited one after the other, each next to the one before', () => {
  const places = Array.from(
    { length: 64 * 64 },
    (_none, index) => [index % 64, Math.floor(index / 64)] as const,
  );
  // Makes a cell of the grid 128 of the curve's 8192 wide.
  const corner = 8191 / 128;
  const order = [...hilbertOrder(entriesAt([...places, [corner, corner]]))].filter(
    (at) => at < places.length,
  );
  expect(order.toSorted((one, other) => one - other)).toEqual([...places.keys()]);
  for (const [at, index] of order.entries()) {
    if (at === 0) continue;
    const [x, y] = places[index] ?? [0, 0];
    const [formerX, formerY] = places[order[at - 1] ?? 0] ?? [0, 0];
    expect(Math.abs(x - formerX) + Math.abs(y - formerY)).toBe(1);
  }
});

test('entries at one position stay in their order', () => {
  const random = seededRandom(5);
  const spots = Array.from(
    { length: 20 },
    () => [random.next() * 360 - 180, random.next() * 180 - 90] as const,
  );
  const places = Array.from({ length: 3000 }, () => random.pick(spots));
  const order = [...hilbertOrder(entriesAt(places))];
  for (const spot of spots) {
    const met = order.filter((index) => places[index] === spot);
    expect(met).toEqual(met.toSorted((one, other) => one - other));
    const first = order.indexOf(met[0] ?? -1);
    expect(order.slice(first, first + met.length)).toEqual(met);
  }
});

test('no entries give an empty order, and one entry its index', () => {
  expect([...hilbertOrder(entriesAt([]))]).toEqual([]);
  expect([...hilbertOrder(entriesAt([[3, 4]]))]).toEqual([0]);
});
