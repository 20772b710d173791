import { expect, test } from 'vitest';
import { finish } from '../../../../../../electron/core/base/steps.ts';
import { distributionOf } from '../../../../../../electron/core/workspace/read/distribution.ts';
import type { StoredDetections } from '../../../../../../electron/core/workspace/read/memory/column-store.ts';
import type { DetectionMemory } from '../../../../../../electron/core/workspace/read/memory/detection-memory.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';

/** More than are sorted in one step. */
const many = 300_000;

function describeNumbers(numbers: Float64Array, bins = 7) {
  const memory = {
    mask: () => ({ bits: new Uint8Array(numbers.length).fill(1), count: numbers.length }),
    fieldColumn: () => ({ kind: 'numbers', numbers }),
  } as unknown as DetectionMemory;
  return finish(distributionOf(memory, {} as StoredDetections, { filter: {}, field: 'property:a', bins }));
}

const random = seededRandom(3);
const wholeNumber = (below: number) => Math.floor(random.next() * below);

test.each<[string, () => number]>([
  ['spread evenly', () => random.next() * 500 - 250],
  ['of few different values', () => wholeNumber(3)],
  ['nearly all the same', () => (random.next() < 0.001 ? random.next() : 12.5)],
  ['over many orders of magnitude', () => 10 ** (random.next() * 40 - 20)],
  ['close together with one far away', () => (random.next() < 0.00001 ? 1e300 : 1e-9 * random.next())],
  ['that are times', () => Date.UTC(2026, 10, 1) + wholeNumber(30 * 86_400_000)],
  ['wider apart than a number can state', () => (random.next() < 0.5 ? -1 : 1) * random.next() * 1.7e308],
  ['smaller than any normal number', () => wholeNumber(100) * 5e-324],
])('percentiles and bins of numbers %s are those of the sorted numbers', (_, next) => {
  const numbers = Float64Array.from({ length: many }, next);
  const sorted = numbers.toSorted();
  const { p05, median, p95, min, max, bins } = describeNumbers(numbers);
  const atRank = (share: number) => sorted[Math.ceil(share * many) - 1];
  expect([min, p05, median, p95, max]).toEqual([
    sorted[0],
    atRank(0.05),
    atRank(0.5),
    atRank(0.95),
    sorted.at(-1),
  ]);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(many);
  // Where the width of a bin is no number, only their sum can be stated.
  if (!Number.isFinite((max ?? 0) - (min ?? 0))) return;
  for (const [index, { from, to, count }] of bins.entries()) {
    const isLast = index === bins.length - 1;
    const inBin = sorted.filter((number) => number >= from && (number < to || (isLast && number <= to)));
    expect(count).toBe(inBin.length);
  }
});
