import { describe, expect, test } from 'vitest';
import {
  type ChipStretch,
  defaultStretch,
  grayHistogram,
  lookUpTable,
  moveWindow,
  stretchLimits,
} from '../../../../../renderer/ui/chip/chip-stretch.ts';

function pixelsOf(...grays: readonly number[]): Uint8ClampedArray {
  return Uint8ClampedArray.from(grays.flatMap((gray) => [gray, gray, gray, 255]));
}

const manual = (low: number, high: number): ChipStretch => ({ ...defaultStretch, mode: 'manual', low, high });

describe('the histogram', () => {
  test('counts gray as it is, colors by their luma, and nothing that is transparent', () => {
    const counts = grayHistogram(
      Uint8ClampedArray.of(7, 7, 7, 255, 7, 7, 7, 128, 9, 9, 9, 0, 0, 255, 0, 255),
    );
    expect(counts[7]).toBe(2);
    expect(counts[9]).toBe(0);
    expect(counts[182]).toBe(1);
  });
});

describe('the limits', () => {
  const hundred = grayHistogram(pixelsOf(...Array.from({ length: 100 }, (_, value) => value + 50)));

  test('cut two of a hundred off at either end, or nothing', () => {
    expect(stretchLimits(hundred, defaultStretch)).toEqual({ low: 52, high: 147 });
    expect(stretchLimits(hundred, { ...defaultStretch, mode: 'full' })).toEqual({ low: 50, high: 149 });
  });

  test('are never the same: an even chip, and one without pixels', () => {
    expect(stretchLimits(grayHistogram(pixelsOf(80, 80, 80)), defaultStretch)).toEqual({ low: 80, high: 81 });
    expect(stretchLimits(grayHistogram(pixelsOf(255, 255)), defaultStretch)).toEqual({ low: 254, high: 255 });
    expect(stretchLimits(new Uint32Array(256), defaultStretch)).toEqual({ low: 0, high: 255 });
    expect(stretchLimits(hundred, manual(90, 90))).toEqual({ low: 90, high: 91 });
  });

  test('move and widen by hand within 0 to 255', () => {
    expect(moveWindow({ low: 100, high: 140 }, { level: 10, width: 20 })).toEqual({ low: 100, high: 160 });
    expect(moveWindow({ low: 100, high: 140 }, { level: 0, width: -90 })).toEqual({ low: 120, high: 121 });
    const { low, high } = moveWindow({ low: 200, high: 250 }, { level: 90, width: 0 });
    expect(low).toBeLessThan(high);
    expect(high).toBe(255);
  });
});

describe('the table of what is shown', () => {
  test('is black up to low, white from high, and linear between', () => {
    const table = lookUpTable({ low: 50, high: 150 }, { gamma: 1, invert: false });
    expect([table[0], table[50], table[100], table[150], table[255]]).toEqual([0, 0, 128, 255, 255]);
  });

  test('brightens dark values with gamma above 1, and inverts', () => {
    const plain = lookUpTable({ low: 0, high: 255 }, { gamma: 1, invert: false });
    const bright = lookUpTable({ low: 0, high: 255 }, { gamma: 2, invert: false });
    expect(bright[64]).toBeGreaterThan(plain[64] ?? 0);
    expect([bright[0], bright[255]]).toEqual([0, 255]);
    const inverted = lookUpTable({ low: 0, high: 255 }, { gamma: 1, invert: true });
    expect([inverted[0], inverted[40], inverted[255]]).toEqual([255, 215, 0]);
  });
});
