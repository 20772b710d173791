/** A page by its number, counted from 1; undefined where the file has no such page. */
export type ReadPage = (page: number) => Buffer | undefined;

/** Kinds of b-tree pages: the first byte of each (sqlite.org/fileformat2.html, 1.6). */
export const pageKinds = { interiorIndex: 2, interiorTable: 5, leafIndex: 10, leafTable: 13 } as const;

const fileHeader = 100;
/** A row in more bytes than this is none of a workspace. */
const maxPayload = 2 ** 28;
/** The space that a cell uses at least. */
const minCell = 4;

/** The content of a cell: `local` bytes from `at` on in its page, the rest on the pages from `overflow` on. */
export type Payload = {
  readonly at: number;
  readonly local: number;
  readonly length: number;
  readonly overflow: number;
};

/** A cell of a b-tree page: interior pages have a child, tables a row id, leaves and indexes a payload. */
export type Cell = {
  readonly child: number | undefined;
  readonly key: number | undefined;
  readonly payload: Payload | undefined;
};

/** A b-tree page with the cells that can be read. */
export type BtreePage = {
  readonly kind: number;
  /** Number of cells stated in its header. */
  readonly count: number;
  readonly cells: readonly Cell[];
  /** The child after the last cell, of an interior page. */
  readonly right: number | undefined;
  /** Whether cells and free space add up to the page, as those that SQLite wrote do. */
  readonly isIntact: boolean;
};

/** Offset of the header of a page. */
export function headerOffset(page: number): number {
  return page === 1 ? fileHeader : 0;
}

/** The cells of a page; undefined where it is no b-tree page. Its work is bounded by the length of the page. */
export function parseBtreePage(page: Buffer, number: number): BtreePage | undefined {
  const start = headerOffset(number);
  const kind = page.readUInt8(start);
  if (!Object.values<number>(pageKinds).includes(kind)) return undefined;
  const isInterior = kind === pageKinds.interiorIndex || kind === pageKinds.interiorTable;
  const list = start + (isInterior ? 12 : 8);
  const count = page.readUInt16BE(start + 3);
  const content = page.readUInt16BE(start + 5) || 65_536;
  const cells: Cell[] = [];
  let used = page.readUInt8(start + 7) + freeBytes(page, page.readUInt16BE(start + 1));
  let isIntact = list + 2 * count <= content;
  for (let index = 0; index < count && list + 2 * index + 2 <= page.length; index += 1) {
    const parsed = parseCell(page, page.readUInt16BE(list + 2 * index), kind);
    used += parsed?.size ?? 0;
    // Cells that overlap could make a page cost any amount.
    if (used > page.length) break;
    if (parsed) cells.push(parsed.cell);
    else isIntact = false;
  }
  return {
    kind,
    count,
    cells,
    right: isInterior ? page.readUInt32BE(start + 8) : undefined,
    isIntact: isIntact && cells.length === count && used === page.length - content,
  };
}

/** The bytes in the list of free blocks, which ascends. */
function freeBytes(page: Buffer, first: number): number {
  let bytes = 0;
  for (let at = first; at !== 0 && at + 4 <= page.length; ) {
    bytes += page.readUInt16BE(at + 2);
    const next = page.readUInt16BE(at);
    if (next !== 0 && next <= at) return Number.NaN;
    at = next;
  }
  return bytes;
}

function parseCell(
  page: Buffer,
  start: number,
  kind: number,
): { readonly cell: Cell; readonly size: number } | undefined {
  try {
    let at = start;
    let child: number | undefined;
    let key: number | undefined;
    if (kind === pageKinds.interiorIndex || kind === pageKinds.interiorTable) {
      child = page.readUInt32BE(at);
      at += 4;
    }
    if (kind === pageKinds.interiorTable) {
      const read = readVarint(page, at);
      return {
        cell: { child, key: read.value, payload: undefined },
        size: Math.max(minCell, read.end - start),
      };
    }
    const length = readVarint(page, at);
    at = length.end;
    if (kind === pageKinds.leafTable) ({ value: key, end: at } = readVarint(page, at));
    const local = localLength(length.value, page.length, kind === pageKinds.leafTable);
    const end = at + local + (local < length.value ? 4 : 0);
    if (end > page.length || length.value > maxPayload) return undefined;
    const overflow = local < length.value ? page.readUInt32BE(at + local) : 0;
    const payload = { at, local, length: length.value, overflow };
    return { cell: { child, key, payload }, size: Math.max(minCell, end - start) };
  } catch (error) {
    // Read past the end of the page.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The payload of a cell; undefined where an overflow page is missing, or `isFree` refuses it. */
export function readPayload(
  readPage: ReadPage,
  page: Buffer,
  { at, local, length, overflow }: Payload,
  isFree: (page: number) => boolean = () => true,
): Buffer | undefined {
  const parts = [Buffer.from(page.subarray(at, at + local))];
  let left = length - local;
  for (let next = overflow; left > 0; ) {
    const more = next !== 0 && isFree(next) ? readPage(next) : undefined;
    if (!more) return undefined;
    parts.push(Buffer.from(more.subarray(4, 4 + Math.min(left, page.length - 4))));
    left -= page.length - 4;
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

/**
 * The number of bytes of a payload of `length` bytes that are in its page (sqlite.org/fileformat2.html, 1.6; no
 * reserved bytes).
 */
export function localLength(length: number, pageSize: number, isTable = true): number {
  const most = isTable ? pageSize - 35 : Math.floor(((pageSize - 12) * 64) / 255) - 23;
  if (length <= most) return length;
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (pageSize - 4));
  return fitting <= most ? fitting : least;
}

/** A big-endian number of up to nine bytes, seven bits in each but the ninth. Above 2⁵³ it is not exact. */
export function readVarint(page: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let index = 0; index < 9; index += 1) {
    const byte = page.readUInt8(at + index);
    if (index === 8) return { value: value * 256 + byte, end: at + 9 };
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + index + 1 };
  }
  return { value, end: at + 9 };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Lengths of integers by their serial type. */
const integerLengths = [0, 1, 2, 3, 4, 6, 8];

/** The values of a record (sqlite.org/fileformat2.html, 2.1); undefined where the bytes are none. */
export function decodeRecord(
  bytes: Buffer,
): readonly (null | number | string | Uint8Array<ArrayBuffer>)[] | undefined {
  try {
    const header = readVarint(bytes, 0);
    if (header.value > bytes.length) return undefined;
    const values: (null | number | string | Uint8Array<ArrayBuffer>)[] = [];
    let body = header.value;
    for (let at = header.end; at < header.value; ) {
      const { value: type, end } = readVarint(bytes, at);
      at = end;
      const length = lengthOf(type);
      if (length === undefined || body + length > bytes.length) return undefined;
      values.push(decodeValue(bytes, body, type, length));
      body += length;
    }
    return body === bytes.length ? values : undefined;
  } catch (error) {
    // Past the end, or bytes that are no text.
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The bytes of one value of a record and its serial type; undefined where the record has none. What follows may be anything. */
export function readColumn(
  bytes: Buffer,
  index: number,
): { readonly type: number; readonly content: Buffer } | undefined {
  try {
    const header = readVarint(bytes, 0);
    let body = header.value;
    let at = header.end;
    for (let column = 0; at < header.value; column += 1) {
      const { value: type, end } = readVarint(bytes, at);
      const length = lengthOf(type) ?? 0;
      if (column === index) return { type, content: bytes.subarray(body, body + length) };
      at = end;
      body += length;
    }
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function lengthOf(type: number): number | undefined {
  if (type >= 12) return Math.floor((type - 12) / 2);
  if (type === 7) return 8;
  if (type === 8 || type === 9) return 0;
  return integerLengths[type];
}

function decodeValue(bytes: Buffer, at: number, type: number, length: number) {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE(at);
  if (type === 8 || type === 9) return type - 8;
  if (type === 6) return Number(bytes.readBigInt64BE(at));
  if (type < 7) return bytes.readIntBE(at, length);
  const content = bytes.subarray(at, at + length);
  return type % 2 === 0 ? new Uint8Array(content) : utf8.decode(content);
}
