import { pageKinds, parseBtreePage, type ReadPage, readPayload } from './btree-pages.ts';

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
    const parsed = page && parseBtreePage(page, number);
    if (page && parsed?.kind === pageKinds.interiorTable) {
      let { from } = keys;
      for (const { child = 0, key = keys.to } of parsed.cells) {
        visit(child, { from, to: Math.min(key, keys.to) });
        from = key + 1;
      }
      visit(parsed.right ?? 0, { from, to: keys.to });
    } else if (page && parsed?.kind === pageKinds.leafTable) {
      for (const { key = 0, payload } of parsed.cells)
        if (payload && !readPayload(readPage, page, payload, (next) => !damaged.has(next)))
          found.push({ from: key, to: key });
    } else found.push(keys);
  };
  visit(root, everyKey);
  return found;
}

/** Whether a rowid is in one of the ranges. */
export function hasKey(ranges: readonly KeyRange[], key: number): boolean {
  return ranges.some(({ from, to }) => from <= key && key <= to);
}
