import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { formatBytes } from '../../../../shared/format.ts';
import { BadZip } from '../../../../shared/zip/bad-zip.ts';
import { checkMethod, readZipDirectory, type ZipEntry } from '../../../../shared/zip/read-zip-directory.ts';
import { findEntryStart } from '../../../../shared/zip/unzip-entry.ts';
import { zip } from '../../../../shared/zip/zip-format.ts';
import type { ZipSource } from '../../../../shared/zip/zip-source.ts';
import { DecompressionError, decompressStream, decompressSync } from '../../base/decompress.ts';

/** A zip on disk whose directory has been parsed and validated. */
export type ZipFile = {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** The decompressed contents of an entry; rejects with `BadZip` when they do not match the directory. */
  read(entry: ZipEntry): AsyncGenerator<Uint8Array, void>;
  close(): void;
};

/** The directory of more is not even read. */
const maxEntries = 750_000;
const chunkLength = 256 * 1024;

/** JSON is packed by a factor of 5 to 40; what is packed by more is read up to this many bytes. */
const maxRatio = 200;
const maxDenseBytes = 2 ** 29;

/** Whether an archive of `bytes` would unpack to far more than anything that is written in earnest. */
function isTooDense(bytes: number, unpackedBytes: number): boolean {
  return unpackedBytes > maxDenseBytes && unpackedBytes > maxRatio * bytes;
}

/** Opens a zip and reads its directory. To be called in a worker, since it reads synchronously. Throws `BadZip`. */
export function openZip(path: string): ZipFile {
  const file = openSync(path, 'r');
  try {
    const source = createFileSource(file);
    const list = readZipDirectory(source, maxEntries);
    const unpackedBytes = list.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
    if (isTooDense(source.size, unpackedBytes))
      throw new BadZip(
        'too-large',
        `It would unpack to ${formatBytes(unpackedBytes)}, more than ${maxRatio} times its size.`,
      );
    const entries = new Map(list.map((entry) => [entry.name, entry]));
    if (entries.size < list.length) throw new BadZip('duplicate', 'It has several files of one name.');
    return { entries, read: (entry) => readEntry(source, entry), close: () => closeSync(file) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function createFileSource(file: number): ZipSource {
  return {
    size: fstatSync(file).size,
    read(at, length) {
      const bytes = Buffer.allocUnsafeSlow(length);
      let done = 0;
      while (done < length) {
        const count = readSync(file, bytes, done, length - done, at + done);
        if (count === 0) throw new BadZip('damaged', 'It was cut short.');
        done += count;
      }
      return bytes;
    },
  };
}

async function* readEntry(source: ZipSource, entry: ZipEntry): AsyncGenerator<Uint8Array, void> {
  const { name, unpackedBytes } = entry;
  const bad = (what: string, cause?: unknown) =>
    new BadZip('damaged', `${name} is ${what}.`, { entry: name, cause });
  checkMethod(name, entry.method);
  const packed = readRange(source, findEntryStart(source, entry), entry.packedBytes);
  let crc = 0;
  let bytes = 0;
  try {
    for await (const chunk of entry.method === zip.stored ? packed : inflate(packed, entry)) {
      bytes += chunk.length;
      if (bytes > unpackedBytes) throw bad('larger than its directory states');
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof DecompressionError)) throw error;
    throw bad(error.reason === 'too-long' ? 'larger than its directory states' : 'damaged', error);
  }
  if (bytes !== unpackedBytes) throw bad('smaller than its directory states');
  if (crc !== entry.crc32) throw bad('damaged');
}

function inflate(
  packed: Iterable<Uint8Array>,
  { packedBytes, unpackedBytes }: ZipEntry,
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  // At once: a stream for each of thousands of chips takes longer than inflating them.
  if (Math.max(packedBytes, unpackedBytes) <= chunkLength) return inflateAtOnce(packed, unpackedBytes);
  return decompressStream(Readable.from(packed, { objectMode: false }), 'deflate', unpackedBytes);
}

function* inflateAtOnce(packed: Iterable<Uint8Array>, unpackedBytes: number): Generator<Uint8Array, void> {
  yield decompressSync('deflate', Buffer.concat([...packed]), unpackedBytes);
}

function* readRange(source: ZipSource, start: number, length: number): Generator<Uint8Array, void> {
  for (let at = 0; at < length; at += chunkLength) {
    yield source.read(start + at, Math.min(chunkLength, length - at));
  }
}
