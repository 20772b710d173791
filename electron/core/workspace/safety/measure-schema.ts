import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { isMissingFile } from '../../base/missing-file.ts';
import { parseBtreePage, type ReadPage, readColumn, readPayload } from './btree-pages.ts';
import { maxObjects } from './schema-objects.ts';

/** A workspace with the layers of other programs has some 100 KB of each. */
const maxTreeBytes = 4 * 2 ** 20;
/** A log that Sightline leaves has at most a few hundred MB. */
const maxLogBytes = 2 ** 29;

const tooLarge = 'Its list of tables, or the statistics in it, are larger than any that Sightline reads.';
/** Finding of `findSchemaProblem` in a file that is damaged, rather than made to cost much. */
export const damagedSchema = 'Its list of tables is damaged.';

/**
 * Reason why SQLite must not open a file: opening it parses the whole schema and reads all statistics, which has no limit. It
 * reads the pages of both as the file and its log have them, and is bounded by what it accepts. Undefined where nothing
 * is wrong, and for a file that SQLite itself refuses.
 *
 * It opens and closes the file, which removes the locks of this process on it (sqlite.org/howtocorrupt.html, 2.2).
 */
export function findSchemaProblem(file: string): string | undefined {
  return measureFile(file, Number.POSITIVE_INFINITY, closeSync);
}

/** The same for a file that any thread may have open; undefined for one that this process has open, which it has measured. */
export function findForeignSchemaProblem(file: string): string | undefined {
  if (!existsSync(file) || countDescriptors(file) > 0) return undefined;
  return measureFile(file, maxLogBytes, (handle) => closeForeign(file, handle));
}

/** Closes a descriptor, unless another thread has the file open: its locks would be released with it. */
function closeForeign(file: string, handle: number): void {
  if (countDescriptors(file) <= 1) closeSync(handle);
}

/**
 * Whether the header states that changes are in a log beside the file (sqlite.org/fileformat2.html, 1.3.3). Undefined for a
 * file that this process has open, or that cannot be read.
 */
export function hasLogInHeader(file: string): boolean | undefined {
  if (!existsSync(file) || countDescriptors(file) > 0) return undefined;
  try {
    const handle = openSync(file, 'r');
    try {
      const versions = Buffer.alloc(2);
      return readSync(handle, versions, 0, 2, headerLayout.versions) === 2 && versions[1] === 2;
    } finally {
      closeForeign(file, handle);
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}

/** Undefined also where the file cannot be read, which SQLite reports. */
function measureFile(file: string, maxLog: number, close: (handle: number) => void): string | undefined {
  try {
    const handle = openSync(file, 'r');
    try {
      return measure(handle, `${file}-wal`, maxLog);
    } finally {
      close(handle);
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}

/** The number of descriptors of a file in this process; 0 on Windows, where locks belong to each of them. */
function countDescriptors(file: string): number {
  if (process.platform === 'win32') return 0;
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return readdirSync('/dev/fd').filter((descriptor) => {
      const stats = statOf(Number(descriptor));
      return stats?.dev === dev && stats.ino === ino;
    }).length;
  } catch {
    // Without the list, any file may be open.
    return Number.POSITIVE_INFINITY;
  }
}

/** Undefined for the descriptor by which the list itself was read, and for one that was closed since. */
function statOf(descriptor: number) {
  try {
    return fstatSync(descriptor, { bigint: true });
  } catch {
    return undefined;
  }
}

/** SQLite's file header (sqlite.org/fileformat2.html, 1.3). */
const headerLayout = {
  length: 100,
  magic: 'SQLite format 3\0',
  pageSize: 16,
  versions: 18,
  reserved: 20,
} as const;
/** SQLite refuses pages with less. */
const minUsable = 480;

function measure(handle: number, log: string, maxLog: number): string | undefined {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > maxLog)
    return 'Its log is larger than any that Sightline leaves.';
  const header = readHeader(handle);
  if (!header) return undefined;
  const logged = readLogPages(log, header.pageSize);
  const logHandle = logged.size > 0 ? openSync(log, 'r') : handle;
  const readPage: ReadPage = (page) => {
    const bytes = Buffer.alloc(header.usable);
    const start = logged.get(page);
    const length =
      start === undefined
        ? readSync(handle, bytes, 0, bytes.length, (page - 1) * header.pageSize)
        : readSync(logHandle, bytes, 0, bytes.length, start);
    return length === bytes.length ? bytes : undefined;
  };
  try {
    return measureTrees(readPage);
  } finally {
    if (logHandle !== handle) closeSync(logHandle);
  }
}

function measureTrees(readPage: ReadPage): string | undefined {
  const statistics: number[] = [];
  let objects = 0;
  const problem = walkTree(readPage, 1, (row) => {
    objects += 1;
    if (namesStatistics(row)) statistics.push(readRootPage(row) ?? Number.NaN);
  });
  if (problem !== undefined) return problem;
  // SQLite compares each with those before it.
  if (objects > maxObjects) return tooLarge;
  if (statistics.some(Number.isNaN)) return damagedSchema;
  return statistics.reduce<string | undefined>((found, root) => found ?? walkTree(readPage, root), undefined);
}

/** The size of pages, and how many of its bytes are used; undefined for a file that is no database. */
function readHeader(handle: number): { readonly pageSize: number; readonly usable: number } | undefined {
  const start = Buffer.alloc(headerLayout.length);
  if (readSync(handle, start, 0, start.length, 0) < start.length) return undefined;
  if (start.toString('latin1', 0, headerLayout.magic.length) !== headerLayout.magic) return undefined;
  const stated = start.readUInt16BE(headerLayout.pageSize);
  const pageSize = stated === 1 ? 65_536 : stated;
  const usable = pageSize - start.readUInt8(headerLayout.reserved);
  return usable >= minUsable ? { pageSize, usable } : undefined;
}

/**
 * Walks all pages of a tree and reads its rows. A page that comes twice would make SQLite go round in circles, and cells
 * that overlap would be read any number of times. What SQLite itself refuses is left out.
 */
function walkTree(readPage: ReadPage, root: number, onRow = (_row: Buffer): void => {}): string | undefined {
  const seen = new Set<number>();
  const rest = [root];
  let bytes = 0;
  for (let number = rest.pop(); number !== undefined; number = rest.pop()) {
    if (seen.has(number)) return damagedSchema;
    seen.add(number);
    // A view has no tree: its root page is 0.
    const content = number > 0 ? readPage(number) : undefined;
    const page = content && parseBtreePage(content, number);
    if (!page) continue;
    if (page.cells.length < page.count) return damagedSchema;
    bytes += content.length;
    if (bytes > maxTreeBytes) return tooLarge;
    for (const { child, payload } of page.cells) {
      if (child !== undefined) rest.push(child);
      bytes += payload ? payload.length - payload.local : 0;
      if (bytes > maxTreeBytes) return tooLarge;
      const row = payload && readPayload(readPage, content, payload);
      if (row) onRow(row);
    }
    if (page.right !== undefined) rest.push(page.right);
  }
  return undefined;
}

/** Whether a row of the schema has the name of a table that SQLite reads with it, in any encoding. */
function namesStatistics(row: Buffer): boolean {
  return /sqlite_stat[14]/i.test(row.toString('latin1').replaceAll('\0', ''));
}

/** The fourth column, which SQLite reads as digits. */
function readRootPage(row: Buffer): number | undefined {
  const column = readColumn(row, 3);
  if (!column) return undefined;
  const { type, content } = column;
  // 8 and 9 are the numbers 0 and 1.
  if (type === 8 || type === 9) return type - 8;
  if (type >= 13 && type % 2 === 1) return Number(content.toString('latin1').replaceAll('\0', ''));
  return type >= 1 && type <= 6 && content.length > 0
    ? content.readIntBE(0, Math.min(6, content.length))
    : undefined;
}

/** Layout of a write-ahead log (sqlite.org/fileformat2.html, 4.1). */
const magic = { littleEndian: 0x377f0682, bigEndian: 0x377f0683 } as const;
const headerLength = 32;
const frameHeaderLength = 24;

/** Offsets in a log of the pages that SQLite reads in place of the file's. */
type LogPages = ReadonlyMap<number, number>;

/** The pages in a log that nothing writes of the committed transactions that SQLite would recover. */
function readLogPages(log: string, pageSize: number): LogPages {
  let handle: number;
  try {
    handle = openSync(log, 'r');
  } catch (error) {
    if (isMissingFile(error)) return new Map();
    throw error;
  }
  try {
    return readFrames(handle, pageSize);
  } finally {
    closeSync(handle);
  }
}

function readFrames(handle: number, pageSize: number): LogPages {
  const pages = new Map<number, number>();
  const header = Buffer.allocUnsafeSlow(headerLength);
  if (readSync(handle, header, 0, headerLength, 0) < headerLength) return pages;
  const kind = header.readUInt32BE(0);
  if (kind !== magic.littleEndian && kind !== magic.bigEndian) return pages;
  if (header.readUInt32BE(8) !== pageSize) return pages;
  const salt = Buffer.from(header.subarray(16, 24));
  const checksum = createChecksum(kind === magic.bigEndian);
  checksum.add(header.subarray(0, 24));
  if (!checksum.equals(header, 24)) return pages;
  const frame = Buffer.allocUnsafeSlow(frameHeaderLength + pageSize);
  const uncommitted = new Map<number, number>();
  for (
    let at = headerLength;
    readSync(handle, frame, 0, frame.length, at) === frame.length;
    at += frame.length
  ) {
    if (!frame.subarray(8, 16).equals(salt)) break;
    checksum.add(frame.subarray(0, 8));
    checksum.add(frame.subarray(frameHeaderLength));
    if (!checksum.equals(frame, 16)) break;
    uncommitted.set(frame.readUInt32BE(0), at + frameHeaderLength);
    // The last page of a transaction has the size of the file.
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, start] of uncommitted) pages.set(page, start);
    uncommitted.clear();
  }
  return pages;
}

/** The cumulative checksum of a log, over pairs of numbers of 32 bits. */
function createChecksum(isBigEndian: boolean) {
  let first = 0;
  let second = 0;
  return {
    add(bytes: Buffer) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let at = 0; at < bytes.length; at += 8) {
        first = (first + view.getUint32(at, !isBigEndian) + second) | 0;
        second = (second + view.getUint32(at + 4, !isBigEndian) + first) | 0;
      }
    },
    equals: (bytes: Buffer, at: number) =>
      bytes.readInt32BE(at) === first && bytes.readInt32BE(at + 4) === second,
  };
}
