import type { Geometry, Polygon, Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { coverageGridOf } from '../../../../renderer/map/passes/coverage.ts';
import { unwrapLongitudes } from '../../../../shared/geo/longitude.ts';
import { isInsideRing } from '../../../../shared/geo/rings.ts';
import { coverageClasses } from '../../../../shared/passes/coverage-classes.ts';
import {
  type CoverageCounts,
  type CoverageGrid,
  columnLongitude,
  columnOfLongitude,
  latestFirst,
  rowLatitude,
  rowOfLatitude,
  startCoverageCount,
} from '../../../../shared/passes/coverage-grid.ts';
import { decodeOutlines } from '../../../../shared/passes/outline-feed.ts';
import { packOutlines } from '../../../builders/outline-feed.ts';
import { positions } from '../../../builders/positions.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

type Image = { readonly geometry: Geometry; readonly startedAt: number | null };

function polygon(...rings: Position[][]): Polygon {
  return { type: 'Polygon', coordinates: rings.map((ring) => [...ring, ring[0] ?? []]) };
}

function box(west: number, south: number, east: number, north: number): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

function count(images: readonly Image[], grid: CoverageGrid, step = 7): CoverageCounts {
  const feed = decodeOutlines(packOutlines(images).buffer);
  const counting = startCoverageCount(feed, latestFirst(feed), grid);
  while (counting.done < feed.count) counting.advance(step);
  return counting.finish();
}

const world: CoverageGrid = { worldColumns: 72, firstColumn: 0, firstRow: 0, columns: 72, rows: 72 };

/** The count at a position. */
function at({ grid, counts, last }: CoverageCounts, longitude: number, latitude: number) {
  const column = Math.floor(columnOfLongitude(grid, longitude)) - grid.firstColumn;
  const row = Math.floor(rowOfLatitude(grid, latitude)) - grid.firstRow;
  const index = row * grid.columns + column;
  return [counts[index], last[index]];
}

describe('footprint coverage', () => {
  test('counts each image once where its center is covered, and returns the last one', () => {
    const counts = count(
      [
        { geometry: polygon(box(0, 0, 20, 20)), startedAt: 1000 },
        { geometry: polygon(box(10, 0, 30, 20)), startedAt: 3000 },
        { geometry: polygon(box(10, 10, 12, 30)), startedAt: null },
      ],
      world,
    );
    expect(at(counts, 2.5, 7)).toEqual([1, 1000]);
    expect(at(counts, 17.5, 7)).toEqual([2, 3000]);
    expect(at(counts, 27.5, 7)).toEqual([1, 3000]);
    expect(at(counts, 40, 7)).toEqual([0, Number.NaN]);
    expect(counts.max).toBe(2);
  });

  test('holes are not imaged, and parts of one image that overlap count once', () => {
    const [row, column] = [7, 12.5];
    const holed = polygon(box(0, 0, 30, 30), box(10, 5, 20, 10));
    expect(at(count([{ geometry: holed, startedAt: 1 }], world), column, row)).toEqual([0, Number.NaN]);
    const twice: Geometry = {
      type: 'MultiPolygon',
      coordinates: [polygon(box(0, 0, 20, 20)).coordinates, polygon(box(10, 0, 30, 20)).coordinates],
    };
    expect(at(count([{ geometry: twice, startedAt: 1 }], world), column, row)).toEqual([1, 1]);
  });

  test.each([
    ['past 180', box(170, 0, 190, 10)],
    [
      'with a jump',
      [
        [170, 0],
        [-170, 0],
        [-170, 10],
        [170, 10],
      ] as Position[],
    ],
    ['past −180', box(-190, 0, -170, 10)],
  ])('over the antimeridian, written %s', (_, ring) => {
    const counts = count([{ geometry: polygon(ring), startedAt: 5 }], world);
    expect(at(counts, 177, 7)).toEqual([1, 5]);
    expect(at(counts, -177, 7)).toEqual([1, 5]);
    expect(at(counts, 165, 7)[0]).toBe(0);
    expect(at(counts, -165, 7)[0]).toBe(0);
  });

  test('around a pole, as a ring that comes back a turn later', () => {
    const ring: Position[] = positions('0 75, 90 75, 180 75, -90 75');
    const north = count([{ geometry: polygon(ring), startedAt: 5 }], world);
    for (const longitude of [-178, -90, 3, 92, 178]) {
      expect(at(north, longitude, 80)[0], `${longitude}`).toBe(1);
      expect(at(north, longitude, 60)[0], `${longitude}`).toBe(0);
      expect(at(north, longitude, -80)[0], `${longitude}`).toBe(0);
    }
    const south = count([{ geometry: polygon(ring.map(([x = 0, y = 0]) => [x, -y])), startedAt: 5 }], world);
    expect(at(south, 3, -80)[0]).toBe(1);
    expect(at(south, 3, 80)[0]).toBe(0);
  });

  test('a band around the world covers every column once', () => {
    const counts = count([{ geometry: polygon(box(-180, 0, 180, 10)), startedAt: 1 }], world);
    for (let longitude = -177.5; longitude < 180; longitude += 5) expect(at(counts, longitude, 7)[0]).toBe(1);
  });

  test('an image between centers counts in the cell of its middle, over the antimeridian too', () => {
    const counts = count([{ geometry: polygon(box(11, 4, 11.2, 4.2)), startedAt: 9 }], world);
    expect(at(counts, 11.1, 4.1)).toEqual([1, 9]);
    expect(counts.counts.reduce((sum, value) => sum + value, 0)).toBe(1);
    const beyond = count([{ geometry: polygon(box(179.9, 4, 180.3, 4.2)), startedAt: 9 }], world);
    expect(at(beyond, -179.9, 4.1)).toEqual([1, 9]);
    expect(beyond.counts.reduce((sum, value) => sum + value, 0)).toBe(1);
  });

  test('what lies beyond the view changes nothing in it', () => {
    const random = seededRandom(11);
    const images = randomImages(random, 120);
    const whole = count(images, world);
    const part: CoverageGrid = { ...world, firstColumn: 60, columns: 30, firstRow: 20, rows: 25 };
    const counts = count(images, part, 1);
    for (let row = 0; row < part.rows; row += 1) {
      for (let column = 0; column < part.columns; column += 1) {
        const there = (row + part.firstRow) * 72 + ((column + part.firstColumn) % 72);
        const here = row * part.columns + column;
        expect([counts.counts[here], counts.last[here]]).toEqual([whole.counts[there], whole.last[there]]);
      }
    }
  });

  test('agrees with asking every cell for every image', () => {
    for (const seed of [1, 2]) {
      const random = seededRandom(seed);
      const images = randomImages(random, 30);
      const tests = images.map(({ geometry, startedAt }) => ({ startedAt, holds: cellTest(geometry) }));
      const counts = count(images, world, random.between(1, 60));
      for (let row = 0; row < world.rows; row += 1) {
        for (let column = 0; column < world.columns; column += 1) {
          const holding = tests.filter(({ holds }) => holds(column, row));
          const latest = Math.max(...holding.map(({ startedAt }) => startedAt ?? Number.NEGATIVE_INFINITY));
          const index = row * world.columns + column;
          expect(counts.counts[index], `${column} ${row}`).toBe(holding.length);
          expect(counts.last[index]).toBe(Number.isFinite(latest) ? latest : Number.NaN);
        }
      }
    }
  });
});

/** The naive way: whether a polygon holds the center of a cell or, when it is small and holds none, its middle lies in it. */
function cellTest(geometry: Geometry): (column: number, row: number) => boolean {
  if (geometry.type !== 'Polygon') throw new Error('Only polygons here.');
  const outline = (geometry.coordinates[0] ?? []).map(
    (position, index, ring): Position => [unwrapLongitudes(ring)[index] ?? 0, position[1] ?? 0],
  );
  const held = new Set<string>();
  for (let row = 0; row < world.rows; row += 1) {
    for (let column = -2 * 72; column < 3 * 72; column += 1) {
      const center = [columnLongitude(world, column), rowLatitude(world, row)];
      if (isInsideRing(outline, center)) held.add(`${((column % 72) + 72) % 72} ${row}`);
    }
  }
  if (held.size === 0) {
    const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    const column = Math.floor(columnOfLongitude(world, middle(outline.map(([x = 0]) => x))));
    const row = Math.floor(rowOfLatitude(world, middle(outline.map(([, y = 0]) => y))));
    held.add(`${((column % 72) + 72) % 72} ${row}`);
  }
  return (column, row) => held.has(`${column} ${row}`);
}

function randomImages(random: ReturnType<typeof seededRandom>, images: number): Image[] {
  const between = (least: number, most: number) => random.between(least * 100, most * 100) / 100;
  return Array.from({ length: images }, () => {
    const [x, y] = [between(-190, 190), between(-78, 78)];
    const size = random.pick([0.5, 2, 8, 25]);
    const corners = random.between(3, 7);
    const ring = Array.from({ length: corners }, (_, corner): Position => {
      const angle = (corner / corners) * 2 * Math.PI;
      const radius = size * between(0.3, 1);
      return [x + radius * Math.cos(angle), Math.max(-84, Math.min(84, y + (radius / 2) * Math.sin(angle)))];
    });
    return { geometry: polygon(ring), startedAt: random.chance(0.1) ? null : random.between(1, 1e9) };
  });
}

describe('the feed of footprints', () => {
  test('refuses what is none or was cut short', () => {
    const bytes = packOutlines([{ geometry: polygon(box(0, 0, 1, 1)), startedAt: 1 }]);
    expect(() => decodeOutlines(bytes.buffer.slice(0, bytes.length - 4))).toThrow('cut short');
    expect(() => decodeOutlines(new ArrayBuffer(40))).toThrow('Not a feed');
    expect(() => decodeOutlines(new ArrayBuffer(0))).toThrow('Not a feed');
    expect(decodeOutlines(packOutlines([]).buffer).count).toBe(0);
  });
});

describe('colors of counts', () => {
  test.each([0, 1, 2, 7, 8, 9, 40, 5000])('classes up to %d follow each other without gaps', (most) => {
    const classes = coverageClasses(most);
    expect(classes[0]?.from).toBe(most === 0 ? undefined : 1);
    expect(classes.at(-1)?.to).toBe(most === 0 ? undefined : most);
    for (const [index, { from, to }] of classes.entries()) {
      expect(to).toBeGreaterThanOrEqual(from);
      if (index > 0) expect(from).toBe((classes[index - 1]?.to ?? 0) + 1);
    }
    expect(new Set(classes.map(({ color }) => color)).size).toBe(classes.length);
  });
});

describe('the counted part of the world', () => {
  test('covers the view and a margin, in lines that do not move with it', () => {
    const grid = coverageGridOf([100, 10, 110, 20], { zoom: 5.2 });
    expect(grid.worldColumns).toBe(2 ** 11);
    expect(columnLongitude(grid, grid.firstColumn)).toBeLessThan(100);
    expect(columnLongitude(grid, grid.firstColumn + grid.columns - 1)).toBeGreaterThan(110);
    expect(rowLatitude(grid, grid.firstRow)).toBeGreaterThan(20);
    expect(rowLatitude(grid, grid.firstRow + grid.rows - 1)).toBeLessThan(10);
  });

  test('over the antimeridian and around the world it holds no column twice', () => {
    const crossing = coverageGridOf([170, -10, -170, 10], { zoom: 4 });
    expect(crossing.columns).toBeLessThan(crossing.worldColumns / 8);
    const all = coverageGridOf([-180, -85, 180, 85], { zoom: 1 });
    expect(all.columns).toBe(all.worldColumns);
    expect(all.rows).toBeLessThanOrEqual(all.worldColumns);
  });
});
