import { Buffer } from 'node:buffer';
import { RowRecord, varintLength, writeVarint } from './row-record.ts';

/** A table of an image: its name and the statement that creates it. Rows have rowids, and there are no indexes. */
export type ImageTable = { readonly name: string; readonly sql: string };

/** Builds a SQLite database as the bytes of its file, row by row, without SQLite (docs/decisions, decision 62). */
export type DatabaseImage = {
  /** Adds a row to a table, given by its index in the list; rowids must ascend. */
  append(table: number, rowid: number, row: RowRecord): void;
  /** The file. Nothing may be added afterwards. */
  finish(): Uint8Array<ArrayBuffer>;
};

/** Bytes of a page of the file. */
const pageLength = 16_384;
const databaseHeaderLength = 100;
const leafHeaderLength = 8;
const interiorHeaderLength = 12;
const pageTypes = { interior: 5, leaf: 13 } as const;

/** How much of a row stays in its leaf (sqlite.org/fileformat2.html, 1.6, "overflow pages"). */
const maxLocal = pageLength - 35;
const minLocal = Math.floor(((pageLength - 12) * 32) / 255) - 23;
const overflowCapacity = pageLength - 4;

/** A child of an interior page: its page and the greatest rowid in it. */
type Child = { readonly page: number; readonly lastRowid: number };

type Leaf = { readonly page: number; cells: number; contentStart: number; lastRowid: number };

type Tree = { leaf: Leaf | undefined; readonly full: Child[] };

/** An empty image with room for `length` bytes, which grows. */
export function createDatabaseImage(tables: readonly ImageTable[], length: number): DatabaseImage {
  const pages = createPages(length);
  // The first is for the header and the schema.
  pages.add();
  const trees = tables.map((): Tree => ({ leaf: undefined, full: [] }));
  return {
    append(table, rowid, row) {
      const tree = trees[table];
      if (!tree) throw new Error(`The image has no table ${table}.`);
      appendRow(pages, tree, rowid, row);
    },
    finish() {
      const roots = trees.map((tree) => finishTree(pages, tree));
      writeSchema(pages, tables, roots);
      return pages.finish();
    },
  };
}

type Pages = ReturnType<typeof createPages>;

function createPages(length: number) {
  let bytes = Buffer.allocUnsafeSlow(Math.max(length, pageLength));
  let view = new DataView(bytes.buffer);
  let count = 0;
  return {
    get bytes() {
      return bytes;
    },
    get view() {
      return view;
    },
    get count() {
      return count;
    },
    /** Returns the number of a new page; the first is 1. */
    add(): number {
      count += 1;
      if (count * pageLength > bytes.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, count * pageLength));
        bytes.copy(grown);
        bytes = grown;
        view = new DataView(grown.buffer);
      }
      return count;
    },
    finish: (): Uint8Array<ArrayBuffer> => new Uint8Array(bytes.buffer, 0, count * pageLength),
  };
}

function pageStart(page: number): number {
  return (page - 1) * pageLength;
}

function appendRow(pages: Pages, tree: Tree, rowid: number, row: RowRecord): void {
  const payload = row.length;
  const local = localLength(payload);
  const cellLength = varintLength(payload) + varintLength(rowid) + local + (local < payload ? 4 : 0);
  let { leaf } = tree;
  if (!leaf || leaf.contentStart - cellLength < leafHeaderLength + 2 * (leaf.cells + 1)) {
    if (leaf) tree.full.push(closeLeaf(pages, leaf));
    leaf = { page: pages.add(), cells: 0, contentStart: pageLength, lastRowid: 0 };
    tree.leaf = leaf;
  }
  const overflow = local < payload ? writeOverflow(pages, row, local) : 0;
  const start = pageStart(leaf.page);
  const { bytes } = pages;
  leaf.contentStart -= cellLength;
  let at = writeVarint(bytes, start + leaf.contentStart, payload);
  at = writeVarint(bytes, at, rowid);
  row.copyTo(bytes, at, 0, local);
  if (overflow > 0) bytes.writeUInt32BE(overflow, at + local);
  const pointer = start + leafHeaderLength + 2 * leaf.cells;
  bytes[pointer] = leaf.contentStart >> 8;
  bytes[pointer + 1] = leaf.contentStart & 0xff;
  leaf.cells += 1;
  leaf.lastRowid = rowid;
}

function localLength(payload: number): number {
  if (payload <= maxLocal) return payload;
  const length = minLocal + ((payload - minLocal) % overflowCapacity);
  return length <= maxLocal ? length : minLocal;
}

/** Writes what of a row does not fit into its leaf, from byte `from` on, into a chain of pages; returns the first. */
function writeOverflow(pages: Pages, row: RowRecord, from: number): number {
  const first = pages.add();
  let page = first;
  for (let at = from; ; ) {
    const end = Math.min(row.length, at + overflowCapacity);
    row.copyTo(pages.bytes, pageStart(page) + 4, at, end);
    at = end;
    const next = at < row.length ? pages.add() : 0;
    pages.view.setUint32(pageStart(page), next);
    if (next === 0) return first;
    page = next;
  }
}

function closeLeaf({ view }: Pages, leaf: Leaf): Child {
  const start = pageStart(leaf.page);
  writePageHeader(view, start, pageTypes.leaf, leaf.cells, leaf.contentStart);
  return { page: leaf.page, lastRowid: leaf.lastRowid };
}

/** No free blocks, no fragments. */
function writePageHeader(
  view: DataView,
  at: number,
  type: number,
  cells: number,
  contentStart: number,
): void {
  view.setUint8(at, type);
  view.setUint16(at + 1, 0);
  view.setUint16(at + 3, cells);
  view.setUint16(at + 5, contentStart);
  view.setUint8(at + 7, 0);
}

/** Writes the pages above the leaves; returns the root. */
function finishTree(pages: Pages, { leaf, full }: Tree): number {
  const last = leaf ?? { page: pages.add(), cells: 0, contentStart: pageLength, lastRowid: 0 };
  let level: readonly Child[] = [...full, closeLeaf(pages, last)];
  while (level.length > 1) level = writeInterior(pages, level);
  return level[0]?.page ?? 0;
}

/** As many children as always fit, whatever their rowids. */
const maxChildren = Math.floor((pageLength - interiorHeaderLength) / (2 + 4 + 9));

function writeInterior(pages: Pages, children: readonly Child[]): readonly Child[] {
  const above: Child[] = [];
  for (let from = 0; from < children.length; from += maxChildren) {
    const members = children.slice(from, from + maxChildren);
    const last = members.at(-1);
    if (!last) continue;
    const page = pages.add();
    const start = pageStart(page);
    const { bytes, view } = pages;
    let contentStart = pageLength;
    for (const [index, child] of members.slice(0, -1).entries()) {
      contentStart -= 4 + varintLength(child.lastRowid);
      view.setUint32(start + contentStart, child.page);
      writeVarint(bytes, start + contentStart + 4, child.lastRowid);
      view.setUint16(start + interiorHeaderLength + 2 * index, contentStart);
    }
    writePageHeader(view, start, pageTypes.interior, members.length - 1, contentStart);
    view.setUint32(start + 8, last.page);
    above.push({ page, lastRowid: last.lastRowid });
  }
  return above;
}

/** Header of the file and table `sqlite_schema`, both on the first page (sqlite.org/fileformat2.html, 1.3 and 2.6). */
function writeSchema(
  { bytes, view, count }: Pages,
  tables: readonly ImageTable[],
  roots: readonly number[],
): void {
  bytes.fill(0, 0, databaseHeaderLength);
  bytes.write('SQLite format 3\0', 0, 'latin1');
  view.setUint16(16, pageLength);
  // Versions of format to write and to read, no reserved room, and fractions that never were anything else.
  bytes.set([1, 1, 0, 64, 32, 32], 18);
  view.setUint32(24, 1);
  view.setUint32(28, count);
  view.setUint32(40, 1);
  view.setUint32(44, 4);
  view.setUint32(56, 1);
  view.setUint32(92, 1);
  view.setUint32(96, 3_045_000);
  let contentStart = pageLength;
  const row = new RowRecord();
  for (const [index, { name, sql }] of tables.entries()) {
    row
      .begin()
      .text('table')
      .text(name)
      .text(name)
      .integer(roots[index] ?? 0)
      .text(sql);
    contentStart -= varintLength(row.length) + 1 + row.length;
    const at = writeVarint(bytes, contentStart, row.length);
    row.copyTo(bytes, writeVarint(bytes, at, index + 1));
    view.setUint16(databaseHeaderLength + leafHeaderLength + 2 * index, contentStart);
  }
  if (contentStart < databaseHeaderLength + leafHeaderLength + 2 * tables.length)
    throw new Error('The schema of an image has to fit into one page.');
  writePageHeader(view, databaseHeaderLength, pageTypes.leaf, tables.length, contentStart);
}
