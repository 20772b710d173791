import { expect, test } from 'vitest';
import { countUnfolded } from '../../../../../../renderer/features/results/show/fold-chips.ts';

const four = ['Vessels', 'Length ≥ 40 m', 'Since 7 Nov UTC', 'Near 3 ports'];

test('a wide bar shows all chips', () => {
  expect(countUnfolded(four, 1400)).toBe(4);
});

test('a narrow bar folds all but two', () => {
  expect(countUnfolded(four, 734)).toBe(2);
  expect(countUnfolded(four.slice(0, 2), 734)).toBe(2);
});

test('in a wide bar, too, chips that do not fit are folded', () => {
  expect(countUnfolded(Array(12).fill('sensor = "ICEYE-X36"'), 1000)).toBeLessThan(5);
});

test('one is always shown, however long it is', () => {
  expect(countUnfolded(['x'.repeat(400), 'y'], 380)).toBe(1);
});

test('before the bar is measured nothing is folded', () => {
  expect(countUnfolded(four, 0)).toBe(4);
});
