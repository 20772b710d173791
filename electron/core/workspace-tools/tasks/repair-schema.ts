import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** Kinds of pages and the lengths of their headers (sqlite.org/fileformat2.html, 1.6). */
const leafTable = 0x0d;
const interiorTable = 0x05;
const leafHeader = 8;
const interiorHeader = 12;
const fileHeader = 100;

/** The possible values of the first column of `sqlite_schema`. */
const schemaTypes = new Set(['table', 'index', 'view', 'trigger']);

type SchemaLeaf = {
  readonly page: number;
  readonly first: number;
  readonly last: number;
  readonly rows: number;
};

/**
 * Rewrites the first page of a database file as the root of what is left of the schema: all leaves that contain nothing
 * but descriptions of tables, indexes and triggers. Returns how many such leaves there were.
 */
export function repairSchema(path: string, pageSize: number): number {
  const handle = openSync(path, 'r+');
  try {
    const leaves = withoutOverlaps(findLeaves(handle, pageSize));
    if (leaves.length === 0) return 0;
    const first = Buffer.alloc(pageSize);
    readSync(handle, first, 0, pageSize, 0);
    writeRoot(first, leaves);
    writeSync(handle, first, 0, pageSize, 0);
    return leaves.length;
  } finally {
    closeSync(handle);
  }
}

function findLeaves(handle: number, pageSize: number): SchemaLeaf[] {
  const pages = Math.floor(fstatSync(handle).size / pageSize);
  const page = Buffer.alloc(pageSize);
  const leaves: SchemaLeaf[] = [];
  for (let number = 2; number <= pages; number += 1) {
    readSync(handle, page, 0, pageSize, (number - 1) * pageSize);
    const keys = schemaKeys(page);
    const [first, last] = [keys[0], keys.at(-1)];
    if (first !== undefined && last !== undefined)
      leaves.push({ page: number, first, last, rows: keys.length });
  }
  return leaves.sort((one, other) => one.first - other.first);
}

/** The rowids of a leaf of the schema; none where the page is anything else. */
function schemaKeys(page: Buffer): readonly number[] {
  if (page[0] !== leafTable) return [];
  const count = page.readUInt16BE(3);
  if (count === 0 || leafHeader + 2 * count > page.length) return [];
  const keys: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const key = schemaKey(page, page.readUInt16BE(leafHeader + 2 * index));
    if (key === undefined || key <= (keys.at(-1) ?? 0)) return [];
    keys.push(key);
  }
  return keys;
}

/** The rowid of a cell whose record starts like one of the schema; undefined otherwise. */
function schemaKey(page: Buffer, at: number): number | undefined {
  const read = createVarints(page, at);
  read();
  const key = read();
  const recordAt = read.at();
  const headerLength = read();
  const types = [read(), read(), read(), read(), read()];
  const [type = 0, name = 0, table = 0, root = 0, sql = 0] = types;
  const isText = (serial: number) => serial >= 13 && serial % 2 === 1;
  if (read.at() !== recordAt + headerLength || !isText(type) || !isText(name) || !isText(table))
    return undefined;
  if (root > 9 || !(isText(sql) || sql === 0)) return undefined;
  const text = page.toString('latin1', read.at(), read.at() + (type - 13) / 2);
  return schemaTypes.has(text) ? key : undefined;
}

/** Reads numbers of variable length, one behind the other; behind the page's end there are only zeros. */
function createVarints(page: Buffer, start: number) {
  let at = start;
  const read = () => {
    let value = 0;
    for (let index = 0; index < 9; index += 1) {
      const byte = page[at] ?? 0;
      at += 1;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  };
  return Object.assign(read, { at: () => at });
}

/** Pages that nothing uses any more may hold former states of a leaf: of two over the same rows the fuller one counts. */
function withoutOverlaps(leaves: readonly SchemaLeaf[]): readonly SchemaLeaf[] {
  const kept: SchemaLeaf[] = [];
  for (const leaf of leaves) {
    const former = kept.at(-1);
    if (former && leaf.first <= former.last) {
      if (leaf.rows > former.rows) kept[kept.length - 1] = leaf;
    } else kept.push(leaf);
  }
  return kept;
}

function writeRoot(page: Buffer, leaves: readonly SchemaLeaf[]): void {
  const [right] = leaves.slice(-1);
  const cells = leaves.slice(0, -1).map(({ page: child, last }) => {
    const key = varint(last);
    const cell = Buffer.alloc(4 + key.length);
    cell.writeUInt32BE(child, 0);
    key.copy(cell, 4);
    return cell;
  });
  page.fill(0, fileHeader);
  let content = page.length;
  for (const [index, cell] of cells.entries()) {
    content -= cell.length;
    cell.copy(page, content);
    page.writeUInt16BE(content, fileHeader + interiorHeader + 2 * index);
  }
  page.writeUInt8(interiorTable, fileHeader);
  page.writeUInt16BE(cells.length, fileHeader + 3);
  page.writeUInt16BE(content === 65_536 ? 0 : content, fileHeader + 5);
  page.writeUInt32BE(right?.page ?? 0, fileHeader + 8);
}

function varint(value: number): Buffer {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift((rest % 128) | 0x80);
  return Buffer.from(bytes);
}
