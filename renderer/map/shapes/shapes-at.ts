import { isHiddenEdge, lastOfRing, type PackedShapes, shapeWorld, wordsPerVertex } from './packed-shapes.ts';
import { copiesInView, type ShapeBlock } from './shape-blocks.ts';

/**
 * Slots of the shapes at a position, the smallest first. They contain it (even-odd rule), or their outline or line is
 * within `reach`. Position and reach in units, x on any copy of the world.
 */
export function shapesAt(
  shapes: PackedShapes,
  blocks: readonly ShapeBlock[],
  isShown: (slot: number) => boolean,
  [x, y]: readonly [number, number],
  reach: number,
): number[] {
  const box = { west: x - reach, east: x + reach, north: y - reach, south: y + reach };
  const found: { readonly slot: number; readonly size: number }[] = [];
  for (const block of blocks) {
    if (block.south < box.north || block.north > box.south) continue;
    if (copiesInView(block, box).length === 0) continue;
    for (let slot = block.from; slot < block.to; slot += 1) {
      const [west, north, east, south] = boundsAt(shapes, slot);
      if (south < box.north || north > box.south || !isShown(slot)) continue;
      const isHit = copiesInView({ west, east }, box).some((copy) =>
        isUnder(shapes, slot, box.west + reach - copy * shapeWorld, y, reach),
      );
      if (isHit) found.push({ slot, size: (east - west) * (south - north) });
    }
  }
  return found.sort((one, other) => one.size - other.size).map(({ slot }) => slot);
}

/** West, north, east and south of the shape at a slot. */
export function boundsAt({ bounds }: PackedShapes, slot: number): [number, number, number, number] {
  const at = slot * 4;
  return [bounds[at] as number, bounds[at + 1] as number, bounds[at + 2] as number, bounds[at + 3] as number];
}

function isUnder(shapes: PackedShapes, slot: number, x: number, y: number, reach: number): boolean {
  const { vertices, vertexStarts, triangleStarts } = shapes;
  const hasInside = (triangleStarts[slot + 1] as number) > (triangleStarts[slot] as number);
  let isInside = false;
  const end = (vertexStarts[slot + 1] as number) * wordsPerVertex;
  for (let at = (vertexStarts[slot] as number) * wordsPerVertex; at < end; at += wordsPerVertex) {
    // No edge starts at the last vertex of a ring.
    const flags = vertices[at + 2] as number;
    if ((flags & lastOfRing) !== 0) continue;
    const [ax, ay] = [vertices[at] as number, vertices[at + 1] as number];
    const [bx, by] = [vertices[at + wordsPerVertex] as number, vertices[at + wordsPerVertex + 1] as number];
    const isDrawn = (flags & isHiddenEdge) === 0;
    if (isDrawn && distanceToEdge(x, y, ax, ay, bx, by) <= reach) return true;
    if (hasInside && ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}

function distanceToEdge(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
