import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { formatDegrees, formatMeridian } from '../../../../../renderer/map/graticule/format-degrees.ts';
import { gridZones } from '../../../../../renderer/map/graticule/grid-zones.ts';
import { clipLine, mgrsGrid } from '../../../../../renderer/map/graticule/mgrs-grid.ts';
import { formatMgrs } from '../../../../../shared/geo/mgrs.ts';
import { positions } from '../../../../builders/positions.ts';

const names = (west: number, south: number, east: number, north: number) =>
  gridZones({ west, south, east, north }).map(({ name }) => name);

describe('grid zones', () => {
  test('are those of a box, over the antimeridian too', () => {
    expect(names(121, 31, 123, 33)).toEqual(['51R', '51S']);
    expect(names(179, 1, 181, 2)).toEqual(['60N', '1N']);
    expect(names(-181, -2, -179, -1)).toEqual(['60M', '1M']);
    const [, first] = gridZones({ west: 179, south: 1, east: 181, north: 2 });
    expect(first).toMatchObject({ west: 180, east: 186, turn: 1 });
    expect(names(0, 85, 10, 89)).toEqual([]);
    expect(names(-180, -90, 180, 90)).toHaveLength(60 * 20 - 3);
  });

  test('have the exceptions of Norway and Svalbard', () => {
    expect(names(1, 60, 5, 61)).toEqual(['31V', '32V']);
    expect(names(5, 75, 30, 76)).toEqual(['31X', '33X', '35X']);
    const [norway] = gridZones({ west: 4, south: 60, east: 5, north: 61 });
    expect(norway).toMatchObject({ name: '32V', west: 3, east: 12 });
  });
});

/** The distance of a position from a segment, in degrees on a plane. */
function distance([x = 0, y = 0]: Position, [x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const share = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx ** 2 + dy ** 2)));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

describe('squares of 100 km', () => {
  const box = { west: 120, south: 30, east: 124, north: 33 };

  test('have lines between squares of other names', () => {
    const { lines } = mgrsGrid(box, 100_000);
    const square = ([longitude = 0, latitude = 0]: Position) => formatMgrs([longitude, latitude], 0);
    let crossed = 0;
    for (const { positions: line } of lines) {
      const [from, to] = [line[Math.floor(line.length / 2) - 1], line[Math.floor(line.length / 2)]];
      if (!from || !to) continue;
      const [x, y] = [((from[0] ?? 0) + (to[0] ?? 0)) / 2, ((from[1] ?? 0) + (to[1] ?? 0)) / 2];
      const [dx, dy] = [(to[0] ?? 0) - (from[0] ?? 0), (to[1] ?? 0) - (from[1] ?? 0)];
      const step = 0.004 / Math.hypot(dx, dy);
      const sides = [1, -1].map((side) => square([x - side * dy * step, y + side * dx * step]));
      expect(sides[0]).not.toBe(sides[1]);
      crossed += 1;
    }
    expect(crossed).toBeGreaterThan(6);
  });

  /** `gdaltransform -s_srs EPSG:32651 -t_srs EPSG:4326`, and EPSG:32760 across the antimeridian. */
  test.each<[string, Parameters<typeof mgrsGrid>[0], Position]>([
    ['300000 3500000 of zone 51', box, [120.891514102, 31.617775075]],
    [
      '800000 8100000 of southern zone 60',
      { west: 178, south: -19, east: 182, north: -16 },
      [179.819938304, -17.165105207],
    ],
  ])('cross at %s', (_name, view, [x = 0, y = 0]) => {
    const through = mgrsGrid(view, 100_000).lines.filter(({ positions }) =>
      positions.some((to, index) => index > 0 && distance([x, y], positions[index - 1] ?? [], to) < 0.0002),
    );
    expect(through.filter(({ isZone }) => !isZone)).toHaveLength(2);
  });

  test('are named where they are, once each', () => {
    const labels = mgrsGrid(box, 100_000).labels.filter(({ isZone }) => !isZone);
    for (const { position, text } of labels) {
      expect(formatMgrs([position[0] ?? 0, position[1] ?? 0], 0)).toBe(text);
    }
    const texts = labels.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(labels.length).toBeGreaterThan(8);
  });

  test('go on past the antimeridian', () => {
    const { labels } = mgrsGrid({ west: 178, south: -19, east: 182, north: -16 }, 100_000);
    const east = labels.filter(({ position, isZone }) => !isZone && (position[0] ?? 0) > 180);
    expect(east.length).toBeGreaterThan(2);
    for (const { position } of east) expect(position[0]).toBeLessThan(182);
  });
});

test('squares of 10 km carry a digit each way', () => {
  const { labels } = mgrsGrid({ west: 103.6, south: 1.1, east: 104.1, north: 1.5 }, 10_000);
  expect(labels.length).toBeGreaterThan(12);
  for (const { text } of labels) expect(text).toMatch(/^[A-Z]{2} \d \d$/);
});

test('a line is cut at the sides of a box', () => {
  const box = { west: 0, south: 0, east: 10, north: 10 };
  expect(clipLine(positions('-5 5, 5 5, 15 5'), box)).toEqual([positions('0 5, 5 5, 10 5')]);
  expect(
    clipLine(
      [
        [-5, 15],
        [15, 15],
      ],
      box,
    ),
  ).toEqual([]);
  expect(clipLine(positions('5 5, 5 15, 7 15, 7 5'), box)).toHaveLength(2);
});

test('degrees are written as short as the line allows', () => {
  const texts = [120, -31.5, 0, 180, -180, 20 / 3600, 1 / 3].map((value) => formatDegrees(value, 'E', 'W'));
  expect(texts).toEqual(['120° E', '31° 30′ W', '0°', '180°', '180°', '0° 0′ 20″ E', '0° 20′ E']);
  expect([210, -190, 180, -540].map(formatMeridian)).toEqual(['150° W', '170° E', '180°', '180°']);
});
