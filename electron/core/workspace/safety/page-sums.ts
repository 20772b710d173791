import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { WorkspaceDamage } from './describe-damage.ts';
import { createReadTransaction } from './read-transaction.ts';

/**
 * Checksums of the pages of a workspace file as it was closed; `sums[0]` is that of page 1. 0 where none is known, which
 * a closing that took too long leaves.
 */
type PageSums = { readonly pageSize: number; readonly sums: Uint32Array };

/**
 * File of the checksums of a workspace file: next to the workspaces of the data folder, wherever the file is. One in this
 * folder is named by its path in it, so that its checksums are found where the data folder is copied or moved to.
 */
export function pageSumsFile(folder: string, file: string): string {
  const relative = path.relative(folder, file);
  const isInside = !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
  const place = isInside ? relative.replaceAll(path.sep, '/') : path.resolve(file);
  const name = hash('sha256', place, 'hex').slice(0, 32);
  return path.join(folder, '.checksums', `${name}.sums`);
}

const magic = 'Sightline page sums 2\n';
/** First line of files of versions that knew the checksum of every page or saved none. */
const formerMagic = 'Sightline page sums 1\n';
/** The magic, then page size, change counter and the CRC-32 of the sums, four bytes each. */
const headerLength = magic.length + 12;

/** Offsets in SQLite's file header of two copies of its change counter, farther apart than most damage is long. */
const counterOffsets = [24, 92] as const;

const bytesAtOnce = 4_194_304;
/** Longer than this a shutdown must not take; the checksums of the other pages are then computed by later sessions. */
const maxSaveMs = 4000;

/** State of a page in a session. */
const pageStates = {
  /** The page was written since the file was opened, so that a change proves nothing. */
  written: 1,
  /** The page has changed on the disk without having been written. */
  damaged: 2,
} as const;

/** Method of knowing which pages of an open file have been written. */
export type PageWrites =
  /** No method: while the stamp of the file (`readFileStamp`) is the same, none has. */
  | { readonly kind: 'unmarked'; readonly stamp: string }
  /** Each page of the write-ahead log is marked, also those that another program wrote. */
  | { readonly kind: 'log' }
  /**
   * Each page that Sightline writes with a rollback journal is marked. Element 0 is SQLite's change counter as of its last
   * transaction: with another one in the file, another program has written it.
   */
  | { readonly kind: 'journal'; readonly changeCounter: Int32Array };

/** Sums that an opened file is compared with. The arrays are shared by the threads of a session. */
export type PageCheck = PageSums & {
  /**
   * The file, open for reading. It must stay open while SQLite has the file open in this process: on Linux and macOS,
   * closing any descriptor of a file removes all locks of the process on it (sqlite.org/howtocorrupt.html, 2.2), and
   * another program would then delete the write-ahead log.
   */
  readonly descriptor: number;
  /** Bits of `pageStates` for each page. */
  readonly states: Uint8Array;
  readonly writes: PageWrites;
};

/** Result of comparing an opened file with its checksums. */
export type CheckResult = {
  readonly damagedPages: readonly number[];
  /** Undefined when no page has changed. */
  readonly damage: WorkspaceDamage | undefined;
};

/**
 * Saves the checksums of a closed workspace file, in a file of their own: the next opening finds what has changed on
 * the disk. A page that was not written retains its checksum, so that its damage stays known; damaged pages
 * that were written get a wrong one. The others are computed, for at most `maxMs`. A checksum is four bytes a page.
 */
export function savePageSums(
  sumsFile: string,
  file: string,
  check?: PageCheck | undefined,
  maxMs = maxSaveMs,
): void {
  const handle = openSync(file, 'r');
  try {
    const header = Buffer.alloc(100);
    if (readSync(handle, header, 0, header.length, 0) < header.length) return;
    const pageSize = readPageSize(header);
    if (pageSize < 512) return;
    const sums = new Uint32Array(Math.floor(fstatSync(handle).size / pageSize));
    const former = check?.pageSize === pageSize ? check : undefined;
    const isAnyWritten = former !== undefined && isWrittenUnmarked(file, handle, former.writes);
    const deadline = performance.now() + maxMs;
    const buffer = Buffer.alloc(pageSize);
    for (let page = 1; page <= sums.length; page += 1) {
      const state = former?.states[page - 1] ?? pageStates.written;
      const isWritten = page === 1 || isAnyWritten || (state & pageStates.written) !== 0;
      const isDamaged = (state & pageStates.damaged) !== 0;
      let sum = isWritten ? 0 : (former?.sums[page - 1] ?? 0);
      // Damage that is known, and the page that every opening changes, whatever the time.
      if (sum === 0 && (page === 1 || isDamaged || performance.now() < deadline)) {
        sum = readSum(handle, page, buffer);
        if (isDamaged) sum = wrongSum(sum);
      }
      sums[page - 1] = sum;
    }
    const bytes = Buffer.from(sums.buffer);
    const head = Buffer.alloc(headerLength);
    head.write(magic, 'latin1');
    head.writeUInt32LE(pageSize, magic.length);
    header.copy(head, magic.length + 4, counterOffsets[0], counterOffsets[0] + 4);
    head.writeUInt32LE(crc32(bytes), magic.length + 8);
    mkdirSync(path.dirname(sumsFile), { recursive: true });
    writeFileSync(`${sumsFile}.new`, Buffer.concat([head, bytes]));
    renameSync(`${sumsFile}.new`, sumsFile);
  } finally {
    closeSync(handle);
  }
}

/**
 * The sums that a closed file can be compared with, and the damage in a sample of it, in `states`. Undefined when there
 * are no checksums, when they are damaged themselves, or when a program has written the file since, which SQLite's
 * change counter shows, or was ended while it did, which a log or a journal shows. `descriptor` is that of `PageCheck`.
 */
export function readPageCheck(sumsFile: string, file: string, descriptor: number): PageCheck | undefined {
  const saved = loadPageSums(sumsFile, file, descriptor);
  if (!saved) return undefined;
  const sums = new Uint32Array(new SharedArrayBuffer(saved.sums.byteLength));
  sums.set(saved.sums);
  const states = new Uint8Array(new SharedArrayBuffer(sums.length));
  for (const page of findDamageInSample(descriptor, saved)) markPage(states, page, pageStates.damaged);
  const writes = { kind: 'unmarked', stamp: readFileStamp(file, descriptor) } as const;
  return { descriptor, pageSize: saved.pageSize, sums, states, writes };
}

function loadPageSums(sumsFile: string, file: string, descriptor: number): PageSums | undefined {
  if (!existsSync(sumsFile) || hasLog(file)) return undefined;
  const saved = readFileSync(sumsFile);
  if (saved.length < headerLength) return undefined;
  const beginning = saved.toString('latin1', 0, magic.length);
  if (beginning !== magic && beginning !== formerMagic) return undefined;
  const body = saved.subarray(headerLength);
  if (crc32(body) !== saved.readUInt32LE(magic.length + 8) || body.length % 4 !== 0) return undefined;
  const header = Buffer.alloc(100);
  readSync(descriptor, header, 0, header.length, 0);
  const counter = saved.subarray(magic.length + 4, magic.length + 8);
  const pageSize = saved.readUInt32LE(magic.length);
  const isSame =
    (body.length / 4) * pageSize === fstatSync(descriptor).size &&
    counterOffsets.some((at) => header.subarray(at, at + 4).equals(counter));
  if (!isSame) return undefined;
  // A copy, because the sums start at any offset of the file.
  const sums = new Uint32Array(new Uint8Array(body).buffer);
  return { pageSize, sums };
}

function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`) || existsSync(`${file}-journal`);
}

/** Number of pages compared at each opening, in addition to the first one. */
const sampleSize = 64;

/** Compares the first page and some others, spread over the file. Returns the damaged ones, which are numbered from 1. */
function findDamageInSample(descriptor: number, { pageSize, sums }: PageSums): readonly number[] {
  const step = Math.max(1, sums.length / sampleSize);
  const pages = [1];
  for (let at = 1 + Math.random() * step; at < sums.length; at += step) pages.push(Math.floor(at) + 1);
  const buffer = Buffer.alloc(pageSize);
  return pages.filter((page) => {
    const known = sums[page - 1];
    return known !== 0 && readSum(descriptor, page, buffer) !== known;
  });
}

/** Whether any page is known to be damaged. */
export function hasDamage({ states }: PageCheck): boolean {
  return states.some((state) => (state & pageStates.damaged) !== 0);
}

/**
 * Compares all pages but the first, which SQLite changes when it opens a file, and computes the checksums that are not
 * known. It ends early when another program writes a file whose written pages are not marked. `onChunk` is called between
 * reads. Returns all pages that are known to be damaged.
 */
export function findDamagedPages(file: string, check: PageCheck, onChunk: () => void): readonly number[] {
  const { descriptor, pageSize, sums, states, writes } = check;
  // With a rollback journal, a page is written to the file before it is marked; nothing is written while the file is read.
  const reading = writes.kind === 'journal' ? createReadTransaction(file) : undefined;
  const pagesAtOnce = Math.max(1, Math.min(sums.length, Math.floor(bytesAtOnce / pageSize)));
  const buffer = Buffer.alloc(pagesAtOnce * pageSize);
  try {
    for (let first = 1; first <= sums.length; first += pagesAtOnce) {
      reading?.begin();
      const chunk = readSums(
        descriptor,
        pageSize,
        first,
        Math.min(pagesAtOnce, sums.length - first + 1),
        buffer,
      );
      if (isWrittenUnmarked(file, descriptor, writes)) break;
      for (const [index, sum] of chunk.entries()) comparePage(check, first + index, sum);
      reading?.end();
      onChunk();
    }
  } finally {
    reading?.close();
  }
  return [...states.keys()]
    .filter((index) => ((states[index] ?? 0) & pageStates.damaged) !== 0)
    .map((index) => index + 1);
}

/** Whether pages that are not marked may have been written since the file was opened. */
function isWrittenUnmarked(file: string, descriptor: number, writes: PageWrites): boolean {
  switch (writes.kind) {
    case 'unmarked':
      return readFileStamp(file, descriptor) !== writes.stamp;
    case 'log':
      return false;
    case 'journal': {
      const expected = Atomics.load(writes.changeCounter, 0);
      const actual = readChangeCounter(descriptor);
      // The second while a transaction of Sightline that has marked its pages is about to be written.
      return actual !== expected && actual !== ((expected - 1) | 0);
    }
  }
}

/** Compares a page with its checksum. It was read before this checks whether any program has written it. */
function comparePage({ sums, states }: PageCheck, page: number, sum: number): void {
  if (page === 1 || (Atomics.load(states, page - 1) & pageStates.written) !== 0) return;
  if (sums[page - 1] === 0) sums[page - 1] = sum;
  else if (sums[page - 1] !== sum) markPage(states, page, pageStates.damaged);
}

/**
 * Marks pages that are in the log and not yet in the file as written. Those that have changed on the disk before are
 * damaged: what was written rests on what was read of them.
 */
export function markWrittenPages(check: PageCheck, pages: Iterable<number>): void {
  const buffer = Buffer.alloc(check.pageSize);
  for (const page of pages) {
    if (!isMarkable(check, page)) continue;
    comparePage(check, page, readSum(check.descriptor, page, buffer));
    markPage(check.states, page, pageStates.written);
  }
}

/** The same for one page whose former content is known. */
export function markOverwrittenPage(check: PageCheck, page: number, former: Uint8Array): void {
  if (!isMarkable(check, page)) return;
  comparePage(check, page, sumOf(former));
  markPage(check.states, page, pageStates.written);
}

/** Marks pages without content as written. */
export function markFreePages(check: PageCheck, pages: Iterable<number>): void {
  for (const page of pages) if (isMarkable(check, page)) markPage(check.states, page, pageStates.written);
}

function isMarkable({ sums, states }: PageCheck, page: number): boolean {
  return page >= 1 && page <= sums.length && ((states[page - 1] ?? 0) & pageStates.written) === 0;
}

/** Marks all pages as written, where it is not known which were. */
export function markAllWritten({ states }: PageCheck): void {
  for (let page = 1; page <= states.length; page += 1) markPage(states, page, pageStates.written);
}

function markPage(states: Uint8Array, page: number, state: number): void {
  Atomics.or(states, page - 1, state);
}

/**
 * Changes whenever a transaction in a rollback journal is written to the file, and while a program has a log or a journal
 * of it. Uses no clock: it may be coarser than a write.
 */
function readFileStamp(file: string, descriptor: number): string {
  if (hasLog(file)) return 'being written';
  return `${readChangeCounter(descriptor)} ${fstatSync(descriptor).size}`;
}

/** The change counter in SQLite's file header, as a signed number. */
export function readChangeCounter(descriptor: number): number {
  const counter = Buffer.alloc(4);
  readSync(descriptor, counter, 0, counter.length, counterOffsets[0]);
  return counter.readInt32BE();
}

function readPageSize(header: Buffer): number {
  const value = header.readUInt16BE(16);
  return value === 1 ? 65_536 : value;
}

/** The checksum of one page, which is read into `buffer`. */
function readSum(handle: number, page: number, buffer: Buffer): number {
  const length = readSync(handle, buffer, 0, buffer.length, (page - 1) * buffer.length);
  return sumOf(buffer.subarray(0, length));
}

/** CRC-32, and never 0, which means that it is unknown. */
function sumOf(bytes: Uint8Array): number {
  return crc32(bytes) || 1;
}

/** A checksum that is not `sum`. */
function wrongSum(sum: number): number {
  return ~sum >>> 0 || 1;
}

/** The checksums of `count` pages from page `first` on, as far as the file has them, read into `buffer`. */
function readSums(
  descriptor: number,
  pageSize: number,
  first: number,
  count: number,
  buffer: Buffer,
): readonly number[] {
  const length = readSync(descriptor, buffer, 0, count * pageSize, (first - 1) * pageSize);
  return Array.from({ length: Math.floor(length / pageSize) }, (_, index) =>
    sumOf(buffer.subarray(index * pageSize, (index + 1) * pageSize)),
  );
}
