import { localLength, pageKinds, type ReadPage, readVarint } from './btree-pages.ts';

/** Rowids from `from` to `to`, both inclusive. */
export type KeyRange = { readonly from: number; readonly to: number };

/** All rows of a table. */
export const everyKey: KeyRange = { from: 0, to: Number.MAX_SAFE_INTEGER };

/**
 * The rows of a table on damaged pages, as ranges of rowids; for a damaged inner page all rows below it. The limits of a
 * range are read from intact pages, and nothing from damaged ones. `root` is the first page of the
 * table, which must have rowids.
 */
export function findRowsOnPages(
  readPage: ReadPage,
  root: number,
  damaged: ReadonlySet<number>,
): readonly KeyRange[] {
  const found: KeyRange[] = [];
  const seen = new Set<number>();
  const visit = (number: number, keys: KeyRange) => {
    // A page that comes twice is one of a tree that is damaged elsewhere.
    const page = damaged.has(number) || seen.has(number) ? undefined : readPage(number);
    seen.add(number);
    const start = number === 1 ? 100 : 0;
    const kind = page?.[start];
    if (page && kind === pageKinds.interiorTable) {
      let from = keys.from;
      for (const cell of cellsOf(page, start, 12)) {
        const key = readVarint(page, cell + 4).value;
        visit(page.readUInt32BE(cell), { from, to: Math.min(key, keys.to) });
        from = key + 1;
      }
      visit(page.readUInt32BE(start + 8), { from, to: keys.to });
    } else if (page && kind === pageKinds.leafTable) {
      for (const cell of cellsOf(page, start, 8)) {
        const key = findDamagedOverflow(readPage, page, cell, damaged);
        if (key !== undefined) found.push({ from: key, to: key });
      }
    } else found.push(keys);
  };
  visit(root, everyKey);
  return found;
}

/** Whether a rowid is in one of the ranges. */
export function hasKey(ranges: readonly KeyRange[], key: number): boolean {
  return ranges.some(({ from, to }) => from <= key && key <= to);
}

/** Offsets of the cells of a page, whose list follows its header. */
function* cellsOf(page: Buffer, start: number, headerLength: number): Generator<number> {
  const cells = page.readUInt16BE(start + 3);
  for (let at = start + headerLength; at < start + headerLength + 2 * cells; at += 2)
    yield page.readUInt16BE(at);
}

/** The rowid of a leaf's cell when a page that its row continues on is damaged. */
function findDamagedOverflow(
  readPage: ReadPage,
  page: Buffer,
  cell: number,
  damaged: ReadonlySet<number>,
): number | undefined {
  const payload = readVarint(page, cell);
  const key = readVarint(page, payload.end);
  const local = localLength(payload.value, page.length);
  if (local === payload.value) return undefined;
  let next = page.readUInt32BE(key.end + local);
  for (let left = payload.value - local; left > 0 && next !== 0; left -= page.length - 4) {
    const overflow = damaged.has(next) ? undefined : readPage(next);
    if (!overflow) return key.value;
    next = overflow.readUInt32BE(0);
  }
  return undefined;
}
