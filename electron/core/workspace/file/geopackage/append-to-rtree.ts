import { bytesCell, numberCell, textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import { hilbertOrder } from './hilbert-order.ts';

/** Entries of a spatial index: ids with boxes, four numbers each: min x, max x, min y, max y in degrees. */
export type IndexEntries = {
  readonly count: number;
  readonly ids: Float64Array;
  readonly boxes: Float64Array;
};

/**
 * Drops the trigger that adds each new row of a layer to its R-tree, since it calls five functions of JavaScript. Returns a
 * function that creates it again, to be called in the same transaction: no other connection sees the file without it.
 */
export function dropIndexTrigger(sql: Sql, layer: string): () => void {
  const trigger = `rtree_${layer}_geom_insert`;
  const row = sql.get`SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ${trigger}`;
  if (!row) throw new Error(`The workspace has lost its trigger ${trigger}.`);
  const text = textCell(row, 'sql');
  sql.database.exec(`DROP TRIGGER ${trigger}`);
  return () => sql.database.exec(text);
}

/** With fewer entries SQLite's insert is as fast. */
const minPackedEntries = 200;

/**
 * Adds entries, whose ids the index must not have yet, to the R-tree of a layer, in a transaction. Many are packed into new
 * leaves along a Hilbert curve, which are appended at the right edge of the tree (docs/decisions, decision 14). The result
 * is a regular R-tree, which SQLite and GDAL can change as usual.
 */
export function appendToRtree(sql: Sql, layer: string, entries: IndexEntries): void {
  const name = `rtree_${layer}_geom`;
  // While the root is a leaf there is no edge to append leaves at.
  if (entries.count < minPackedEntries || depthOf(readNode(sql, name, 1)) === 0) {
    appendOneByOne(sql, name, entries);
    return;
  }
  // SQLite protects the shadow tables of a virtual table unless defensive mode is off.
  sql.database.enableDefensive(false);
  try {
    appendLeaves(sql, name, entries);
  } finally {
    sql.database.enableDefensive(true);
  }
}

function appendOneByOne(sql: Sql, name: string, { count, ids, boxes }: IndexEntries): void {
  for (let entry = 0; entry < count; entry += 1) {
    const box = boxes.subarray(4 * entry, 4 * entry + 4);
    sql.run(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?)`, ids[entry] ?? 0, ...box);
  }
}

function appendLeaves(sql: Sql, name: string, entries: IndexEntries): void {
  const tree = openRightEdge(sql, name);
  const order = hilbertOrder(entries);
  const nodeOf = new Float64Array(entries.count);
  for (let from = 0; from < order.length; from += tree.capacity) {
    const leaf = tree.createNode();
    for (const entry of order.subarray(from, from + tree.capacity)) {
      addCell(leaf, entries.ids[entry] ?? 0, entries.boxes.subarray(4 * entry, 4 * entry + 4));
      nodeOf[entry] = leaf.number;
    }
    tree.append(leaf);
  }
  tree.write();
  insertRowids(sql, name, entries.ids, nodeOf);
}

/** Leaf of each row: one statement for ids in a row, as they mostly are. */
function insertRowids(sql: Sql, name: string, ids: Float64Array, nodeOf: Float64Array): void {
  for (let from = 0; from < nodeOf.length; ) {
    let to = from + 1;
    while (to < nodeOf.length && ids[to] === (ids[to - 1] ?? 0) + 1) to += 1;
    sql.run(
      `INSERT INTO ${name}_rowid (rowid, nodeno) SELECT key + ?, value FROM json_each(?)`,
      ids[from] ?? 0,
      `[${nodeOf.subarray(from, to).join()}]`,
    );
    from = to;
  }
}

/**
 * The nodes from the root to the one above the leaves, each the last child of the one before. A node that is full gets a
 * sibling at its right, and a root that is full a level below it.
 */
function openRightEdge(sql: Sql, name: string) {
  const root = readNode(sql, name, 1);
  const capacity = Math.floor((root.view.byteLength - headerLength) / cellLength);
  const row = sql.get(`SELECT max(nodeno) AS last FROM ${name}_node`);
  let last = row ? numberCell(row, 'last') : root.number;
  const edge = [root];
  for (let node = root; edge.length < depthOf(root); edge.push(node))
    node = readNode(sql, name, lastChild(node));
  const changed = new Set(edge);
  const parents = new Map<number, number>();
  const createNode = (): RtreeNode => {
    last += 1;
    const node = { number: last, view: new DataView(new ArrayBuffer(root.view.byteLength)) };
    changed.add(node);
    return node;
  };
  /** Moves the cells of the root into a node below it. */
  const lowerRoot = () => {
    const node = createNode();
    bytesOf(node).set(bytesOf(root));
    node.view.setUint16(0, 0);
    sql.run(`UPDATE ${name}_parent SET parentnode = ? WHERE parentnode = ?`, node.number, root.number);
    for (const [child, parent] of parents) if (parent === root.number) parents.set(child, node.number);
    root.view.setUint16(0, depthOf(root) + 1);
    root.view.setUint16(2, 0);
    addCell(root, node.number, extentOf(node));
    parents.set(node.number, root.number);
    edge.splice(1, 0, node);
  };
  const appendAt = (level: number, child: RtreeNode): void => {
    const node = edge[level];
    if (!node) throw new Error(`The spatial index ${name} has no node at level ${level}.`);
    const box = extentOf(child);
    if (countOf(node) < capacity) {
      addCell(node, child.number, box);
      parents.set(child.number, node.number);
      for (const above of edge.slice(0, level)) growLastCell(above, box);
    } else if (level === 0) {
      lowerRoot();
      appendAt(1, child);
    } else {
      const sibling = createNode();
      addCell(sibling, child.number, box);
      parents.set(child.number, sibling.number);
      edge[level] = sibling;
      appendAt(level - 1, sibling);
    }
  };
  return {
    capacity,
    createNode,
    append: (leaf: RtreeNode) => appendAt(edge.length - 1, leaf),
    write() {
      for (const node of changed)
        sql.run(
          `INSERT OR REPLACE INTO ${name}_node (nodeno, data) VALUES (?, ?)`,
          node.number,
          bytesOf(node),
        );
      for (const [child, parent] of parents)
        sql.run(`INSERT OR REPLACE INTO ${name}_parent (nodeno, parentnode) VALUES (?, ?)`, child, parent);
    },
  };
}

/**
 * A node in the shadow tables of SQLite's R-tree (sqlite.org/rtree.html, section 6, and the head of ext/rtree/rtree.c):
 * depth of the tree, in the root only, and number of cells, two bytes each; then cells of a 64-bit id, of a child or in a
 * leaf of a row, and min x, max x, min y, max y as 32-bit floats; everything big-endian.
 */
type RtreeNode = { readonly number: number; readonly view: DataView };
const headerLength = 4;
const cellLength = 24;

/** Min x, max x, min y, max y. */
type Box = Float64Array;

function readNode(sql: Sql, name: string, number: number): RtreeNode {
  const row = sql.get(`SELECT data FROM ${name}_node WHERE nodeno = ?`, number);
  if (!row) throw new Error(`The spatial index ${name} has lost its node ${number}.`);
  const bytes = bytesCell(row, 'data');
  return { number, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

function bytesOf({ view }: RtreeNode): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** 0 while the root is a leaf. */
function depthOf({ view }: RtreeNode): number {
  return view.getUint16(0);
}

function countOf({ view }: RtreeNode): number {
  return view.getUint16(2);
}

function addCell(node: RtreeNode, id: number, box: Box): void {
  const count = countOf(node);
  node.view.setBigInt64(headerLength + cellLength * count, BigInt(id));
  node.view.setUint16(2, count + 1);
  setBox(node, count, box);
}

function lastChild(node: RtreeNode): number {
  return Number(node.view.getBigInt64(headerLength + cellLength * (countOf(node) - 1)));
}

function setBox({ view }: RtreeNode, cell: number, box: Box): void {
  for (let side = 0; side < 4; side += 1)
    view.setFloat32(sideOffset(cell, side), roundOut(box[side] ?? 0, side));
}

function sideOffset(cell: number, side: number): number {
  return headerLength + cellLength * cell + 8 + 4 * side;
}

function extentOf(node: RtreeNode): Box {
  const extent = new Float64Array([Infinity, -Infinity, Infinity, -Infinity]);
  for (let cell = 0; cell < countOf(node); cell += 1) growBox(extent, node, cell);
  return extent;
}

function growLastCell(node: RtreeNode, box: Box): void {
  const cell = countOf(node) - 1;
  const grown = box.slice();
  growBox(grown, node, cell);
  setBox(node, cell, grown);
}

function growBox(box: Box, { view }: RtreeNode, cell: number): void {
  for (let side = 0; side < 4; side += 1) {
    const value = view.getFloat32(sideOffset(cell, side));
    if (isMinimum(side) ? value < (box[side] ?? 0) : value > (box[side] ?? 0)) box[side] = value;
  }
}

function isMinimum(side: number): boolean {
  return side % 2 === 0;
}

/** Rounds as the R-tree module does: by at least one step of a 32-bit float where that is on the wrong side. */
function roundOut(value: number, side: number): number {
  const rounded = Math.fround(value);
  if (isMinimum(side) ? rounded <= value : rounded >= value) return rounded;
  return value * (isMinimum(side) === value < 0 ? 1 + 2 ** -23 : 1 - 2 ** -23);
}
