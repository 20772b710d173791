import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { packageEntries } from '../../electron/core/exchange/package/package-entries.ts';
import { casePackageFormat } from '../../shared/workspace/case-package.ts';
import { zip } from '../../shared/zip/zip-format.ts';

/** An entry whose content is `unit` repeated, between `head` and `tail`. */
export type RepeatedContent = {
  readonly head?: string;
  readonly unit?: string;
  readonly times?: number;
  readonly tail?: string;
};

/** Writes a zip whose entries need little space packed, however large they are. Returns its size in bytes. */
export function writeHostileZip(path: string, entries: Readonly<Record<string, RepeatedContent>>): number {
  const file = openSync(path, 'w');
  const directory: Buffer[] = [];
  let at = 0;
  const append = (bytes: Uint8Array) => {
    let done = 0;
    while (done < bytes.length) done += writeSync(file, bytes, done);
    at += bytes.length;
  };
  for (const [name, content] of Object.entries(entries)) {
    const bytes = contentOf(content);
    // The fastest level: what is unpacked is the same, and hundreds of megabytes are packed.
    const packed = deflateRawSync(bytes, { level: 1 });
    const header = { name: Buffer.from(name), method: zip.deflated, crc: crc32(bytes), offset: at };
    const sizes = { packed: packed.length, unpacked: bytes.length };
    append(localHeader({ ...header, ...sizes }));
    append(packed);
    directory.push(centralHeader({ ...header, ...sizes }));
  }
  const start = at;
  for (const entry of directory) append(entry);
  append(endOf(directory.length, at - start, start));
  closeSync(file);
  return at;
}

/** A zip of one entry, whose directory states `unpacked` bytes whatever `packed`, a stream of deflate, has. */
export function buildLyingZip(name: string, packed: Uint8Array, unpacked: number): Buffer {
  const header = { name: Buffer.from(name), method: zip.deflated, crc: 0, offset: 0 };
  const local = localHeader({ ...header, packed: packed.length, unpacked });
  const central = centralHeader({ ...header, packed: packed.length, unpacked });
  const start = local.length + packed.length;
  return Buffer.concat([local, packed, central, endOf(1, central.length, start)]);
}

/** Writes a zip with so many empty entries. */
export function writeManyEntries(path: string, count: number): number {
  const entry = { method: zip.stored, crc: 0, packed: 0, unpacked: 0 };
  const file = openSync(path, 'w');
  let at = 0;
  const name = (index: number) => `chips/${String(index).padStart(7, '0')}.png`;
  /** Writes the header of each entry as a copy of the first one, with its own name, which is at the end. */
  const write = (first: Buffer, change?: (piece: Buffer, start: number, index: number) => void) => {
    for (let from = 0; from < count; from += 10_000) {
      const piece = Buffer.alloc(Math.min(10_000, count - from) * first.length, first);
      for (let index = from; index < from + piece.length / first.length; index += 1) {
        const entryStart = (index - from) * first.length;
        piece.write(name(index), entryStart + first.length - name(0).length, 'latin1');
        change?.(piece, entryStart, index);
      }
      at += writeSync(file, piece);
    }
  };
  const header = { ...entry, name: Buffer.from(name(0)), offset: 0 };
  const headerLength = zip.localLength + name(0).length;
  write(localHeader(header));
  const start = at;
  write(centralHeader(header), (piece, entryStart, index) => {
    piece.writeUInt32LE(index * headerLength, entryStart + 42);
  });
  writeSync(file, endOf(count, at - start, start));
  closeSync(file);
  return at;
}

/** Writes a case package that passes every check of sizes and hashes, with these contents of its files. */
export function writeHostilePackage(
  path: string,
  contents: Partial<Record<keyof typeof packageEntries, RepeatedContent>>,
): number {
  const entries = Object.fromEntries(
    Object.entries(packageEntries)
      .filter(([key]) => key !== 'manifest')
      .map(([key, name]) => [name, contents[key as keyof typeof packageEntries] ?? defaultContent(name)]),
  );
  const counts = { records: 0, detections: 0, footprints: 0, reviews: 0, areas: 0, searches: 0, chips: 0 };
  const manifest = {
    format: casePackageFormat,
    version: 1,
    sightline: '0.1.0',
    madeAt: '2026-11-20T10:00:00.000Z',
    madeBy: 'anna',
    scope: 'everything',
    counts: { ...counts, missingChips: 0 },
    queries: [],
    processors: [],
    products: [],
    entries: Object.entries(entries).map(([name, content]) => {
      const bytes = contentOf(content);
      return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  };
  return writeHostileZip(path, { ...entries, [packageEntries.manifest]: { head: JSON.stringify(manifest) } });
}

function defaultContent(name: string): RepeatedContent {
  return { head: name.endsWith('.json') ? '[]' : '' };
}

function contentOf({ head = '', unit = '', times = 0, tail = '' }: RepeatedContent): Buffer {
  return Buffer.concat([
    Buffer.from(head),
    ...(unit === '' ? [] : [Buffer.alloc(unit.length * times, unit)]),
    Buffer.from(tail),
  ]);
}

type Header = {
  readonly name: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
};

function localHeader({ name, method, crc, packed, unpacked }: Header): Buffer {
  const header = Buffer.alloc(zip.localLength);
  header.writeUInt32LE(zip.localHeader, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(packed, 18);
  header.writeUInt32LE(unpacked, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function centralHeader({ name, method, crc, packed, unpacked, offset }: Header): Buffer {
  const header = Buffer.alloc(zip.centralLength);
  header.writeUInt32LE(zip.centralHeader, 0);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(unpacked, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

function endOf(count: number, length: number, start: number): Buffer {
  const end = Buffer.alloc(zip.endLength);
  end.writeUInt32LE(zip.end, 0);
  end.writeUInt16LE(Math.min(count, zip.max16), 8);
  end.writeUInt16LE(Math.min(count, zip.max16), 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(start, 16);
  if (count < zip.max16) return end;
  const wide = Buffer.alloc(zip.end64Length);
  wide.writeUInt32LE(zip.end64, 0);
  wide.writeBigUInt64LE(BigInt(zip.end64Length - 12), 4);
  for (const at of [24, 32]) wide.writeBigUInt64LE(BigInt(count), at);
  wide.writeBigUInt64LE(BigInt(length), 40);
  wide.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(zip.end64LocatorLength);
  locator.writeUInt32LE(zip.end64Locator, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([wide, locator, end]);
}
