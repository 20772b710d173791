import { expect, test } from 'vitest';
import { initialLine, lineLength, moveLineEnd } from '../../../../../renderer/ui/chip/chip-line.ts';

const chip = { width: 128, height: 64 };

test('a line starts across the chip, and its ends stay on it', () => {
  const line = initialLine(chip);
  expect(lineLength(line)).toBe(64);
  const moved = moveLineEnd(line, 'to', [500, -12], chip);
  expect(moved).toEqual({ from: [32, 32], to: [128, 20] });
  expect(lineLength(moved)).toBeCloseTo(Math.hypot(96, 12));
  expect(moveLineEnd(moved, 'from', [-500, 500], chip).from).toEqual([0, 64]);
});
