import {
  closeSync,
  copyFileSync,
  existsSync,
  constants as fsConstants,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { geoPackageApplicationId, geoPackageVersion } from '../../workspace/file/geopackage/core-tables.ts';
import { applyLog } from '../../workspace/open/open-database.ts';

/** SQLite's file header (sqlite.org/fileformat2.html, 1.3). */
const magic = Buffer.from('SQLite format 3\0', 'latin1');
const headerLength = 100;
/** Page sizes, the largest first. */
const pageSizes = [65_536, 32_768, 16_384, 8192, 4096];
const defaultPageSize = 4096;
/** Number of bytes examined to find the page size where the header does not state it. */
const sampleBytes = 16_000_000;
/** Number of bytes copied at once. */
const bytesAtOnce = 4_194_304;
/** Offset of the number of pages in the header. */
const pageCountOffset = 28;

/**
 * Opens a copy of a damaged file at `copy`, which is read through `descriptor` where the file is open in this process
 * (`PageCheck.descriptor`). SQLite is only used to apply the log that a killed process has left; for that, the copy's
 * header is repaired. The damaged file itself is never written.
 */
export function openDamaged(path: string, copy: string, descriptor?: number) {
  if (descriptor === undefined) copyFileSync(path, copy, fsConstants.COPYFILE_FICLONE);
  else copyOpenFile(descriptor, copy);
  const remarks = new Set<string>();
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0) {
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    for (const remark of repairHeader(copy).remarks) remarks.add(remark);
    if (!applyLog(copy)) remarks.add(logRemark);
  }
  const { pageSize, remarks: found } = repairHeader(copy);
  for (const remark of found) remarks.add(remark);
  const handle = openSync(copy, 'r');
  const pages = Math.floor(statSync(copy).size / pageSize);
  return {
    readPage(page: number) {
      if (page < 1 || page > pages) return undefined;
      const bytes = Buffer.alloc(pageSize);
      return readSync(handle, bytes, 0, pageSize, (page - 1) * pageSize) === pageSize ? bytes : undefined;
    },
    pages,
    remarks: [...remarks],
    /** Whether the file is as long as its header states, and its log could be applied. */
    isComplete: remarks.size === 0,
    close: (): void => closeSync(handle),
  };
}

const logRemark = 'The log with the last changes could not be applied; they are lost.';

function copyOpenFile(descriptor: number, copy: string): void {
  const target = openSync(copy, 'wx');
  try {
    const buffer = Buffer.alloc(bytesAtOnce);
    let at = 0;
    for (;;) {
      const length = readSync(descriptor, buffer, 0, buffer.length, at);
      if (length === 0) return;
      at += writeSync(target, buffer, 0, length, at);
    }
  } finally {
    closeSync(target);
  }
}

function repairHeader(path: string): { readonly pageSize: number; readonly remarks: readonly string[] } {
  const { size } = statSync(path);
  const handle = openSync(path, 'r+');
  try {
    const header = Buffer.alloc(headerLength);
    if (readSync(handle, header, 0, headerLength, 0) < headerLength) {
      const remark = 'The file is shorter than the header of a database: nothing can be read of it.';
      return { pageSize: defaultPageSize, remarks: [remark] };
    }
    const declaredSize = header.subarray(0, magic.length).equals(magic) ? readPageSize(header) : undefined;
    const pageSize = declaredSize ?? findPageSize(handle, size);
    const pages = Math.floor(size / pageSize);
    if (declaredSize !== undefined && header.readUInt32BE(pageCountOffset) <= pages)
      return { pageSize, remarks: [] };
    const repaired = declaredSize === undefined ? newHeader(pageSize, pages) : withPageCount(header, pages);
    writeSync(handle, repaired, 0, headerLength, 0);
    const remark =
      declaredSize === undefined
        ? 'The beginning of the file was destroyed and had to be rebuilt.'
        : 'The end of the file is missing; what lay there is lost.';
    return { pageSize, remarks: [remark] };
  } finally {
    closeSync(handle);
  }
}

/** Undefined where it is no size that a page can have. */
function readPageSize(header: Buffer): number | undefined {
  const value = header.readUInt16BE(16);
  const size = value === 1 ? 65_536 : value;
  return size >= 512 && Number.isInteger(Math.log2(size)) ? size : undefined;
}

/**
 * The largest size at whose multiples nearly all pages start that look like b-tree pages (sqlite.org/fileformat2.html,
 * 1.6). Half of it finds them, too; twice as much misses every other one.
 */
function findPageSize(handle: number, fileSize: number): number {
  const end = Math.min(fileSize, sampleBytes);
  const found = pageSizes.map((size) => {
    let trees = 0;
    for (let at = size; at + size <= end; at += size) if (isTreePage(handle, at, size)) trees += 1;
    return { size, trees };
  });
  const most = Math.max(...found.map(({ trees }) => trees));
  return found.find(({ trees }) => trees >= 0.75 * most)?.size ?? defaultPageSize;
}

function isTreePage(handle: number, at: number, size: number): boolean {
  const start = Buffer.alloc(8);
  if (readSync(handle, start, 0, start.length, at) < start.length) return false;
  const isKind = [2, 5, 10, 13].includes(start.readUInt8(0));
  const content = start.readUInt16BE(5) || 65_536;
  return isKind && content <= size && start.readUInt16BE(3) * 2 + 8 <= content;
}

function withPageCount(header: Buffer, pages: number): Buffer {
  const repaired = Buffer.from(header);
  repaired.writeUInt32BE(pages, pageCountOffset);
  // The page count is valid only while both of these are equal.
  repaired.copy(repaired, 92, 24, 28);
  return repaired;
}

function newHeader(pageSize: number, pages: number): Buffer {
  const header = Buffer.alloc(headerLength);
  magic.copy(header);
  header.writeUInt16BE(pageSize === 65_536 ? 1 : pageSize, 16);
  // Rollback journal; no reserved bytes; payload fractions as the format demands.
  header.set([1, 1, 0, 64, 32, 32], 18);
  header.writeUInt32BE(1, 24);
  header.writeUInt32BE(pages, pageCountOffset);
  header.writeUInt32BE(1, 40);
  // Schema format 4; UTF-8.
  header.writeUInt32BE(4, 44);
  header.writeUInt32BE(1, 56);
  header.writeUInt32BE(geoPackageVersion, 60);
  header.writeUInt32BE(geoPackageApplicationId, 68);
  header.writeUInt32BE(1, 92);
  return header;
}
