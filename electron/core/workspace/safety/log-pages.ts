import { closeSync, openSync, readSync } from 'node:fs';
import { isMissingFile } from '../../base/missing-file.ts';

/** Layout of a write-ahead log (sqlite.org/fileformat2.html, 4.1). */
const magic = { littleEndian: 0x377f0682, bigEndian: 0x377f0683 } as const;
const headerLength = 32;
const frameHeaderLength = 24;

/** Where in a log the pages begin that SQLite reads in place of the file's. */
export type LogPages = ReadonlyMap<number, number>;

/** The pages in a log that nothing writes of the committed transactions that SQLite would recover. */
export function readLogPages(log: string, pageSize: number): LogPages {
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
