import { crc32, deflateRawSync, constants as zlibConstants } from 'node:zlib';
import type { OutputFile } from './output-file.ts';

/** An archive that is written front to back, entry by entry, with flat memory (PKWARE APPNOTE 6.3.10, Zip64 included). */
export type ZipWriter = {
  /** Adds an entry and compresses it piece by piece. Its name has forward slashes and is stored in UTF-8. */
  add(name: string, pieces: Iterable<Uint8Array>): Promise<void>;
  /** Adds an entry that is in memory, and does not compress it: for what is compressed already. */
  addWhole(name: string, bytes: Uint8Array): void;
  /** Writes the directory of the archive; the file itself is left to its owner. */
  finish(): Promise<void>;
};

type Entry = {
  readonly name: Buffer;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
};

/** Sizes and offsets from here on stand in a Zip64 field. */
const tooWide = 0xffffffff;
const zip64Version = 45;
const utf8Flag = 0x0800;
/** An empty final block: what ends a deflate stream whose blocks so far were none of them final. */
const endOfDeflate = Uint8Array.of(0x03, 0x00);

/** Begins an archive in a new file. */
export function createZipWriter(file: OutputFile, now = new Date()): ZipWriter {
  const entries: Entry[] = [];
  const time = dosTime(now);
  return {
    async add(name, pieces) {
      const started = { name: Buffer.from(name), method: 8, offset: file.size() } as const;
      file.bytes(localHeader({ ...started, crc: 0, packed: 0, size: 0 }, time));
      let crc = 0;
      let size = 0;
      const dataAt = file.size();
      for (const piece of pieces) {
        if (piece.length === 0) continue;
        crc = crc32(piece, crc);
        size += piece.length;
        file.bytes(deflatePiece(piece));
        const busy = file.busy();
        if (busy) await busy;
      }
      file.bytes(endOfDeflate);
      const entry = { ...started, crc, packed: file.size() - dataAt, size };
      await file.settled();
      file.patch(entry.offset, localHeader(entry, time));
      entries.push(entry);
    },
    addWhole(name, bytes) {
      const size = bytes.length;
      const started = { name: Buffer.from(name), method: 0, offset: file.size() } as const;
      const entry = { ...started, crc: crc32(bytes), packed: size, size };
      file.bytes(localHeader(entry, time));
      file.bytes(bytes);
      entries.push(entry);
    },
    async finish() {
      const start = file.size();
      for (const entry of entries) file.bytes(directoryEntry(entry, time));
      for (const part of directoryEnd(entries.length, start, file.size() - start)) file.bytes(part);
    },
  };
}

/** Each piece ends on a byte, and none looks back into another, so that pieces can be put one behind the other. */
function deflatePiece(piece: Uint8Array): Uint8Array {
  return deflateRawSync(piece, { level: 6, finishFlush: zlibConstants.Z_SYNC_FLUSH });
}

/** Always as long for the same name: it is written anew once sizes and checksum are known. */
function localHeader({ name, method, crc, packed, size }: Entry, time: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(zip64Version, 4);
  header.writeUInt16LE(utf8Flag, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(time, 10);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(Math.min(packed, tooWide), 18);
  header.writeUInt32LE(Math.min(size, tooWide), 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(20, 28);
  return Buffer.concat([header, name, zip64Field([size, packed])]);
}

function directoryEntry({ name, method, crc, packed, size, offset }: Entry, time: number): Buffer {
  const wide = [size, packed, offset].filter((value) => value >= tooWide);
  const extra = wide.length === 0 ? Buffer.alloc(0) : zip64Field(wide);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(zip64Version, 4);
  header.writeUInt16LE(zip64Version, 6);
  header.writeUInt16LE(utf8Flag, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(time, 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(Math.min(packed, tooWide), 20);
  header.writeUInt32LE(Math.min(size, tooWide), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(Math.min(offset, tooWide), 42);
  return Buffer.concat([header, name, extra]);
}

function directoryEnd(count: number, start: number, length: number): readonly Buffer[] {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(Math.min(length, tooWide), 12);
  end.writeUInt32LE(Math.min(start, tooWide), 16);
  if (count < 0xffff && start < tooWide && length < tooWide) return [end];
  const wideEnd = Buffer.alloc(56);
  wideEnd.writeUInt32LE(0x06064b50, 0);
  wideEnd.writeBigUInt64LE(44n, 4);
  wideEnd.writeUInt16LE(zip64Version, 12);
  wideEnd.writeUInt16LE(zip64Version, 14);
  wideEnd.writeBigUInt64LE(BigInt(count), 24);
  wideEnd.writeBigUInt64LE(BigInt(count), 32);
  wideEnd.writeBigUInt64LE(BigInt(length), 40);
  wideEnd.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return [wideEnd, locator, end];
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, index) => {
    field.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  });
  return field;
}

/** Time in the lower, date in the upper half, in UTC; the format begins with 1980. */
function dosTime(now: Date): number {
  const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1);
  const year = Math.max(0, now.getUTCFullYear() - 1980);
  const date = (year << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate();
  return ((date << 16) | time) >>> 0;
}
