import { bytesCell, numberCell } from '../cells.ts';
import type { Sql } from '../sql.ts';

/**
 * A node of SQLite's R-tree module as its shadow tables hold it (sqlite.org/rtree.html, section 6, and the head of
 * ext/rtree/rtree.c): two bytes depth of the tree (in the root only), two bytes number of cells, then cells of 24 bytes:
 * a 64-bit id, min x, max x, min y, max y as 32-bit floats, everything big-endian. Ids are those of child nodes, or of
 * rows in a leaf.
 */
export type RtreeNode = {
  readonly nodeNumber: number;
  count: number;
  /** Room for one cell more than fits, to be split then. */
  readonly ids: Float64Array;
  /** Four for each cell: min x, max x, min y, max y. */
  readonly boxes: Float32Array;
};

const headerLength = 4;
const cellLength = 24;
const rootNumber = 1;

/** The tree of one layer, read node by node and written back at the end. */
export type RtreeNodes = {
  /** How many cells fit into a node. */
  readonly capacity: number;
  readonly root: RtreeNode;
  /** 0 while the root is a leaf. */
  depth: number;
  get(nodeNumber: number): RtreeNode;
  create(): RtreeNode;
  /** Marks that a node's cells have changed. */
  markChanged(node: RtreeNode): void;
  setParent(child: number, parent: number): void;
  /** Writes what was changed and the parents that were set. */
  write(): void;
};

/** Opens the R-tree called `name`; its shadow tables must be open to being written (no defensive mode). */
export function openRtreeNodes(sql: Sql, name: string): RtreeNodes {
  const first = readBytes(sql, name, rootNumber);
  const nodeLength = first.length;
  const capacity = Math.floor((nodeLength - headerLength) / cellLength);
  const last = sql.get(`SELECT max(nodeno) AS last FROM ${name}_node`);
  let lastNumber = last ? numberCell(last, 'last') : rootNumber;
  const nodes = new Map<number, RtreeNode>();
  const changed = new Set<RtreeNode>();
  const parents = new Map<number, number>();
  const cacheNode = (node: RtreeNode) => {
    nodes.set(node.nodeNumber, node);
    return node;
  };
  const root = cacheNode(decode(rootNumber, first, capacity));
  return {
    capacity,
    root,
    depth: new DataView(first.buffer, first.byteOffset).getUint16(0),
    get: (number) => nodes.get(number) ?? cacheNode(decode(number, readBytes(sql, name, number), capacity)),
    create() {
      lastNumber += 1;
      const node = cacheNode(emptyNode(lastNumber, capacity));
      changed.add(node);
      return node;
    },
    markChanged(node) {
      changed.add(node);
    },
    setParent(child, parent) {
      parents.set(child, parent);
    },
    write() {
      const upsertNode = `INSERT OR REPLACE INTO ${name}_node (nodeno, data) VALUES (?, ?)`;
      const upsertParent = `INSERT OR REPLACE INTO ${name}_parent (nodeno, parentnode) VALUES (?, ?)`;
      for (const node of changed) {
        sql.run(upsertNode, node.nodeNumber, encode(node, node === root ? this.depth : 0, nodeLength));
      }
      for (const [child, parent] of parents) sql.run(upsertParent, child, parent);
    },
  };
}

function readBytes(sql: Sql, name: string, number: number): Uint8Array {
  const row = sql.get(`SELECT data FROM ${name}_node WHERE nodeno = ?`, number);
  if (!row) throw new Error(`The spatial index ${name} has lost its node ${number}.`);
  return bytesCell(row, 'data');
}

function emptyNode(number: number, capacity: number): RtreeNode {
  return {
    nodeNumber: number,
    count: 0,
    ids: new Float64Array(capacity + 1),
    boxes: new Float32Array(4 * (capacity + 1)),
  };
}

function decode(number: number, bytes: Uint8Array, capacity: number): RtreeNode {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const node = emptyNode(number, capacity);
  node.count = view.getUint16(2);
  for (let cell = 0; cell < node.count; cell += 1) {
    const at = headerLength + cell * cellLength;
    node.ids[cell] = view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4);
    for (let side = 0; side < 4; side += 1) node.boxes[4 * cell + side] = view.getFloat32(at + 8 + 4 * side);
  }
  return node;
}

function encode(node: RtreeNode, depth: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, depth);
  view.setUint16(2, node.count);
  for (let cell = 0; cell < node.count; cell += 1) {
    const at = headerLength + cell * cellLength;
    const id = node.ids[cell] ?? 0;
    view.setInt32(at, Math.floor(id / 2 ** 32));
    view.setUint32(at + 4, id >>> 0);
    for (let side = 0; side < 4; side += 1)
      view.setFloat32(at + 8 + 4 * side, node.boxes[4 * cell + side] ?? 0);
  }
  return bytes;
}
