import { closeSync, openSync, readSync } from 'node:fs';
import { isMissingFile } from '../../base/missing-file.ts';
import type { Sql } from '../file/sql.ts';
import { markFreePages, markOverwrittenPage, type PageCheck, readChangeCounter } from './page-sums.ts';
import { createAttempts, type PageWriteTracker } from './track-written-pages.ts';

/**
 * For a file with a rollback journal, which holds each page that a transaction overwrites as it was before. Marks the
 * pages of each transaction of `sql` before its end. What other programs write is not marked, and detected by SQLite's
 * change counter: then it is not known of any page whether it was written.
 */
export function trackJournaledPages(path: string, sql: Sql, check: PageCheck): PageWriteTracker {
  const { descriptor } = check;
  const changeCounter = new Int32Array(new SharedArrayBuffer(4));
  const setCounter = (value: number) => Atomics.store(changeCounter, 0, value);
  /** The counter as of the last transaction, and as of the one before it. */
  let committed = readChangeCounter(descriptor);
  let former = committed;
  setCounter(committed);
  const attempt = createAttempts(check);
  sql.watchTransactions({
    begun: () =>
      attempt(() => {
        if (readChangeCounter(descriptor) !== committed)
          throw new Error('Another program has written the file.');
        former = committed;
        // The journal leaves out what they contained.
        markFreePages(check, readFreePages(check));
      }),
    committing: () =>
      attempt(() => {
        if (!markJournaledPages(`${path}-journal`, check)) return;
        committed = (committed + 1) | 0;
        setCounter(committed);
      }),
    rolledBack: () =>
      attempt(() => {
        committed = former;
        setCounter(committed);
      }),
  });
  return {
    writes: { kind: 'journal', changeCounter },
    update: () => {},
    close: () => {},
  };
}

/** Offset of the first page of the list of free pages in SQLite's header (sqlite.org/fileformat2.html, 1.3). */
const freeListOffset = 32;

/** The pages that are in use for nothing (sqlite.org/fileformat2.html, 1.5). Throws when their list is damaged. */
function readFreePages({ descriptor, pageSize, sums }: PageCheck): ReadonlySet<number> {
  const free = new Set<number>();
  const page = Buffer.alloc(pageSize);
  readSync(descriptor, page, 0, 100, 0);
  let next = page.readUInt32BE(freeListOffset);
  while (next !== 0) {
    if (free.has(next)) throw new Error('The list of free pages is damaged.');
    free.add(next);
    readSync(descriptor, page, 0, pageSize, (next - 1) * pageSize);
    next = page.readUInt32BE(0);
    const count = page.readUInt32BE(4);
    for (let index = 0; index < count; index += 1) free.add(page.readUInt32BE(8 + 4 * index));
    if (free.size > 4 * sums.length + 100_000) throw new Error('The list of free pages is damaged.');
  }
  return free;
}

/** In bytes: of the part of a journal's header that has values, and the distance of the bytes that a checksum adds up. */
const journalHeaderLength = 28;
const checksumStep = 200;

/**
 * Marks the pages in the journal of a transaction that is not committed yet (sqlite.org/fileformat2.html, 3). Its headers
 * have no magic and no count before the journal is synced, so that its pages are recognized by their checksums. Returns
 * whether there is a journal.
 */
function markJournaledPages(journal: string, check: PageCheck): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(journal, 'r');
  } catch (error) {
    if (isMissingFile(error)) return false;
    throw error;
  }
  try {
    const { pageSize } = check;
    const header = Buffer.alloc(journalHeaderLength);
    const entry = Buffer.alloc(pageSize + 8);
    const page = entry.subarray(4, 4 + pageSize);
    const isRead = (buffer: Buffer, at: number) =>
      readSync(descriptor, buffer, 0, buffer.length, at) === buffer.length;
    let at = 0;
    while (isRead(header, at)) {
      const nonce = header.readUInt32BE(12);
      const sectorSize = header.readUInt32BE(20);
      if (header.readUInt32BE(24) !== pageSize || sectorSize === 0) break;
      at += sectorSize;
      while (isRead(entry, at) && entry.readUInt32BE(4 + pageSize) === checksum(page, nonce)) {
        markOverwrittenPage(check, entry.readUInt32BE(0), page);
        at += entry.length;
      }
      at = Math.ceil(at / sectorSize) * sectorSize;
    }
    return true;
  } finally {
    closeSync(descriptor);
  }
}

function checksum(page: Uint8Array, nonce: number): number {
  let sum = nonce;
  for (let at = page.length - checksumStep; at > 0; at -= checksumStep) sum += page[at] ?? 0;
  return sum >>> 0;
}
