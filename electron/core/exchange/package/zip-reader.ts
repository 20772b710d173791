import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { zip } from '../files/zip-format.ts';

/** An entry as the zip's directory tells it. */
export type ZipEntry = {
  readonly name: string;
  readonly bytes: number;
  readonly packed: number;
  readonly crc: number;
  readonly method: number;
  readonly offset: number;
};

/** A zip whose directory has been read and found to be harmless. */
export type ZipReader = {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** The contents of an entry as they are unpacked; rejects with `BadZip` where they are not what the directory says. */
  read(entry: ZipEntry): AsyncGenerator<Uint8Array, void>;
  close(): Promise<void>;
};

/** The file is no zip that can be trusted; the message says why. */
export class BadZip extends Error {}

/** The directory of a package with a million chips is still smaller. */
const maxDirectoryBytes = 256 * 1024 * 1024;
const maxCommentLength = 0xffff;
const chunkLength = 256 * 1024;

/**
 * Opens a zip and reads its directory. Rejects with `BadZip`: no zip or a cut one, encrypted entries, names that could
 * lead out of a folder or are there twice, entries that overlap (as in zip bombs).
 */
export async function openZip(path: string): Promise<ZipReader> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const directory = await findDirectory(handle, size);
    const list = readDirectory(await readAt(handle, directory.offset, directory.length), directory.count);
    refuseOverlaps(list, directory.offset);
    const entries = new Map(list.map((entry) => [entry.name, entry]));
    return { entries, read: (entry) => readEntry(handle, entry), close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type Directory = { readonly offset: number; readonly length: number; readonly count: number };

async function findDirectory(handle: FileHandle, size: number): Promise<Directory> {
  const tailLength = Math.min(size, zip.endLength + maxCommentLength);
  const tail = await readAt(handle, size - tailLength, tailLength);
  for (let at = tail.length - zip.endLength; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== zip.end) continue;
    const found = {
      count: tail.readUInt16LE(at + 10),
      length: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const isLarge = found.count === zip.max16 || found.length === zip.max32 || found.offset === zip.max32;
    const directory = isLarge ? await findDirectory64(handle, size - tailLength + at) : found;
    if (directory.length > maxDirectoryBytes) throw new BadZip('It has more entries than can be looked at.');
    if (directory.offset + directory.length > size) throw new BadZip('It was cut short.');
    return directory;
  }
  throw new BadZip('It is no zip file, or its end is missing.');
}

async function findDirectory64(handle: FileHandle, endAt: number): Promise<Directory> {
  const locatorAt = endAt - zip.end64LocatorLength;
  const locator = locatorAt < 0 ? Buffer.alloc(0) : await readAt(handle, locatorAt, zip.end64LocatorLength);
  if (locator.length === 0 || locator.readUInt32LE(0) !== zip.end64Locator) {
    throw new BadZip('The end of the zip is damaged.');
  }
  const end = await readAt(handle, safe(locator.readBigUInt64LE(8)), zip.end64Length);
  if (end.readUInt32LE(0) !== zip.end64) throw new BadZip('The end of the zip is damaged.');
  return {
    count: safe(end.readBigUInt64LE(32)),
    length: safe(end.readBigUInt64LE(40)),
    offset: safe(end.readBigUInt64LE(48)),
  };
}

function readDirectory(bytes: Buffer, count: number): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + zip.centralLength > bytes.length || bytes.readUInt32LE(at) !== zip.centralHeader) {
      throw new BadZip('Its directory is damaged.');
    }
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const end = at + zip.centralLength + nameLength + extraLength + bytes.readUInt16LE(at + 32);
    if (end > bytes.length) throw new BadZip('Its directory is damaged.');
    const nameAt = at + zip.centralLength;
    const name = checkedName(bytes.subarray(nameAt, nameAt + nameLength));
    // Two names that differ in case only are one file on many systems.
    if (names.has(name.toLowerCase())) throw new BadZip(`It has two entries called ${name}.`);
    names.add(name.toLowerCase());
    if ((bytes.readUInt16LE(at + 8) & zip.encrypted) !== 0) throw new BadZip('It is encrypted.');
    const method = bytes.readUInt16LE(at + 10);
    if (method !== zip.stored && method !== zip.deflated) {
      throw new BadZip(`${name} is compressed in a way that is not known (${method}).`);
    }
    const sizes = readSizes(bytes, at, nameAt + nameLength, extraLength);
    entries.push({ name, method, crc: bytes.readUInt32LE(at + 16), ...sizes });
    at = end;
  }
  return entries;
}

function readSizes(bytes: Buffer, at: number, extraAt: number, extraLength: number) {
  const large = extra64Of(bytes.subarray(extraAt, extraAt + extraLength));
  let taken = 0;
  const take = (value: number) => {
    if (value !== zip.max32) return value;
    if (taken + 8 > large.length) throw new BadZip('Its directory is damaged.');
    taken += 8;
    return safe(large.readBigUInt64LE(taken - 8));
  };
  const size = take(bytes.readUInt32LE(at + 24));
  const packed = take(bytes.readUInt32LE(at + 20));
  const offset = take(bytes.readUInt32LE(at + 42));
  return { bytes: size, packed, offset };
}

function extra64Of(extra: Buffer): Buffer {
  let at = 0;
  while (at + 4 <= extra.length) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === zip.extra64) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return Buffer.alloc(0);
}

/** Names are only compared, never used as paths; what would be dangerous as one has no place here all the same. */
function checkedName(bytes: Buffer): string {
  let name: string;
  try {
    name = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadZip('The name of an entry is not UTF-8.');
  }
  const parts = name.split('/');
  const isPlain =
    !/[\\:\0]/.test(name) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isPlain) throw new BadZip(`The entry ${JSON.stringify(name)} would lead out of its folder.`);
  return name;
}

function refuseOverlaps(entries: readonly ZipEntry[], directoryAt: number): void {
  let end = 0;
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (entry.offset < end) throw new BadZip(`${entry.name} lies over another entry.`);
    end = entry.offset + zip.localLength + entry.packed;
  }
  if (end > directoryAt) throw new BadZip('It was cut short.');
}

async function* readEntry(handle: FileHandle, entry: ZipEntry): AsyncGenerator<Uint8Array, void> {
  const header = await readAt(handle, entry.offset, zip.localLength);
  if (header.readUInt32LE(0) !== zip.localHeader)
    throw new BadZip(`${entry.name} is not where it should be.`);
  const start = entry.offset + zip.localLength + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = readRange(handle, start, entry.packed);
  let crc = 0;
  let bytes = 0;
  try {
    for await (const chunk of entry.method === zip.stored ? packed : inflate(packed)) {
      bytes += chunk.length;
      if (bytes > entry.bytes) throw new BadZip(`${entry.name} is larger than it says.`);
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof BadZip || !(error instanceof Error) || !('code' in error)) throw error;
    // zlib names its own errors Z_…
    if (!String(error.code).startsWith('Z_')) throw error;
    throw new BadZip(`${entry.name} is damaged.`, { cause: error });
  }
  if (bytes !== entry.bytes) throw new BadZip(`${entry.name} is smaller than it says.`);
  if (crc !== entry.crc) throw new BadZip(`${entry.name} is damaged.`);
}

function inflate(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return Readable.from(packed, { objectMode: false }).compose(createInflateRaw());
}

async function* readRange(
  handle: FileHandle,
  start: number,
  length: number,
): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < length; at += chunkLength) {
    yield await readAt(handle, start + at, Math.min(chunkLength, length - at));
  }
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new BadZip('It was cut short.');
    done += bytesRead;
  }
  return bytes;
}

function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new BadZip('Its directory is damaged.');
  return Number(value);
}
