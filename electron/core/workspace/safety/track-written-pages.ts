import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isMissingFile } from '../../base/missing-file.ts';
import { markAllWritten, markWrittenPages, type PageCheck, type PageWrites } from './page-sums.ts';
import { createReadTransaction } from './read-transaction.ts';

/** Marks in a `PageCheck` which pages of an open file are written. */
export type PageWriteTracker = {
  readonly writes: PageWrites;
  /** Marks what has been written since the last call, and lets it be copied into the file. */
  update(): void;
  /** Marks what was written last, and ends its connections to the file. */
  close(): void;
};

/**
 * Returns a function that runs an action of marking pages. After one that fails, none is run any more: what was written
 * is in the file or its log all the same, only the checksums of the other pages are lost.
 */
export function createAttempts(check: PageCheck, onFailed = () => {}): (action: () => void) => void {
  let hasFailed = false;
  return (action) => {
    if (hasFailed) return;
    try {
      action();
    } catch {
      hasFailed = true;
      markAllWritten(check);
      onFailed();
    }
  };
}

/** In bytes: the headers of a write-ahead log and of each page in it (sqlite.org/fileformat2.html, 4.1). */
const logHeaderLength = 32;
const frameHeaderLength = 24;

/**
 * For a file with a write-ahead log. Starts with an empty log, before anything is written to it. A read transaction
 * prevents every program from copying pages into the file, and from overwriting them in the log, before they are marked. When the log has `maxFrames` pages, `writer`
 * copies it, and begins it anew at its next write.
 */
export function trackWrittenPages(
  path: string,
  writer: DatabaseSync,
  check: PageCheck,
  maxFrames: number,
): PageWriteTracker {
  const log = createLogReader(`${path}-wal`, check.pageSize);
  let current = createReadTransaction(path);
  let next = createReadTransaction(path);
  const mark = () => markWrittenPages(check, log.readNewPages());
  const update = () => {
    next.begin();
    mark();
    current.end();
    [current, next] = [next, current];
    if (log.length() < maxFrames) return;
    current.end();
    writer.exec('PRAGMA wal_checkpoint(PASSIVE)');
    current.begin();
    mark();
  };
  const close = () => {
    current.close();
    next.close();
  };
  const attempt = createAttempts(check, close);
  attempt(current.begin);
  return {
    writes: { kind: 'log' },
    update: () => attempt(update),
    close() {
      attempt(mark);
      close();
    },
  };
}

/** Reads which pages the committed transactions of a log hold, each of them once. */
function createLogReader(path: string, pageSize: number) {
  /** Two numbers that change when the log begins anew; pages from before stay in the file after the new ones. */
  let salt = Buffer.alloc(8);
  let frames = 0;
  const readFrames = (handle: number): ReadonlySet<number> => {
    const header = Buffer.alloc(logHeaderLength);
    if (readSync(handle, header, 0, header.length, 0) < header.length) return new Set();
    const currentSalt = header.subarray(16, 24);
    if (!salt.equals(currentSalt)) frames = 0;
    salt = currentSalt;
    const pages = new Set<number>();
    const uncommitted: number[] = [];
    const frame = Buffer.alloc(frameHeaderLength);
    for (let index = frames; ; index += 1) {
      const offset = logHeaderLength + index * (frameHeaderLength + pageSize);
      const length = readSync(handle, frame, 0, frame.length, offset);
      if (length < frame.length || !frame.subarray(8, 16).equals(salt)) return pages;
      uncommitted.push(frame.readUInt32BE(0));
      // The last page of a transaction has the size of the file.
      if (frame.readUInt32BE(4) === 0) continue;
      for (const page of uncommitted.splice(0)) pages.add(page);
      frames = index + 1;
    }
  };
  return {
    length: () => frames,
    readNewPages(): ReadonlySet<number> {
      let handle: number;
      try {
        handle = openSync(path, 'r');
      } catch (error) {
        if (isMissingFile(error)) return new Set();
        throw error;
      }
      try {
        return readFrames(handle);
      } finally {
        closeSync(handle);
      }
    },
  };
}
