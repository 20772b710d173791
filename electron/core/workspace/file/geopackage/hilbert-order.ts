import { sortedOrder } from '../../../../../shared/radix-sort.ts';

/** Cells of the curve along a side: 2¹³, so that a position on the curve has 26 bits. */
const order = 13;
const side = 2 ** order;

/** `count` boxes, four numbers each: min x, max x, min y, max y. */
type Boxes = { readonly count: number; readonly boxes: Float64Array };

/** Indexes of the boxes in the order of their centers along a Hilbert curve over their common extent. */
export function hilbertOrder({ count, boxes }: Boxes): Uint32Array {
  const [minX, scaleX] = scaleOf(boxes, count, 0);
  const [minY, scaleY] = scaleOf(boxes, count, 2);
  const distances = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const x = ((boxes[4 * index] ?? 0) + (boxes[4 * index + 1] ?? 0)) / 2;
    const y = ((boxes[4 * index + 2] ?? 0) + (boxes[4 * index + 3] ?? 0)) / 2;
    distances[index] = hilbert((x - minX) * scaleX, (y - minY) * scaleY);
  }
  return sortedOrder(distances);
}

/** The lowest coordinate, and by what to multiply so that the highest is the last cell. */
function scaleOf(boxes: Float64Array, count: number, axis: 0 | 2): readonly [number, number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index += 1) {
    min = Math.min(min, boxes[4 * index + axis] ?? 0);
    max = Math.max(max, boxes[4 * index + axis + 1] ?? 0);
  }
  return [min, max > min ? (side - 1) / (max - min) : 0];
}

/** Distance along the curve of a cell (Hamilton, Compact Hilbert indices, 2006; the loop as Wikipedia gives it). */
function hilbert(column: number, row: number): number {
  let x = column | 0;
  let y = row | 0;
  let distance = 0;
  for (let half = side >> 1; half > 0; half >>= 1) {
    const right = (x & half) > 0 ? 1 : 0;
    const upper = (y & half) > 0 ? 1 : 0;
    distance = (distance << 2) | ((3 * right) ^ upper);
    if (upper === 1) continue;
    const rotated = right === 1 ? side - 1 - x : x;
    x = right === 1 ? side - 1 - y : y;
    y = rotated;
  }
  return distance;
}
