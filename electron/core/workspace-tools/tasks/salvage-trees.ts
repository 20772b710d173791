import type { SqlRow } from '../../workspace/file/sql.ts';
import {
  decodeRecord,
  headerOffset,
  type Payload,
  pageKinds,
  parseBtreePage,
  type ReadPage,
  readPayload,
} from '../../workspace/safety/btree-pages.ts';

/** A record on a page; `read` returns its values, undefined where its bytes are damaged. */
export type TreeRecord = {
  /** The row id, of a table. */
  readonly key: number | undefined;
  /** Whether its page shows damage. */
  readonly isDoubtful: boolean;
  read(): readonly SqlRow[string][] | undefined;
};

/** The pages of a b-tree that hold records, in their order, and whether all of it could be walked. */
export type Tree = { readonly pages: readonly number[]; readonly isWhole: boolean };

/** Walks a b-tree from its root. A page that `accepts` refuses is none of it. */
export function walkTree(
  readPage: ReadPage,
  root: number,
  accepts: (page: number) => boolean = () => true,
): Tree {
  const pages: number[] = [];
  const seen = new Set<number>();
  let isWhole = true;
  const stack: { readonly page: number; readonly after: number; readonly upTo: number }[] = [
    { page: root, after: Number.NEGATIVE_INFINITY, upTo: Number.POSITIVE_INFINITY },
  ];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const bytes = seen.has(next.page) ? undefined : readPage(next.page);
    seen.add(next.page);
    const page = bytes && parseBtreePage(bytes, next.page);
    const holdsRecords = page && page.kind !== pageKinds.interiorTable;
    if (!page || (holdsRecords && !accepts(next.page))) {
      isWhole = false;
      continue;
    }
    if (holdsRecords) pages.push(next.page);
    let { after } = next;
    isWhole &&= page.isIntact;
    const children: typeof stack = [];
    for (const { child, key } of page.cells) {
      if (key !== undefined && (key <= after || key > next.upTo)) isWhole = false;
      if (child !== undefined) children.push({ page: child, after, upTo: key ?? next.upTo });
      after = key ?? after;
    }
    if (page.right !== undefined) children.push({ page: page.right, after, upTo: next.upTo });
    stack.push(...children.toReversed());
  }
  return { pages, isWhole };
}

/** Reads the records of pages. An overflow page belongs to one record, so that the work is bounded by the file. */
export function* readRecords(readPage: ReadPage, pages: readonly number[]): Generator<TreeRecord, void> {
  const owners = new Map<number, Payload>();
  let last: { readonly number: number; readonly bytes: Buffer | undefined } = { number: 0, bytes: undefined };
  // Records that are read later must not hold their pages in memory.
  const readLast = (number: number) => {
    if (last.number !== number) last = { number, bytes: readPage(number) };
    return last.bytes;
  };
  const readValues = (number: number, payload: Payload) => {
    const bytes = readLast(number);
    const seen = new Set<number>();
    const isFree = (page: number) => {
      const owner = owners.get(page) ?? payload;
      owners.set(page, owner);
      return owner === payload && seen.size !== seen.add(page).size;
    };
    const content = bytes && readPayload(readPage, bytes, payload, isFree);
    return content && decodeRecord(content);
  };
  for (const number of pages) {
    const bytes = readLast(number);
    const page = bytes && parseBtreePage(bytes, number);
    if (!page) continue;
    const keys = page.cells.map(({ key }) => key ?? 0);
    const isOrdered =
      page.kind !== pageKinds.leafTable || keys.every((key, at) => at === 0 || key > (keys[at - 1] ?? 0));
    for (const { key, payload } of page.cells) {
      if (!payload) continue;
      yield { key, isDoubtful: !(page.isIntact && isOrdered), read: () => readValues(number, payload) };
    }
  }
}

/** The free pages; undefined where their list is damaged. */
function readFreePages(readPage: ReadPage): ReadonlySet<number> | undefined {
  const header = readPage(1);
  if (!header) return undefined;
  const free = new Set<number>();
  for (let trunk = header.readUInt32BE(32); trunk !== 0; ) {
    const page = free.has(trunk) ? undefined : readPage(trunk);
    const count = page?.readUInt32BE(4) ?? Number.POSITIVE_INFINITY;
    if (!page || 8 + 4 * count > page.length) return undefined;
    free.add(trunk);
    for (let at = 8; at < 8 + 4 * count; at += 4) free.add(page.readUInt32BE(at));
    trunk = page.readUInt32BE(0);
  }
  return free.size === header.readUInt32BE(36) ? free : undefined;
}

/** Pages with records that no tree leads to, and whether it is certain that they are not free. */
export function findOrphans(
  readPage: ReadPage,
  pageCount: number,
  trees: readonly Tree[],
): { readonly pages: readonly number[]; readonly areCurrent: boolean } {
  const free = readFreePages(readPage);
  const reached = new Set(trees.flatMap(({ pages }) => pages));
  const pages: number[] = [];
  for (let number = 1; number <= pageCount; number += 1) {
    if (reached.has(number) || free?.has(number)) continue;
    const kind = readPage(number)?.[headerOffset(number)];
    if (kind === pageKinds.leafTable || kind === pageKinds.leafIndex || kind === pageKinds.interiorIndex)
      pages.push(number);
  }
  return { pages, areCurrent: free !== undefined };
}
