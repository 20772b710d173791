import { describe, expect, test } from 'vitest';
import {
  colorColumn,
  headingColumn,
  maskColumn,
  noValue,
  sizeColumn,
} from '../../../../../renderer/map/detections/channel-columns.ts';
import { densityGrid, viewToGrid } from '../../../../../renderer/map/detections/density-grid.ts';
import { topOfRamp } from '../../../../../renderer/map/detections/density-ramp.ts';
import { labelText } from '../../../../../renderer/map/label-text.ts';
import type { DetectionRow } from '../../../../../shared/results/detection.ts';
import { packX, packY } from '../../../../../shared/results/detection-feed.ts';
import { colorCodes } from '../../../../../shared/results/feed-colors.ts';

/** The feed's index at each place. */
const order = Uint32Array.of(2, 0, 3, 1);

test('a mask comes into the order of the packed detections', () => {
  const mask = { version: 1, count: 4, matching: 2, bits: Uint8Array.of(0b1001) };
  expect(maskColumn(mask, order)).toEqual({ bytes: Uint8Array.of(0, 1, 1, 0), scale: null, count: 2 });
});

describe('sizes', () => {
  test('are spread over the values; the first column that has one counts', () => {
    const { bytes, scale, count } = sizeColumn(
      [Float32Array.of(10, Number.NaN, 20, Number.NaN), Float32Array.of(99, 30, 99, Number.NaN)],
      order,
    );
    expect(scale).toEqual({ low: 10, high: 30 });
    expect([...bytes]).toEqual([127, 0, noValue, 254]);
    expect(count).toBe(3);
  });

  test('a stray value does not flatten the scale', () => {
    const values = Float32Array.from({ length: 1000 }, (_, index) => (index === 7 ? 1e9 : index));
    const places = Uint32Array.from(values.keys());
    const { bytes, scale } = sizeColumn([values], places);
    expect(scale?.high).toBeLessThan(1000);
    expect(bytes[7]).toBe(254);
    expect(bytes[500]).toBeGreaterThan(100);
  });

  test('without any value there is no scale, and with one alone all are middling', () => {
    expect(sizeColumn([new Float32Array(4).fill(Number.NaN)], order)).toMatchObject({
      scale: null,
      count: 0,
    });
    expect([...sizeColumn([Float32Array.of(5, 5, 5, 5)], order).bytes]).toEqual([127, 127, 127, 127]);
  });
});

test('colors come into the order of the packed detections, with what they mean', () => {
  const scale = {
    kind: 'categories',
    names: ['HH', 'VV'],
    hasOther: false,
    hasAbsent: true,
    hasNotFetched: true,
  } as const;
  const codes = Uint8Array.of(0, colorCodes.absent, 1, colorCodes.notFetched);
  expect(colorColumn({ version: 1, scale, codes }, order)).toEqual({
    bytes: Uint8Array.of(1, 0, colorCodes.notFetched, colorCodes.absent),
    scale: null,
    colors: scale,
    count: 2,
  });
});

test('headings go round, and what is none has none', () => {
  const { bytes, count } = headingColumn([Float32Array.of(0, 180, -90, 400)], order);
  expect([...bytes]).toEqual([191, 0, noValue, 128]);
  expect(count).toBe(3);
  expect([...headingColumn([Float32Array.of(359.9, 360, 720, 1)], Uint32Array.of(0, 1, 2, 3)).bytes]).toEqual(
    [0, 0, 255, 1],
  );
});

test('the ramp of density ends at a round number', () => {
  expect([0, 10, 11, 20, 21, 99, 1000, 1001].map(topOfRamp)).toEqual([10, 10, 20, 20, 50, 100, 1000, 2000]);
});

test('the squares of density keep their position on the map while it is moved', () => {
  const view = {
    width: 800,
    height: 600,
    pixelRatio: 1,
    centerX: packX(120),
    centerY: packY(30),
    unitsPerPixel: 2 ** 32 / 256 / 2 ** 5,
    rotation: 0.3,
    radius: 3,
    sizeRadii: [2, 8] as const,
    showsShapes: false,
  };
  // Where a place on the map lies in squares from the grid's corner, less whole squares, is the same in every view.
  const squareOf = (change: Partial<typeof view>, east: number, south: number) => {
    const moved = { ...view, ...change };
    const grid = densityGrid(moved);
    const [scale, offset] = viewToGrid(moved, grid);
    const [right, down] = [
      Math.cos(0.3) * east - Math.sin(0.3) * south,
      Math.sin(0.3) * east + Math.cos(0.3) * south,
    ];
    expect(down).toBeLessThan(300);
    return (((2 * right) / 800) * scale + offset + 1) * (grid.columns / 2);
  };
  const still = squareOf({}, 40, 10);
  const moved = squareOf({ centerX: view.centerX + 17 * view.unitsPerPixel }, 40 - 17, 10);
  expect((((moved - still) % 1) + 1.5) % 1).toBeCloseTo(0.5, 4);
});

test('a label shows the chosen field, and nothing where it is missing', () => {
  const row = {
    id: 7,
    analytic: 'LargeVesselDetection',
    confidence: 0.914,
    properties: { Length_ft: 100, name: 'x'.repeat(60), tags: ['a'], empty: null },
    review: null,
  } as unknown as DetectionRow;
  expect(labelText(row, 'length')).toBe('30 m');
  expect(labelText(row, 'confidence')).toBe('0.91');
  expect(labelText(row, 'property:name')).toHaveLength(28);
  expect(labelText(row, 'property:tags')).toBe('["a"]');
  expect(
    ['property:empty', 'property:none', 'verdict'].map((label) => labelText(row, label as never)),
  ).toEqual(['', '', '']);
});
