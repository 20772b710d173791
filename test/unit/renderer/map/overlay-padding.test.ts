import { expect, test } from 'vitest';
import { overlayPadding } from '../../../../renderer/map/overlay-padding.ts';

const size = [600, 400] as const;
const toolbar = { left: 10, top: 10, right: 310, bottom: 44 };
const legend = { left: 10, top: 360, right: 400, bottom: 388 };
const zoom = { left: 562, top: 308, right: 590, bottom: 388 };

test('without overlays there is the same gap on all sides', () => {
  expect(overlayPadding(size, [])).toEqual([24, 24, 24, 24]);
});

test('each overlay is avoided at the edge where that costs least', () => {
  expect(overlayPadding(size, [toolbar, legend, zoom])).toEqual([44 + 24, 38 + 24, 40 + 24, 24]);
});

test('a tall and narrow legend is avoided at the side', () => {
  const unfolded = { left: 10, top: 150, right: 210, bottom: 388 };
  expect(overlayPadding(size, [unfolded])).toEqual([24, 24, 24, 210 + 24]);
});

test('on a small map something is left for the extent', () => {
  const [top, right, bottom, left] = overlayPadding(
    [320, 120],
    [toolbar, { ...legend, top: 60, bottom: 110 }],
  );
  expect(top + bottom).toBeCloseTo(0.6 * 120);
  expect(left + right).toBeLessThan(0.6 * 320);
});
