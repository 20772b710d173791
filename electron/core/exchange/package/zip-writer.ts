import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import { createOutputFile } from '../files/output-file.ts';
import { zip } from './zip-format.ts';

/** One finished entry of a zip. */
export type ZipEntrySummary = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** A zip that is written from front to back: memory stays flat, whatever the sizes. */
export type ZipWriter = {
  /**
   * Adds an entry of any length. `stored`: its bytes are compressed already. Chunks may be asked for while former ones
   * are being written.
   */
  add(
    name: string,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    options?: { readonly stored?: boolean },
  ): Promise<ZipEntrySummary>;
  /** Writes the directory and brings everything to the disk. */
  finish(): Promise<void>;
  /** Takes the file away. */
  discard(): Promise<void>;
};

type Written = {
  readonly name: Buffer;
  readonly offset: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly bytes: number;
};

/** Every entry has the same time: a package of the same content is the same file. 1980-01-01, the first that zip knows. */
const dosDate = 0x0021;
/** Room for both sizes, so that an entry may outgrow 32 bits although its header comes before it. */
const localExtraLength = 20;

/** Makes a zip at `path`, where nothing must be yet. */
export function createZipWriter(path: string): ZipWriter {
  const file = createOutputFile(path);
  const entries: Written[] = [];

  const body = async (chunks: Parameters<ZipWriter['add']>[1], stored: boolean) => {
    const hash = createHash('sha256');
    const start = file.size();
    const deflate = stored ? undefined : createDeflateRaw({ level: 6 });
    const ended = deflate && once(deflate, 'end');
    deflate?.on('data', (packed: Uint8Array) => file.bytes(packed));
    let crc = 0;
    let bytes = 0;
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        crc = crc32(chunk, crc);
        bytes += chunk.length;
        if (!deflate) file.bytes(chunk);
        else if (!deflate.write(chunk)) await once(deflate, 'drain');
        await file.busy();
      }
      deflate?.end();
      await ended;
    } finally {
      deflate?.destroy();
    }
    return { crc, bytes, packed: file.size() - start, sha256: hash.digest('hex') };
  };

  return {
    async add(name, chunks, { stored = false } = {}) {
      const encoded = Buffer.from(name, 'utf8');
      const offset = file.size();
      const method = stored ? zip.stored : zip.deflated;
      file.bytes(Buffer.alloc(zip.localLength + encoded.length + localExtraLength));
      const { crc, bytes, packed, sha256 } = await body(chunks, stored);
      const written: Written = { name: encoded, offset, method, crc, packed, bytes };
      await file.settled();
      file.patch(offset, localHeader(written));
      entries.push(written);
      return { name, bytes, sha256 };
    },
    async finish() {
      const start = file.size();
      for (const entry of entries) file.bytes(centralHeader(entry));
      file.bytes(endRecords(entries.length, start, file.size() - start));
      await file.finish();
    },
    discard: () => file.discard(),
  };
}

/** Sizes stand in the zip64 field always, so that the header's length does not depend on them. */
function localHeader({ name, method, crc, packed, bytes }: Written): Buffer {
  const header = Buffer.alloc(zip.localLength + name.length + localExtraLength);
  header.writeUInt32LE(zip.localHeader, 0);
  header.writeUInt16LE(45, 4);
  header.writeUInt16LE(zip.utf8, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(zip.max32, 18);
  header.writeUInt32LE(zip.max32, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(localExtraLength, 28);
  name.copy(header, zip.localLength);
  const extra = zip.localLength + name.length;
  header.writeUInt16LE(zip.extra64, extra);
  header.writeUInt16LE(16, extra + 2);
  header.writeBigUInt64LE(BigInt(bytes), extra + 4);
  header.writeBigUInt64LE(BigInt(packed), extra + 12);
  return header;
}

function centralHeader({ name, offset, method, crc, packed, bytes }: Written): Buffer {
  const large = [bytes, packed, offset].filter((value) => value >= zip.max32);
  const extraLength = large.length === 0 ? 0 : 4 + 8 * large.length;
  const header = Buffer.alloc(zip.centralLength + name.length + extraLength);
  header.writeUInt32LE(zip.centralHeader, 0);
  // Made on a system without file modes, for a reader of zip64.
  header.writeUInt16LE(45, 4);
  header.writeUInt16LE(45, 6);
  header.writeUInt16LE(zip.utf8, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt16LE(dosDate, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(Math.min(packed, zip.max32), 20);
  header.writeUInt32LE(Math.min(bytes, zip.max32), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extraLength, 30);
  header.writeUInt32LE(Math.min(offset, zip.max32), 42);
  name.copy(header, zip.centralLength);
  if (extraLength === 0) return header;
  let at = zip.centralLength + name.length;
  header.writeUInt16LE(zip.extra64, at);
  header.writeUInt16LE(8 * large.length, at + 2);
  at += 4;
  for (const value of large) at = header.writeBigUInt64LE(BigInt(value), at);
  return header;
}

function endRecords(count: number, start: number, length: number): Buffer {
  const isLarge = count >= zip.max16 || start >= zip.max32 || length >= zip.max32;
  const end = Buffer.alloc(zip.endLength);
  end.writeUInt32LE(zip.end, 0);
  end.writeUInt16LE(Math.min(count, zip.max16), 8);
  end.writeUInt16LE(Math.min(count, zip.max16), 10);
  end.writeUInt32LE(Math.min(length, zip.max32), 12);
  end.writeUInt32LE(Math.min(start, zip.max32), 16);
  if (!isLarge) return end;
  const end64 = Buffer.alloc(zip.end64Length);
  end64.writeUInt32LE(zip.end64, 0);
  end64.writeBigUInt64LE(BigInt(zip.end64Length - 12), 4);
  end64.writeUInt16LE(45, 12);
  end64.writeUInt16LE(45, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(length), 40);
  end64.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(zip.end64LocatorLength);
  locator.writeUInt32LE(zip.end64Locator, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}
