import { describe, expect, test } from 'vitest';
import { shapesExtent } from '../../../../../renderer/map/layers/outline-layers.ts';
import {
  isHiddenEdge,
  lastOfRing,
  packShapes,
  shapeWorld,
  toShapeX,
  toShapeY,
  wordsPerVertex,
} from '../../../../../renderer/map/shapes/packed-shapes.ts';
import { copiesInView, runsInView, shapeBlocks } from '../../../../../renderer/map/shapes/shape-blocks.ts';
import { boundsAt, shapesAt } from '../../../../../renderer/map/shapes/shapes-at.ts';
import { boundsOf } from '../../../../../shared/geo/bounds-of.ts';
import { closeOverPole } from '../../../../../shared/geo/close-over-pole.ts';
import { decodeShapeFeed } from '../../../../../shared/results/shape-feed.ts';
import { positions, rectangleRing } from '../../../../builders/positions.ts';
import { type FeedShape, shapeFeed, shapeMessage } from '../../../../builders/shape-feed.ts';

const everywhere = {
  west: -4 * shapeWorld,
  east: 4 * shapeWorld,
  north: 0,
  south: shapeWorld,
};
const at = (longitude: number, latitude: number) => [toShapeX(longitude), toShapeY(latitude)] as const;
const pack = (shapes: readonly FeedShape[]) => packShapes(shapeFeed(shapes));

function idsAt(shapes: readonly FeedShape[], longitude: number, latitude: number, reach = 0): number[] {
  const packed = pack(shapes);
  const places = shapesAt(packed, shapeBlocks(packed), () => true, at(longitude, latitude), reach);
  return places.map((place) => packed.ids[place] as number);
}

describe('the feed of outlines', () => {
  test('comes back as it was sent, and is refused when it is cut short', () => {
    const message = shapeMessage([{ id: 7, rings: [rectangleRing(1, 2, 3, 4)], time: 12 }, { id: 9 }], 3);
    expect(decodeShapeFeed(message)).toEqual(
      shapeFeed([{ id: 7, rings: [rectangleRing(1, 2, 3, 4)], time: 12 }, { id: 9 }], 3),
    );
    expect(() => decodeShapeFeed(message.slice(0, -4))).toThrow('cut short');
    expect(() => decodeShapeFeed(new ArrayBuffer(24))).toThrow('Not a feed');
  });
});

describe('packShapes', () => {
  test('the triangles of a polygon with a hole cover the area between outline and hole', () => {
    const packed = pack([{ id: 1, rings: [rectangleRing(0, 0, 4, 4), rectangleRing(1, 1, 3, 3)] }]);
    const corner = (index: number) => {
      const word = (packed.triangles[index] as number) * wordsPerVertex;
      return [packed.vertices[word] as number, packed.vertices[word + 1] as number] as const;
    };
    let area = 0;
    for (let index = 0; index < packed.triangles.length; index += 3) {
      const [[ax, ay], [bx, by], [cx, cy]] = [corner(index), corner(index + 1), corner(index + 2)];
      area += Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
    }
    const box = (side: number, from: number) =>
      (toShapeX(from + side) - toShapeX(from)) * (toShapeY(from) - toShapeY(from + side));
    expect(area / (box(4, 0) - box(2, 1))).toBeCloseTo(1, 9);
  });

  test('a shape over the antimeridian is in one piece, however it is written', () => {
    for (const ring of [
      rectangleRing(179, 10, 181, 11),
      rectangleRing(179, 10, -179, 11),
      rectangleRing(-181, 10, -179, 11),
    ]) {
      const [west, north, east, south] = boundsAt(pack([{ id: 1, rings: [ring] }]), 0);
      expect([west, east]).toEqual([toShapeX(179), toShapeX(181)]);
      expect([north, south]).toEqual([toShapeY(11), toShapeY(10)]);
    }
  });

  test('no edge leads from the end of a ring to the next one', () => {
    const packed = pack([
      { id: 1, rings: [rectangleRing(0, 0, 4, 4), rectangleRing(1, 1, 3, 3)] },
      {
        id: 2,
        line: positions('5 5, 6 6, 7 5'),
      },
    ]);
    const ends = Array.from(packed.ids, (_, place) => {
      const [from = 0, to = 0] = packed.vertexStarts.subarray(place, place + 2);
      return Array.from({ length: to - from }, (_item, index) => index).filter(
        (index) => ((packed.vertices[(from + index) * wordsPerVertex + 2] as number) & lastOfRing) !== 0,
      );
    });
    expect(Object.fromEntries([...packed.ids].map((id, place) => [id, ends[place]]))).toEqual({
      1: [4, 9],
      2: [2],
    });
    expect(packed.triangleStarts.at(-1)).toBe(packed.triangles.length);
  });
});

describe('shapesAt', () => {
  const nested = [
    { id: 1, rings: [rectangleRing(0, 0, 10, 10), rectangleRing(4, 4, 6, 6)] },
    { id: 2, rings: [rectangleRing(1, 1, 3, 3)] },
    {
      id: 3,
      line: [
        [0, 8],
        [10, 8],
      ],
    },
  ] as const satisfies readonly FeedShape[];

  test('finds insides but not holes, the smallest first, and lines within reach only', () => {
    expect(idsAt(nested, 2, 2)).toEqual([2, 1]);
    expect(idsAt(nested, 5, 5)).toEqual([]);
    expect(idsAt(nested, 5, 8.5)).toEqual([1]);
    expect(idsAt(nested, 5, 8.5, toShapeX(1) - toShapeX(0))).toEqual([3, 1]);
  });

  test('finds an image around a pole by its sides and inside, not where it is closed over the pole', () => {
    const scene = closeOverPole(positions('-170 70, -80 70, 10 70, 100 70, -170 70'));
    const shapes = [{ id: 5, rings: [scene ?? []] }];
    const reach = toShapeX(0.5) - toShapeX(0);
    for (const longitude of [-180, -100, 0, 180]) expect(idsAt(shapes, longitude, 80)).toEqual([5]);
    expect(idsAt(shapes, 0, 69.9)).toEqual([]);
    expect(idsAt(shapes, 0, 69.9, reach)).toEqual([5]);
    const { vertices } = pack(shapes);
    const drawn = Array.from({ length: vertices.length / wordsPerVertex }, (_, vertex) => vertex).filter(
      (vertex) => ((vertices[vertex * wordsPerVertex + 2] as number) & (lastOfRing | isHiddenEdge)) === 0,
    );
    const latitudes = drawn.map((vertex) => vertices[(vertex + 1) * wordsPerVertex + 1]);
    expect(new Set(latitudes)).toEqual(new Set([toShapeY(70)]));
  });

  test('finds a shape over the antimeridian from both of its sides', () => {
    const shapes = [{ id: 4, rings: [rectangleRing(179, -1, -179, 1)] }];
    for (const longitude of [179.5, -179.5, 180.5, 539.5]) expect(idsAt(shapes, longitude, 0)).toEqual([4]);
    expect(idsAt(shapes, 178.5, 0)).toEqual([]);
    expect(idsAt(shapes, -178.5, 0)).toEqual([]);
  });
});

describe('what is in view', () => {
  test('blocks are met on every copy of the world that is seen, and not where they are not', () => {
    const packed = pack(
      Array.from({ length: 300 }, (_, index) => ({
        id: index + 1,
        rings: [rectangleRing(index, 0, index + 0.5, 1)],
      })),
    );
    const blocks = shapeBlocks(packed);
    const count = (box: typeof everywhere, least = 0) =>
      runsInView(blocks, box, least).reduce((sum, { from, to }) => sum + to - from, 0);
    const oneWorld = { ...everywhere, west: 0, east: shapeWorld - 1 };
    expect(count(oneWorld)).toBeGreaterThanOrEqual(300);
    expect(count({ ...oneWorld, west: toShapeX(0), east: toShapeX(1) })).toBeLessThan(300);
    expect(count({ ...oneWorld, north: toShapeY(-10) })).toBe(0);
    expect(count(oneWorld, toShapeX(2) - toShapeX(0))).toBe(0);
    expect(copiesInView({ west: 0, east: 10 }, everywhere)).toHaveLength(9);
  });

  test('the box around shapes on both sides of the antimeridian crosses it', () => {
    const packed = pack([
      { id: 1, rings: [rectangleRing(170, 0, 172, 1)] },
      { id: 2, rings: [rectangleRing(-172, -2, -170, 1)] },
    ]);
    const [west, south, east, north] = boundsOf(shapesExtent(packed, () => true)) ?? [];
    expect(west).toBeCloseTo(170, 5);
    expect(east).toBeCloseTo(-170, 5);
    expect([south, north].map((latitude) => Math.round(latitude ?? 0))).toEqual([-2, 1]);
    expect(boundsOf(shapesExtent(packed, () => false))).toBeNull();
  });
});
