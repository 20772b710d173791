import { expect, test } from 'vitest';
import { countUnfolded } from '../../../../../../renderer/features/results/show/filter-chips.tsx';

const four = ['Vessels', 'Length ≥ 40 m', 'Since 7 Nov UTC', 'Near 3 ports'];

test('a wide bar shows all chips', () => {
  expect(countUnfolded(four, 1400)).toBe(4);
});

test('a narrow bar has a second row before any is folded', () => {
  expect(countUnfolded(four, 734)).toBe(4);
  expect(countUnfolded(four, 520)).toBeLessThan(4);
});

test('what does not fit in two rows is folded', () => {
  const unfolded = countUnfolded(Array(12).fill('sensor = "ICEYE-X36"'), 1000);
  expect(unfolded).toBeGreaterThan(4);
  expect(unfolded).toBeLessThan(8);
});

test('one is always shown, however long it is', () => {
  expect(countUnfolded(['x'.repeat(400), 'y'], 380)).toBe(1);
});

test('before the bar is measured nothing is folded', () => {
  expect(countUnfolded(four, 0)).toBe(4);
});
