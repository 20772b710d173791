/** Entries of a node; what other writers use by default. */
export const nodeSize = 16;

const itemLength = 40;

/**
 * The packed R-tree of a FlatGeobuf file (flatgeobuf.org, packed Hilbert R-tree): nodes from the root down, the leaves
 * in the order of the features. `boxes` has four numbers for each leaf: min x, max x, min y, max y. `offsets` are the
 * start offsets of the features, relative to the first.
 */
export function packIndex(boxes: Float64Array, offsets: Float64Array): Uint8Array {
  const levels = levelsOf(offsets.length);
  const count = levels.reduce((sum, level) => sum + level.count, 0);
  const bytes = new Uint8Array(count * itemLength);
  const view = new DataView(bytes.buffer);
  const leaves = levels[0] ?? { start: 0, count: 0 };
  for (let leaf = 0; leaf < leaves.count; leaf += 1) {
    const at = (leaves.start + leaf) * itemLength;
    view.setFloat64(at, boxes[4 * leaf] ?? 0, true);
    view.setFloat64(at + 8, boxes[4 * leaf + 2] ?? 0, true);
    view.setFloat64(at + 16, boxes[4 * leaf + 1] ?? 0, true);
    view.setFloat64(at + 24, boxes[4 * leaf + 3] ?? 0, true);
    view.setBigUint64(at + 32, BigInt(offsets[leaf] ?? 0), true);
  }
  for (const [index, parents] of levels.entries()) {
    const children = levels[index - 1];
    if (children) packLevel(view, parents, children);
  }
  return bytes;
}

type Level = { readonly start: number; readonly count: number };

/** From the leaves, which are stored last, to the root. */
function levelsOf(leaves: number): readonly Level[] {
  const counts = [leaves];
  for (let count = leaves; counts.length === 1 || count > 1; ) {
    count = Math.ceil(count / nodeSize);
    counts.push(count);
  }
  let end = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => {
    end -= count;
    return { start: end, count };
  });
}

/** A parent's box contains its children; its offset is the index of the first of them among all nodes. */
function packLevel(view: DataView, parents: Level, children: Level): void {
  for (let parent = 0; parent < parents.count; parent += 1) {
    const first = children.start + parent * nodeSize;
    const end = Math.min(first + nodeSize, children.start + children.count);
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let child = first; child < end; child += 1) {
      const at = child * itemLength;
      minX = Math.min(minX, view.getFloat64(at, true));
      minY = Math.min(minY, view.getFloat64(at + 8, true));
      maxX = Math.max(maxX, view.getFloat64(at + 16, true));
      maxY = Math.max(maxY, view.getFloat64(at + 24, true));
    }
    const at = (parents.start + parent) * itemLength;
    for (const [index, value] of [minX, minY, maxX, maxY].entries())
      view.setFloat64(at + 8 * index, value, true);
    view.setBigUint64(at + 32, BigInt(first), true);
  }
}
