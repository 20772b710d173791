import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  basemapShapes,
  clipRing,
  type FlatShape,
  type WorldTopology,
} from '../../../../../renderer/map/basemap/basemap-shapes.ts';
import { toMapCoordinate, worldWidth } from '../../../../../renderer/map/map-projection.ts';
import { rectangleRing } from '../../../../builders/positions.ts';

const topology = JSON.parse(
  readFileSync(
    new URL('../../../../../node_modules/world-atlas/countries-50m.json', import.meta.url),
    'utf8',
  ),
) as WorldTopology;

/** Whether a position in EPSG:3857 is inside a shape, by the winding rule with which canvases fill. */
function isFilled({ coordinates, ends }: FlatShape, [x, y]: readonly [number, number]): boolean {
  let winding = 0;
  let from = 0;
  for (const end of ends) {
    for (let at = from; at + 3 < end; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = coordinates.slice(at, at + 4);
      if (y1 <= y === y2 <= y) continue;
      if (x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) > x) winding += y2 > y1 ? 1 : -1;
    }
    from = end;
  }
  return winding !== 0;
}

describe.each([
  ['whole', false],
  ['in cells', true],
] as const)('land %s', (_, inCells) => {
  const { land, lines } = basemapShapes(topology, inCells);
  const isLand = (longitude: number, latitude: number) =>
    land.some((shape) => isFilled(shape, toMapCoordinate([longitude, latitude])));

  test('is where land is, and nowhere else', () => {
    for (const [longitude, latitude] of [
      [116.4, 39.9],
      [-100, 40],
      [178, 67],
      [-175, 66.5],
      [0, -80],
      [179.9, 67],
      [-179.9, 67],
      [-120, -80],
      [25, -29],
      [178, -17.8],
    ] as const) {
      expect([longitude, latitude, isLand(longitude, latitude)]).toEqual([longitude, latitude, true]);
    }
    for (const [longitude, latitude] of [
      [-30, 40],
      [-175, 0],
      [0, 70],
      [-30, 66],
      [-5, 71],
      [-90, -17],
      [51, 42],
      [124, 36],
    ] as const) {
      expect([longitude, latitude, isLand(longitude, latitude)]).toEqual([longitude, latitude, false]);
    }
  });

  test('is within one world', () => {
    const farthest = [...land, ...lines]
      .flatMap(({ coordinates }) => coordinates)
      .reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(farthest).toBeLessThanOrEqual(worldWidth / 2 + 1);
  });

  test('no line jumps over the world', () => {
    const jumps = lines.filter(({ coordinates }) =>
      coordinates.some((x, at) => at % 2 === 0 && Math.abs(x - (coordinates[at - 2] ?? x)) > worldWidth / 2),
    );
    expect(jumps).toEqual([]);
  });
});

describe('clipRing', () => {
  const square = rectangleRing(0, 0, 4, 4);

  test('cuts at the sides of the box', () => {
    const clipped = clipRing(square, [1, 1, 9, 3]) ?? [];
    expect(clipped.at(-1)).toEqual(clipped[0]);
    expect(new Set(clipped.map(String))).toEqual(new Set(['1,1', '4,1', '4,3', '1,3']));
  });

  test('leaves a ring inside alone, and nothing of one outside', () => {
    expect(new Set((clipRing(square, [-1, -1, 5, 5]) ?? []).map(String))).toEqual(
      new Set(square.map(String)),
    );
    expect(clipRing(square, [5, 5, 9, 9])).toBeNull();
  });
});
