import { expect, test } from 'vitest';
import { assign, type PossiblePair } from '../../../../shared/ais/assign.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

type Choice = { readonly total: number; readonly pairs: readonly number[] };

/** Every assignment of the rows, from the first one on. */
function everyAssignment(
  rows: number,
  pairs: readonly PossiblePair[],
  row = 0,
  taken = new Set<number>(),
): Choice[] {
  if (row === rows) return [{ total: 0, pairs: [] }];
  const without = everyAssignment(rows, pairs, row + 1, taken);
  const withPair = pairs.flatMap((pair, index) => {
    if (pair.row !== row || taken.has(pair.column)) return [];
    return everyAssignment(rows, pairs, row + 1, new Set([...taken, pair.column])).map((rest) => ({
      total: rest.total + pair.score,
      pairs: [index, ...rest.pairs],
    }));
  });
  return [...without, ...withPair];
}

test('the best assignment, its margins and the loss by each pair are those of trying them all', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 400; round += 1) {
    const [rows, columns] = [random.between(1, 5), random.between(1, 5)];
    const pairs = Array.from({ length: rows * columns }, (_, index) => ({
      row: Math.floor(index / columns),
      column: index % columns,
      score: random.next() * 12 - 4,
    })).filter(() => random.chance(0.6));
    const all = everyAssignment(rows, pairs);
    const best = Math.max(...all.map(({ total }) => total));
    const result = assign(rows, columns, pairs, Number.POSITIVE_INFINITY);
    const chosen = pairs.flatMap((pair, index) => (result.columns[pair.row] === pair.column ? [index] : []));
    expect(new Set(chosen.map((index) => pairs[index]?.column)).size).toBe(chosen.length);
    expect(chosen.reduce((total, index) => total + (pairs[index]?.score ?? 0), 0)).toBeCloseTo(best, 9);
    for (const [index] of pairs.entries()) {
      const withPair = all.filter((choice) => choice.pairs.includes(index)).map(({ total }) => total);
      expect(result.losses[index]).toBeCloseTo(best - Math.max(...withPair), 9);
    }
    for (let row = 0; row < rows; row += 1) {
      const column = result.columns[row];
      const others = all.filter((choice) => {
        const pair = choice.pairs.map((index) => pairs[index]).find((each) => each?.row === row);
        return (pair?.column ?? null) !== column;
      });
      const margin = best - Math.max(...others.map(({ total }) => total));
      if (others.length === 0) expect(result.margins[row]).toBe(Number.POSITIVE_INFINITY);
      else expect(result.margins[row]).toBeCloseTo(margin, 9);
    }
  }
});

test('equal scores leave no margin, and far alternatives are infinitely far', () => {
  const pairs = [
    { row: 0, column: 0, score: 5 },
    { row: 1, column: 0, score: 5 },
    { row: 2, column: 1, score: 9 },
  ];
  const { margins, losses } = assign(3, 2, pairs, 3);
  expect(margins).toEqual([0, 0, Number.POSITIVE_INFINITY]);
  expect(losses).toEqual([0, 0, 0]);
});
