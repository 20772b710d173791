import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { zip } from '../../../../shared/zip/zip-format.ts';
import type { OutputFile } from './output-file.ts';

/** The contents of an entry, in pieces. */
export type EntryPieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

type Entry = {
  readonly name: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
};

/** The version that a reader needs: of plain deflated entries, and of Zip64. */
const [plainVersion, zip64Version] = [20, 45];
/** Space for both sizes, so that an entry may exceed 32 bits although its header precedes it. */
const localExtraLength = 20;
/** Fills that space where it is not needed, since libkml refuses a KMZ with Zip64; readers skip unknown fields. */
const paddingField = 0xa11e;

/**
 * Starts an archive in a new file. All entries have the same time; the format starts with 1980. `throwIfStopped` is called
 * for each piece that is compressed.
 */
export function createZipWriter(file: OutputFile, time: Date, throwIfStopped: () => void = () => {}) {
  const dosTime = toDosTime(time);
  // An archive may have a million entries: their rows in the directory are joined, a thousand at a time.
  const directory: Buffer[] = [];
  let pending: Buffer[] = [];
  let count = 0;
  const addToDirectory = (entry: Entry) => {
    count += 1;
    pending.push(directoryEntry(entry, dosTime));
    if (pending.length < 1000) return;
    directory.push(Buffer.concat(pending));
    pending = [];
  };
  return {
    /**
     * Adds an entry of any length and compresses it. Its name has forward slashes and is stored in UTF-8. Pieces may be
     * requested while previous ones are being written.
     */
    async add(name: string, pieces: EntryPieces): Promise<void> {
      const started = { name: Buffer.from(name), method: zip.deflated, offset: file.size() };
      file.bytes(localHeader({ ...started, crc: 0, packed: 0, size: 0 }, dosTime));
      const entry = { ...started, ...(await writeDeflated(file, pieces, throwIfStopped)) };
      await file.settled();
      file.patch(entry.offset, localHeader(entry, dosTime));
      addToDirectory(entry);
    },
    /** Adds an entry from memory without compression: for data that is compressed already. */
    addWhole(name: string, bytes: Uint8Array): void {
      const size = bytes.length;
      const started = { name: Buffer.from(name), method: zip.stored, offset: file.size() };
      const entry = { ...started, crc: crc32(bytes), packed: size, size };
      file.bytes(localHeader(entry, dosTime));
      file.bytes(bytes);
      addToDirectory(entry);
    },
    /** Writes the directory of the archive; does not finish the file. */
    finish(): void {
      const start = file.size();
      for (const rows of [...directory, ...pending]) file.bytes(rows);
      file.bytes(directoryEnd(count, start, file.size() - start));
    },
  };
}

/**
 * An archive that is written front to back, entry by entry, with flat memory (PKWARE APPNOTE 6.3.10, Zip64 included). A
 * custom writer, because `fflate` has no Zip64 (docs/decisions, decision 20).
 */
export type ZipWriter = ReturnType<typeof createZipWriter>;

async function writeDeflated(
  file: OutputFile,
  pieces: EntryPieces,
  throwIfStopped: () => void,
): Promise<Pick<Entry, 'crc' | 'packed' | 'size'>> {
  const start = file.size();
  let crc = 0;
  let size = 0;
  await pipeline(
    async function* () {
      for await (const piece of pieces) {
        throwIfStopped();
        crc = crc32(piece, crc);
        size += piece.length;
        yield piece;
      }
    },
    createDeflateRaw({ level: 6 }),
    async (deflated: AsyncIterable<Uint8Array>) => {
      for await (const packed of deflated) {
        file.bytes(packed);
        await file.whenWritable();
      }
    },
  );
  return { crc, size, packed: file.size() - start };
}

/** The header has the same length for the same name: it is rewritten once sizes and checksum are known. */
function localHeader({ name, method, crc, packed, size }: Entry, dosTime: number): Buffer {
  const isWide = size >= zip.max32 || packed >= zip.max32;
  const header = Buffer.alloc(zip.localLength);
  header.writeUInt32LE(zip.localHeader, 0);
  header.writeUInt16LE(isWide ? zip64Version : plainVersion, 4);
  header.writeUInt16LE(zip.utf8, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(dosTime, 10);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(isWide ? zip.max32 : packed, 18);
  header.writeUInt32LE(isWide ? zip.max32 : size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(localExtraLength, 28);
  return Buffer.concat([header, name, isWide ? zip64Field([size, packed]) : padding()]);
}

function padding(): Buffer {
  const field = Buffer.alloc(localExtraLength);
  field.writeUInt16LE(paddingField, 0);
  field.writeUInt16LE(localExtraLength - 4, 2);
  return field;
}

function directoryEntry({ name, method, crc, packed, size, offset }: Entry, dosTime: number): Buffer {
  const wide = [size, packed, offset].filter((value) => value >= zip.max32);
  const extra = wide.length === 0 ? Buffer.alloc(0) : zip64Field(wide);
  const version = wide.length === 0 ? plainVersion : zip64Version;
  const header = Buffer.alloc(zip.centralLength);
  header.writeUInt32LE(zip.centralHeader, 0);
  // Made on a system without file modes.
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(zip.utf8, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(dosTime, 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(Math.min(packed, zip.max32), 20);
  header.writeUInt32LE(Math.min(size, zip.max32), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(Math.min(offset, zip.max32), 42);
  return Buffer.concat([header, name, extra]);
}

function directoryEnd(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(zip.endLength);
  end.writeUInt32LE(zip.end, 0);
  end.writeUInt16LE(Math.min(count, zip.max16), 8);
  end.writeUInt16LE(Math.min(count, zip.max16), 10);
  end.writeUInt32LE(Math.min(length, zip.max32), 12);
  end.writeUInt32LE(Math.min(start, zip.max32), 16);
  if (count < zip.max16 && start < zip.max32 && length < zip.max32) return end;
  const wideEnd = Buffer.alloc(zip.end64Length);
  wideEnd.writeUInt32LE(zip.end64, 0);
  wideEnd.writeBigUInt64LE(BigInt(zip.end64Length - 12), 4);
  wideEnd.writeUInt16LE(zip64Version, 12);
  wideEnd.writeUInt16LE(zip64Version, 14);
  wideEnd.writeBigUInt64LE(BigInt(count), 24);
  wideEnd.writeBigUInt64LE(BigInt(count), 32);
  wideEnd.writeBigUInt64LE(BigInt(length), 40);
  wideEnd.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(zip.end64LocatorLength);
  locator.writeUInt32LE(zip.end64Locator, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([wideEnd, locator, end]);
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(zip.extra64, 0);
  field.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, index) => {
    field.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  });
  return field;
}

/** Time in the lower, date in the upper half, in UTC; the format begins with 1980. */
function toDosTime(time: Date): number {
  const ofDay = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  const year = Math.max(0, time.getUTCFullYear() - 1980);
  const date = (year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  return ((date << 16) | ofDay) >>> 0;
}
