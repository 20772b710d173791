import { decodeAs } from '../decode-as.ts';
import { BadZip } from './bad-zip.ts';
import { zip } from './zip-format.ts';
import { viewOf, type ZipSource } from './zip-source.ts';

/** An entry of an archive, as its central directory lists it. */
export type ZipEntry = {
  readonly name: string;
  /** 0 is stored, 8 is deflated; others cannot be read. */
  readonly method: number;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Position of the entry's own header in the archive. */
  readonly offset: number;
};

/** More than the directory of a million entries with usual names. */
const maxDirectoryBytes = 128 * 1024 * 1024;

/**
 * The files of a zip archive by its central directory (APPNOTE 6.3.10, Zip64 included), without folders. Names are in
 * UTF-8 or Windows-1252 and may come twice; the method of an entry is to be checked when it is read. Nothing is unpacked.
 * The work is linear in the length of the directory.
 *
 * Throws `BadZip`: no zip or a cut one, too many entries, encryption, names that could lead out of a folder, entries that
 * overlap.
 */
export function readZipDirectory(source: ZipSource, maxEntries: number): readonly ZipEntry[] {
  const directory = findDirectory(source);
  if (directory.count > maxEntries) {
    throw new BadZip('too-large', `It has ${directory.count} files; the limit is ${maxEntries}.`);
  }
  const { count, length, offset } = directory;
  if (length > maxDirectoryBytes) throw new BadZip('too-large', 'Its directory is larger than can be read.');
  if (count * zip.centralLength > length) throw damagedDirectory();
  const entries = parseEntries(viewOf(source, offset, length), count);
  refuseOverlaps(entries, offset);
  return entries.filter(({ name }) => !name.endsWith('/'));
}

type Directory = { readonly offset: number; readonly length: number; readonly count: number };

function findDirectory(source: ZipSource): Directory {
  const tailLength = Math.min(source.size, zip.endLength + zip.max16);
  const tail = viewOf(source, source.size - tailLength, tailLength);
  for (let at = tailLength - zip.endLength; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== zip.end) continue;
    const found = {
      count: tail.getUint16(at + 10, true),
      length: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    };
    const isLarge = found.count === zip.max16 || found.length === zip.max32 || found.offset === zip.max32;
    return isLarge ? findDirectory64(source, source.size - tailLength + at) : found;
  }
  throw new BadZip('damaged', 'It is no zip archive, or its end is missing.');
}

function findDirectory64(source: ZipSource, endAt: number): Directory {
  const locator = viewOf(source, endAt - zip.end64LocatorLength, zip.end64LocatorLength);
  if (locator.getUint32(0, true) !== zip.end64Locator) throw damagedDirectory();
  const end = viewOf(source, toSafeNumber(locator.getBigUint64(8, true)), zip.end64Length);
  if (end.getUint32(0, true) !== zip.end64) throw damagedDirectory();
  return {
    count: toSafeNumber(end.getBigUint64(32, true)),
    length: toSafeNumber(end.getBigUint64(40, true)),
    offset: toSafeNumber(end.getBigUint64(48, true)),
  };
}

function parseEntries(directory: DataView, count: number): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + zip.centralLength > directory.byteLength) throw damagedDirectory();
    if (directory.getUint32(at, true) !== zip.centralHeader) throw damagedDirectory();
    const nameLength = directory.getUint16(at + 28, true);
    const extraLength = directory.getUint16(at + 30, true);
    const end = at + zip.centralLength + nameLength + extraLength + directory.getUint16(at + 32, true);
    if (end > directory.byteLength) throw damagedDirectory();
    entries.push(parseEntry(directory, at, nameLength, extraLength));
    at = end;
  }
  return entries;
}

function parseEntry(directory: DataView, at: number, nameLength: number, extraLength: number): ZipEntry {
  const nameAt = at + zip.centralLength;
  const nameBytes = new Uint8Array(directory.buffer, directory.byteOffset + nameAt, nameLength);
  const name = decodeAs('utf-8', nameBytes) ?? decodeAs('windows-1252', nameBytes);
  if (name === undefined) throw new BadZip('damaged', 'The name of a file in it is not UTF-8.');
  if (leadsOut(name)) {
    throw new BadZip('unsafe-name', `The name ${JSON.stringify(name)} would lead out of its folder.`, {
      entry: name,
    });
  }
  if ((directory.getUint16(at + 8, true) & zip.encrypted) !== 0) {
    throw new BadZip('encrypted', 'It is encrypted.', { entry: name });
  }
  const method = directory.getUint16(at + 10, true);
  const sizes = parseSizes(directory, at, nameAt + nameLength, extraLength);
  return { name, method, crc32: directory.getUint32(at + 16, true), ...sizes };
}

/** Throws `BadZip` unless the method is one of the two that are read. */
export function checkMethod(name: string, method: number): void {
  if (method === zip.stored || method === zip.deflated) return;
  throw new BadZip(
    'unknown-method',
    `${name.slice(0, 100)} is compressed in a way that is not known (${method}).`,
    {
      entry: name,
    },
  );
}

function parseSizes(directory: DataView, at: number, extraAt: number, extraLength: number) {
  const large = findExtra64(directory, extraAt, extraAt + extraLength);
  let next = large.from;
  /** Values that exceed 32 bits are in the extra field, in this order. */
  const wide = (value: number) => {
    if (value !== zip.max32) return value;
    if (next + 8 > large.to) throw damagedDirectory();
    next += 8;
    return toSafeNumber(directory.getBigUint64(next - 8, true));
  };
  const unpackedBytes = wide(directory.getUint32(at + 24, true));
  const packedBytes = wide(directory.getUint32(at + 20, true));
  const offset = wide(directory.getUint32(at + 42, true));
  return { unpackedBytes, packedBytes, offset };
}

function findExtra64(directory: DataView, from: number, to: number): { from: number; to: number } {
  let at = from;
  while (at + 4 <= to) {
    const start = at + 4;
    const end = start + directory.getUint16(at + 2, true);
    if (directory.getUint16(at, true) === zip.extra64) return { from: start, to: Math.min(end, to) };
    at = end;
  }
  return { from: 0, to: 0 };
}

function leadsOut(name: string): boolean {
  return name.split(/[\\/]/).includes('..') || /^(?:[\\/]|[a-z]:)/i.test(name) || name.includes('\0');
}

function refuseOverlaps(entries: readonly ZipEntry[], directoryAt: number): void {
  let end = 0;
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (entry.offset < end) {
      throw new BadZip('overlapping', `${entry.name.slice(0, 100)} overlaps another file in it.`, {
        entry: entry.name,
      });
    }
    end = entry.offset + zip.localLength + entry.packedBytes;
  }
  if (end > directoryAt) throw new BadZip('damaged', 'It was cut short.');
}

function toSafeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damagedDirectory();
  return Number(value);
}

function damagedDirectory(): BadZip {
  return new BadZip('damaged', 'Its directory is damaged.');
}
