import { expect, test } from 'vitest';
import type { ImageView } from '../../../../../renderer/map/basemap/basemap-messages.ts';
import type { FlatShape } from '../../../../../renderer/map/basemap/basemap-shapes.ts';
import { dashedCoastScale } from '../../../../../renderer/map/basemap/coast-scale.ts';
import { drawBasemap } from '../../../../../renderer/map/basemap/draw-basemap.ts';
import { resolutionOfScale } from '../../../../../renderer/map/scale-denominator.ts';

/** A line of EPSG:3857 along the equator, with a corner at every `step` meters. */
function equator(length: number, step: number): FlatShape {
  const coordinates = Array.from({ length: 2 * Math.floor(length / step) }, (_, index) =>
    index % 2 === 0 ? (index / 2) * step : 0,
  );
  return { coordinates, ends: [coordinates.length], extent: [0, 0, length, 0] };
}

/** Drawing of a line: its dashes and the corners of its path. */
function draw(line: FlatShape, change: Partial<ImageView>) {
  const drawn: { dashes: number[]; corners: [number, number][] } = { dashes: [], corners: [] };
  const context = {
    beginPath: () => {},
    stroke: () => {},
    setLineDash: (dashes: number[]) => {
      drawn.dashes = dashes;
    },
    moveTo: (x: number, y: number) => void drawn.corners.push([x, y]),
    lineTo: (x: number, y: number) => void drawn.corners.push([x, y]),
  };
  const view = {
    center: [0, 0],
    resolution: 100,
    rotation: 0,
    pixelRatio: 1,
    width: 1000,
    height: 800,
  } as const;
  drawBasemap(
    context as unknown as OffscreenCanvasRenderingContext2D,
    { land: [], lines: [line] },
    { part: 'lines', view: { ...view, ...change }, colors: { land: '', line: '' } },
  );
  return drawn;
}

test('coasts are dashed closer than they are known, by the scale at the latitude of the view', () => {
  const line = equator(1e6, 1e5);
  const north: [number, number] = [0, 8_399_738];
  for (const [center, latitude] of [
    [[0, 0] as [number, number], 0],
    [north, 60],
  ] as const) {
    const limit = resolutionOfScale(dashedCoastScale, latitude);
    expect(draw(line, { center, resolution: limit * 1.01 }).dashes).toEqual([]);
    expect(draw(line, { center, resolution: limit * 0.99, pixelRatio: 2 }).dashes).toEqual([12, 10]);
  }
});

test('of a long line only what is in view is drawn, and no corners that are closer than pixels', () => {
  const whole = equator(1e7, 10);
  const { corners } = draw(whole, {});
  expect(corners.length).toBeLessThan(2_000);
  const xs = corners.map(([x]) => x);
  expect(Math.min(...xs)).toBe(500);
  expect(Math.max(...xs)).toBeGreaterThan(1_000);
});

test('a line is on each copy of the world in view', () => {
  const { corners } = draw(equator(1e6, 4e5), { resolution: 80_000 });
  const worldPixels = (2 * Math.PI * 6_378_137) / 80_000;
  const starts = corners.filter((_, index) => index % 2 === 0).map(([x]) => x - 500);
  expect(starts).toEqual([-1, 0, 1].map((turn) => expect.closeTo(turn * worldPixels, 6)));
});
