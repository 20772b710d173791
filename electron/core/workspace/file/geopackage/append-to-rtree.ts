import type { Sql } from '../sql.ts';
import { hilbertOrder } from './hilbert-order.ts';
import { openRtreeNodes, type RtreeNode, type RtreeNodes } from './rtree-nodes.ts';

/** Entries of a spatial index: ids with boxes, four numbers each: min x, max x, min y, max y in degrees. */
export type IndexEntries = {
  readonly count: number;
  readonly ids: Float64Array;
  readonly boxes: Float64Array;
};

/** With fewer entries SQLite's insert is as fast. */
const minBulkEntries = 200;

/**
 * Adds entries, whose ids the index must not have yet, to the R-tree called `name`, in a transaction.
 *
 * SQLite's insert finds a leaf for each entry on its way down the tree. Here the entries are sorted along a Hilbert
 * curve and packed into new leaves, and only those are inserted into the tree (docs/decisions, decisions 14 and 62): a
 * fiftieth of the work. The result is a regular R-tree, which SQLite and GDAL can change as usual.
 */
export function appendToRtree(sql: Sql, name: string, entries: IndexEntries): void {
  if (entries.count < minBulkEntries) {
    appendOneByOne(sql, name, entries);
    return;
  }
  withShadowTables(sql, () => {
    const nodes = openRtreeNodes(sql, name);
    const all = nodes.depth === 0 ? mergeRootLeaf(nodes, entries) : entries;
    // The entries of the root leaf are rewritten with the others.
    if (all !== entries) sql.run(`DELETE FROM ${name}_rowid`);
    const nodeOf = new Float64Array(all.count);
    for (const leaf of packLeaves(nodes, all, nodeOf)) insertLeaf(nodes, leaf);
    nodes.write();
    insertRowids(sql, name, all.ids, nodeOf);
  });
}

/** Which leaf each row is in: one statement for ids in a row, as they mostly are. */
function insertRowids(sql: Sql, name: string, ids: Float64Array, nodeOf: Float64Array): void {
  for (let from = 0; from < ids.length; ) {
    let to = from + 1;
    while (to < ids.length && ids[to] === (ids[to - 1] ?? 0) + 1) to += 1;
    sql.run(
      `INSERT INTO ${name}_rowid (rowid, nodeno) SELECT key + ?, value FROM json_each(?)`,
      ids[from] ?? 0,
      `[${nodeOf.subarray(from, to).join()}]`,
    );
    from = to;
  }
}

function appendOneByOne(sql: Sql, name: string, { count, ids, boxes }: IndexEntries): void {
  const text = `INSERT OR REPLACE INTO ${name} (id, minx, maxx, miny, maxy) VALUES (?, ?, ?, ?, ?)`;
  for (let index = 0; index < count; index += 1) {
    const at = 4 * index;
    sql.run(
      text,
      ids[index] ?? 0,
      boxes[at] ?? 0,
      boxes[at + 1] ?? 0,
      boxes[at + 2] ?? 0,
      boxes[at + 3] ?? 0,
    );
  }
}

/** SQLite protects the shadow tables of a virtual table unless defensive mode is off. */
function withShadowTables(sql: Sql, action: () => void): void {
  const database: { enableDefensive?(active: boolean): void } = sql.database;
  database.enableDefensive?.(false);
  try {
    action();
  } finally {
    database.enableDefensive?.(true);
  }
}

/** The entries together with those of a root that is itself a leaf and now becomes the node above leaves. */
function mergeRootLeaf(nodes: RtreeNodes, entries: IndexEntries): IndexEntries {
  const { root } = nodes;
  const count = entries.count + root.count;
  const ids = new Float64Array(count);
  const boxes = new Float64Array(4 * count);
  ids.set(entries.ids.subarray(0, entries.count));
  boxes.set(entries.boxes.subarray(0, 4 * entries.count));
  ids.set(root.ids.subarray(0, root.count), entries.count);
  boxes.set(root.boxes.subarray(0, 4 * root.count), 4 * entries.count);
  root.count = 0;
  nodes.depth = 1;
  nodes.markChanged(root);
  return { count, ids, boxes };
}

function packLeaves(nodes: RtreeNodes, entries: IndexEntries, nodeOf: Float64Array): readonly RtreeNode[] {
  const { boxes, ids } = entries;
  const leaves: RtreeNode[] = [];
  let leaf: RtreeNode | undefined;
  for (const index of hilbertOrder(entries)) {
    if (!leaf || leaf.count === nodes.capacity) {
      leaf = nodes.create();
      leaves.push(leaf);
    }
    const from = 4 * index;
    const to = 4 * leaf.count;
    leaf.ids[leaf.count] = ids[index] ?? 0;
    leaf.boxes[to] = roundDown(boxes[from] ?? 0);
    leaf.boxes[to + 1] = roundUp(boxes[from + 1] ?? 0);
    leaf.boxes[to + 2] = roundDown(boxes[from + 2] ?? 0);
    leaf.boxes[to + 3] = roundUp(boxes[from + 3] ?? 0);
    leaf.count += 1;
    nodeOf[index] = leaf.nodeNumber;
  }
  return leaves;
}

/** Rounds as the R-tree module does: by at least one step of a 32-bit float where that is on the wrong side. */
function roundDown(value: number): number {
  const rounded = Math.fround(value);
  return rounded <= value ? rounded : Math.fround(value * (value < 0 ? 1 + 2 ** -23 : 1 - 2 ** -23));
}

function roundUp(value: number): number {
  const rounded = Math.fround(value);
  return rounded >= value ? rounded : Math.fround(value * (value < 0 ? 1 - 2 ** -23 : 1 + 2 ** -23));
}

/** Inserts a leaf under the node that has to grow least for it, descending from the root. */
function insertLeaf(nodes: RtreeNodes, leaf: RtreeNode): void {
  const box = extentOf(leaf);
  const path: RtreeNode[] = [nodes.root];
  let node = nodes.root;
  for (let height = nodes.depth; height > 1; height -= 1) {
    const cell = cheapestCell(node, box);
    growCell(node, cell, box);
    nodes.markChanged(node);
    node = nodes.get(node.ids[cell] ?? 0);
    path.push(node);
  }
  addChild(nodes, path, leaf.nodeNumber, box);
}

type Box = Float32Array;

function extentOf(node: RtreeNode): Box {
  const box = node.boxes.slice(0, 4);
  for (let cell = 1; cell < node.count; cell += 1)
    growBox(box, 0, node.boxes.subarray(4 * cell, 4 * cell + 4));
  return box;
}

function growBox(boxes: Float32Array, at: number, by: Box): void {
  const [minX = 0, maxX = 0, minY = 0, maxY = 0] = by;
  if (minX < (boxes[at] ?? 0)) boxes[at] = minX;
  if (maxX > (boxes[at + 1] ?? 0)) boxes[at + 1] = maxX;
  if (minY < (boxes[at + 2] ?? 0)) boxes[at + 2] = minY;
  if (maxY > (boxes[at + 3] ?? 0)) boxes[at + 3] = maxY;
}

function growCell(node: RtreeNode, cell: number, by: Box): void {
  growBox(node.boxes, 4 * cell, by);
}

function cheapestCell(node: RtreeNode, box: Box): number {
  const { boxes, count } = node;
  const [minX = 0, maxX = 0, minY = 0, maxY = 0] = box;
  let best = 0;
  let bestGrowth = Number.POSITIVE_INFINITY;
  let bestArea = Number.POSITIVE_INFINITY;
  for (let cell = 0; cell < count; cell += 1) {
    const west = boxes[4 * cell] ?? 0;
    const east = boxes[4 * cell + 1] ?? 0;
    const south = boxes[4 * cell + 2] ?? 0;
    const north = boxes[4 * cell + 3] ?? 0;
    const area = (east - west) * (north - south);
    const grown =
      (Math.max(east, maxX) - Math.min(west, minX)) * (Math.max(north, maxY) - Math.min(south, minY));
    const growth = grown - area;
    if (growth < bestGrowth || (growth === bestGrowth && area < bestArea)) {
      best = cell;
      bestGrowth = growth;
      bestArea = area;
    }
  }
  return best;
}

/** Adds a child to the last node of the path. One that is full is split, and so perhaps are those above it. */
function addChild(nodes: RtreeNodes, path: readonly RtreeNode[], child: number, box: Box): void {
  const node = path.at(-1);
  if (!node) throw new Error('A path through the spatial index has no end.');
  node.ids[node.count] = child;
  node.boxes.set(box, 4 * node.count);
  node.count += 1;
  nodes.markChanged(node);
  nodes.setParent(child, node.nodeNumber);
  if (node.count <= nodes.capacity) return;
  const above = path.slice(0, -1);
  const parent = above.at(-1);
  if (!parent) {
    splitRoot(nodes);
    return;
  }
  const other = nodes.create();
  splitInto(nodes, cellsOf(node), node, other);
  const cell = parent.ids.indexOf(node.nodeNumber);
  parent.boxes.set(extentOf(node), 4 * cell);
  addChild(nodes, above, other.nodeNumber, extentOf(other));
}

/** The root keeps its number: its cells move into two nodes below it. */
function splitRoot(nodes: RtreeNodes): void {
  const { root } = nodes;
  const halves = [nodes.create(), nodes.create()] as const;
  splitInto(nodes, cellsOf(root), ...halves);
  root.count = 0;
  nodes.depth += 1;
  for (const half of halves) addChild(nodes, [root], half.nodeNumber, extentOf(half));
}

type Cells = Pick<RtreeNode, 'count' | 'ids' | 'boxes'>;

function cellsOf({ count, ids, boxes }: RtreeNode): Cells {
  return { count, ids: ids.slice(), boxes: boxes.slice() };
}

/** Half of the cells to each node, cut across the side along which they are spread most. */
function splitInto(nodes: RtreeNodes, cells: Cells, one: RtreeNode, other: RtreeNode): void {
  const axis = spreadOf(cells, 0) >= spreadOf(cells, 2) ? 0 : 2;
  const order = Array.from({ length: cells.count }, (_none, cell) => cell);
  order.sort((a, b) => centerOf(cells, a, axis) - centerOf(cells, b, axis));
  const half = order.length >> 1;
  fill(nodes, one, cells, order.slice(0, half));
  fill(nodes, other, cells, order.slice(half));
}

function centerOf({ boxes }: Cells, cell: number, axis: 0 | 2): number {
  return (boxes[4 * cell + axis] ?? 0) + (boxes[4 * cell + axis + 1] ?? 0);
}

function spreadOf(cells: Cells, axis: 0 | 2): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let cell = 0; cell < cells.count; cell += 1) {
    const center = centerOf(cells, cell, axis);
    if (center < low) low = center;
    if (center > high) high = center;
  }
  return high - low;
}

function fill(nodes: RtreeNodes, node: RtreeNode, cells: Cells, order: readonly number[]): void {
  for (const [at, cell] of order.entries()) {
    const child = cells.ids[cell] ?? 0;
    node.ids[at] = child;
    node.boxes.set(cells.boxes.subarray(4 * cell, 4 * cell + 4), 4 * at);
    nodes.setParent(child, node.nodeNumber);
  }
  node.count = order.length;
  nodes.markChanged(node);
}
