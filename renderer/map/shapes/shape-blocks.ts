import { type PackedShapes, shapeWorld } from './packed-shapes.ts';

/** Number of shapes, adjacent in Morton order, in a block. */
const shapesInBlock = 64;

/** A box in units of packed shapes; x may lie past the world's edges. */
export type ShapeBox = {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
};

/** Shapes from `from` up to, not including, `to`, their bounding box, and the longer side of the largest one's box. */
export type ShapeBlock = ShapeBox & { readonly from: number; readonly to: number; readonly largest: number };

/**
 * Shapes from `from` up to, not including, `to` that may be in view on the copy of the world `copy` times to the
 * east.
 */
export type ShapeRun = { readonly from: number; readonly to: number; readonly copy: number };

/** Divides the shapes into blocks. */
export function shapeBlocks({ count, bounds }: PackedShapes): readonly ShapeBlock[] {
  return Array.from({ length: Math.ceil(count / shapesInBlock) }, (_, block) => {
    const from = block * shapesInBlock;
    const to = Math.min(count, from + shapesInBlock);
    let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
    let largest = 0;
    for (let at = from * 4; at < to * 4; at += 4) {
      const [w, n, e, s] = bounds.subarray(at, at + 4) as unknown as [number, number, number, number];
      west = Math.min(west, w);
      north = Math.min(north, n);
      east = Math.max(east, e);
      south = Math.max(south, s);
      largest = Math.max(largest, e - w, s - n);
    }
    return { from, to, west, north, east, south, largest };
  });
}

/**
 * The runs of blocks in a box, in Morton order for each copy of the world. Blocks whose shapes are all smaller than
 * `minSize` are left out.
 */
export function runsInView(blocks: readonly ShapeBlock[], box: ShapeBox, minSize: number): ShapeRun[] {
  const byCopy = new Map<number, { from: number; to: number; copy: number }[]>();
  for (const block of blocks) {
    if (block.largest < minSize || block.south < box.north || block.north > box.south) continue;
    for (const copy of copiesInView(block, box)) {
      const runs = byCopy.get(copy) ?? [];
      byCopy.set(copy, runs);
      const last = runs.at(-1);
      if (last?.to === block.from) last.to = block.to;
      else runs.push({ from: block.from, to: block.to, copy });
    }
  }
  return [...byCopy.values()].flat();
}

/** The copies of the world on which the range from west to east intersects a box. */
export function copiesInView(
  { west, east }: Pick<ShapeBox, 'west' | 'east'>,
  box: Pick<ShapeBox, 'west' | 'east'>,
): number[] {
  const first = Math.ceil((box.west - east) / shapeWorld);
  const last = Math.floor((box.east - west) / shapeWorld);
  return last < first ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
