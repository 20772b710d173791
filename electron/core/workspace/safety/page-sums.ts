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
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { WorkspaceDamage } from './describe-damage.ts';

/** Checksums of all pages of a workspace file as it was closed; `sums[0]` is that of page 1. */
export type PageSums = { readonly pageSize: number; readonly sums: Uint32Array };

/** Where the checksums of a workspace file are saved: beside the workspaces of the data folder, wherever the file is. */
export function pageSumsFile(folder: string, file: string): string {
  const name = hash('sha256', path.resolve(file), 'hex').slice(0, 32);
  return path.join(folder, '.checksums', `${name}.sums`);
}

const magic = 'Sightline page sums 1\n';
/** The magic, then page size, change counter and the CRC-32 of the sums, four bytes each. */
const headerLength = magic.length + 12;

/** Offsets in SQLite's file header of two copies of its change counter, farther apart than most damage is long. */
const counterOffsets = [24, 92] as const;

const bytesAtOnce = 4_194_304;
/** Longer than this a shutdown must not take; larger files are then without checksums. */
const maxSaveMs = 4000;

/** What an opened file can be compared with, and the damage that was found at once. */
export type PageCheck = PageSums & {
  /** When the file was written last, after it was opened. */
  readonly modifiedAt: string;
  readonly damagedInSample: readonly number[];
  /** Whether opening has written the file. Then a changed page is no sign of damage; only `damagedInSample` is known. */
  readonly isWritten: boolean;
};

/** What comparing an opened file with its checksums has shown, when it was compared to the end. */
export type CheckResult = {
  readonly damagedPages: readonly number[];
  /** Undefined when no page has changed. */
  readonly damage: WorkspaceDamage | undefined;
};

/** What is known of a file when it is closed. */
export type KnownPages = {
  readonly damaged: readonly number[];
  /** The checksums that are still those of the file, but for its first page; undefined: they are computed. */
  readonly unchanged: PageSums | undefined;
};

/**
 * Saves the checksums of a closed workspace file, in a file of their own: the next opening finds out what has changed on
 * the disk. Those of damaged pages are saved as wrong, so that known damage stays known. A checksum is four bytes a page.
 */
export function savePageSums(sumsFile: string, file: string, { damaged, unchanged }: KnownPages): void {
  const handle = openSync(file, 'r');
  try {
    const header = Buffer.alloc(100);
    if (readSync(handle, header, 0, header.length, 0) < header.length) return;
    const pageSize = readPageSize(header);
    if (pageSize < 512) return;
    const sums = unchanged?.sums.slice() ?? new Uint32Array(Math.floor(fstatSync(handle).size / pageSize));
    const deadline = performance.now() + maxSaveMs;
    for (const [page, sum] of readSums(handle, pageSize, unchanged ? 1 : sums.length)) {
      sums[page - 1] = sum;
      if (performance.now() > deadline) {
        rmSync(sumsFile, { force: true });
        return;
      }
    }
    if (!unchanged) {
      for (const page of damaged) sums[page - 1] = ~(sums[page - 1] ?? 0);
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
 * The checksums of a closed file. Undefined when there are none, when they are damaged themselves, or when a program has
 * written the file since, which SQLite's change counter shows, or was ended while it did, which a log or a journal shows.
 */
export function loadPageSums(sumsFile: string, file: string): PageSums | undefined {
  if (!existsSync(sumsFile) || !existsSync(file) || hasLog(file)) return undefined;
  const saved = readFileSync(sumsFile);
  if (saved.length < headerLength || saved.toString('latin1', 0, magic.length) !== magic) return undefined;
  const body = saved.subarray(headerLength);
  if (crc32(body) !== saved.readUInt32LE(magic.length + 8) || body.length % 4 !== 0) return undefined;
  const handle = openSync(file, 'r');
  try {
    const header = Buffer.alloc(100);
    readSync(handle, header, 0, header.length, 0);
    const counter = saved.subarray(magic.length + 4, magic.length + 8);
    const pageSize = saved.readUInt32LE(magic.length);
    const isSame =
      (body.length / 4) * pageSize === fstatSync(handle).size &&
      counterOffsets.some((at) => header.subarray(at, at + 4).equals(counter));
    if (!isSame) return undefined;
    // A copy, because the sums start at any offset of the file.
    const sums = new Uint32Array(new Uint8Array(body).buffer);
    return { pageSize, sums };
  } finally {
    closeSync(handle);
  }
}

function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`) || existsSync(`${file}-journal`);
}

/** What a closed file can be compared with, and the damage in a sample of it; see `loadPageSums`. */
export function readPageCheck(sumsFile: string, file: string): PageCheck | undefined {
  const sums = loadPageSums(sumsFile, file);
  return (
    sums && {
      ...sums,
      modifiedAt: readModifiedAt(file),
      damagedInSample: findDamageInSample(file, sums),
      isWritten: false,
    }
  );
}

/** How many pages are compared at each opening, beside the first one. */
const sampleSize = 64;

/** Compares the first page and some others, spread over the file. Returns the damaged ones, which are numbered from 1. */
export function findDamageInSample(file: string, { pageSize, sums }: PageSums): readonly number[] {
  const handle = openSync(file, 'r');
  try {
    const step = Math.max(1, sums.length / sampleSize);
    const pages = [1];
    for (let at = 1 + Math.random() * step; at < sums.length; at += step) pages.push(Math.floor(at) + 1);
    const page = Buffer.alloc(pageSize);
    return pages.filter((number) => readSum(handle, number, page) !== sums[number - 1]);
  } finally {
    closeSync(handle);
  }
}

/** The checksums that some pages have now, by their numbers. */
export function readPageSums(
  file: string,
  pageSize: number,
  pages: readonly number[],
): ReadonlyMap<number, number> {
  const handle = openSync(file, 'r');
  try {
    const page = Buffer.alloc(pageSize);
    return new Map(pages.map((number) => [number, readSum(handle, number, page)]));
  } finally {
    closeSync(handle);
  }
}

/** The checksum of one page, which is read into `page`. */
function readSum(handle: number, number: number, page: Buffer): number {
  const length = readSync(handle, page, 0, page.length, (number - 1) * page.length);
  return crc32(page.subarray(0, length));
}

/**
 * Compares all pages but the first, which SQLite changes when it opens a file. `onChunk` is called between reads. Returns
 * the damaged pages, or undefined when the file is being written: then changed pages prove nothing.
 */
export function findDamagedPages(
  file: string,
  { pageSize, sums }: PageSums,
  modifiedAt: string,
  onChunk: () => void,
): readonly number[] | undefined {
  const handle = openSync(file, 'r');
  try {
    const damaged: number[] = [];
    let checked = 0;
    for (const [page, sum] of readSums(handle, pageSize, sums.length)) {
      if (page > 1 && sum !== sums[page - 1]) damaged.push(page);
      checked += 1;
      if (checked % 256 === 0) onChunk();
    }
    // Pages that are missing at the end.
    for (let page = checked + 1; page <= sums.length; page += 1) damaged.push(page);
    return damaged.length > 0 && readModifiedAt(file) !== modifiedAt ? undefined : damaged;
  } finally {
    closeSync(handle);
  }
}

/** When the file was written last, in nanoseconds. */
export function readModifiedAt(file: string): string {
  const handle = openSync(file, 'r');
  try {
    return String(fstatSync(handle, { bigint: true }).mtimeNs);
  } finally {
    closeSync(handle);
  }
}

function readPageSize(header: Buffer): number {
  const value = header.readUInt16BE(16);
  return value === 1 ? 65_536 : value;
}

/** Number and checksum of each whole page. */
function* readSums(
  handle: number,
  pageSize: number,
  pages: number,
): Generator<readonly [number, number], void> {
  const pagesAtOnce = Math.max(1, Math.min(pages, Math.floor(bytesAtOnce / pageSize)));
  const chunk = Buffer.alloc(pagesAtOnce * pageSize);
  for (let first = 0; first < pages; first += pagesAtOnce) {
    const length = readSync(handle, chunk, 0, chunk.length, first * pageSize);
    const whole = Math.min(pages - first, Math.floor(length / pageSize));
    for (let index = 0; index < whole; index += 1) {
      yield [first + index + 1, crc32(chunk.subarray(index * pageSize, (index + 1) * pageSize))];
    }
    if (whole < Math.min(pagesAtOnce, pages - first)) return;
  }
}
