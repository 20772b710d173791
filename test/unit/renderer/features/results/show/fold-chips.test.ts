import { expect, test } from 'vitest';
import { countUnfolded } from '../../../../../../renderer/features/results/show/filter-chips.tsx';

const four = ['Vessels', 'Length ≥ 40 m', 'Since 7 Nov UTC', 'Near 3 ports'];

test('a wide bar shows all chips', () => {
  expect(countUnfolded(four, 1400, 2)).toBe(4);
});

test('a narrow bar has a second row before any is folded', () => {
  expect(countUnfolded(four, 734, 2)).toBe(4);
  expect(countUnfolded(four, 520, 2)).toBeLessThan(4);
});

test('what does not fit in two rows is folded', () => {
  const unfolded = countUnfolded(Array(12).fill('sensor = "ICEYE-X36"'), 1000, 2);
  expect(unfolded).toBeGreaterThan(4);
  expect(unfolded).toBeLessThan(8);
});

test('above the open editor there is one row, which it does not cover', () => {
  const unfolded = countUnfolded(four, 734, 1);
  expect(unfolded).toBeGreaterThan(0);
  expect(unfolded).toBeLessThan(4);
});

test('one is always shown, however long it is', () => {
  expect(countUnfolded(['x'.repeat(400), 'y'], 380, 2)).toBe(1);
});

test('before the bar is measured nothing is folded', () => {
  expect(countUnfolded(four, 0, 2)).toBe(4);
});
