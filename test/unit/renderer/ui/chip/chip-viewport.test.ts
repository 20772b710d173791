import { describe, expect, test } from 'vitest';
import {
  type ChipViewport,
  panChip,
  pixelForPixel,
  placeChip,
  scaleBarMetres,
  wholeChip,
  zoomChip,
} from '../../../../../renderer/ui/chip/chip-viewport.ts';

const chip = { width: 128, height: 64 };
const frame = { width: 512, height: 512 };

/** The pixel of the chip that is drawn at a point of the frame. */
function pixelAt(view: ChipViewport, [x, y]: readonly [number, number]): readonly [number, number] {
  const { scale, left, top } = placeChip(view, chip, frame);
  return [(x - left) / scale, (y - top) / scale];
}

describe('a chip in its frame', () => {
  test('fits whole, in the middle', () => {
    expect(placeChip(wholeChip, chip, frame)).toEqual({ scale: 4, left: 0, top: 128 });
  });

  test('keeps the point under the pointer when zooming', () => {
    const point = [400, 200] as const;
    const before = pixelAt(wholeChip, point);
    const view = zoomChip(wholeChip, 2.5, point, chip, frame);
    const after = pixelAt(view, point);
    expect(view.zoom).toBe(2.5);
    expect(after[0]).toBeCloseTo(before[0], 9);
    expect(after[1]).toBeCloseTo(before[1], 9);
  });

  test('cannot be enlarged or shrunk without end, nor be moved out of sight', () => {
    expect(zoomChip(wholeChip, 1e9, [0, 0], chip, frame).zoom).toBe(64);
    expect(zoomChip(wholeChip, 1e-9, [0, 0], chip, frame).zoom).toBe(0.25);
    expect(panChip(wholeChip, [1e9, -1e9], chip, frame)).toEqual({ zoom: 1, x: 0, y: 1 });
  });

  test('moves with the hand', () => {
    const view = panChip({ ...wholeChip, zoom: 2 }, [80, 16], chip, frame);
    const { left, top } = placeChip(view, chip, frame);
    const { left: before, top: above } = placeChip({ ...wholeChip, zoom: 2 }, chip, frame);
    expect([left - before, top - above]).toEqual([80, 16]);
  });

  test('has one of its pixels on one of the screen, also where that is dense', () => {
    expect(placeChip(pixelForPixel(wholeChip, chip, frame, 1), chip, frame).scale).toBe(1);
    expect(placeChip(pixelForPixel(wholeChip, chip, frame, 2), chip, frame).scale).toBe(0.5);
  });
});

test('a scale bar has a length that is easily read, and room', () => {
  expect(scaleBarMetres(1.25, 130)).toBe(100);
  expect(scaleBarMetres(0.6, 130)).toBe(50);
  expect(scaleBarMetres(5, 130)).toBe(500);
  expect(scaleBarMetres(0.017, 130)).toBe(2);
  expect(scaleBarMetres(10, 100)).toBe(1000);
});
