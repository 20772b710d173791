import { BadZip } from './bad-zip.ts';
import { crc32 } from './crc32.ts';
import { createInflater, sliceLength } from './inflate.ts';
import { checkMethod, type ZipEntry } from './read-zip-directory.ts';
import { findEntryStart } from './unzip-entry.ts';
import { zip } from './zip-format.ts';
import type { ZipSource } from './zip-source.ts';

/** Unpacked bytes, and the packed ones that were read for them and all before. */
export type UnpackedPart = { readonly bytes: Uint8Array; readonly packed: number };

/**
 * Unpacks an entry part by part: never more than its directory states. Throws `BadZip` where it is damaged, which may be
 * known after the last part only.
 */
export function* unzipParts(source: ZipSource, entry: ZipEntry): Generator<UnpackedPart> {
  checkMethod(entry.name, entry.method);
  const damaged = (cause?: unknown) =>
    new BadZip('damaged', `${entry.name.slice(0, 100)} is damaged within the archive.`, {
      entry: entry.name,
      cause,
    });
  const start = findEntryStart(source, entry);
  const unpacked: Uint8Array[] = [];
  const inflate = createInflater('deflate', (bytes) => unpacked.push(bytes));
  let [sum, length] = [0, 0];
  for (let at = 0; at < entry.packedBytes; at += sliceLength) {
    const slice = source.read(start + at, Math.min(sliceLength, entry.packedBytes - at));
    if (entry.method === zip.stored) unpacked.push(slice);
    else attempt(() => inflate(slice, at + sliceLength >= entry.packedBytes), damaged);
    for (const bytes of unpacked.splice(0)) {
      sum = crc32(bytes, sum);
      length += bytes.length;
      if (length > entry.unpackedBytes) throw damaged();
      yield { bytes, packed: at + slice.length };
    }
  }
  if (length !== entry.unpackedBytes || sum !== entry.crc32) throw damaged();
}

/**
 * Unpacks gzip (RFC 1952), of one or several members, part by part. Throws `BadZip`, which may be after the last part: where
 * it is damaged, or unpacks to more than `maxRatio` times its bytes.
 */
export function* gunzipParts(source: ZipSource, maxRatio: number): Generator<UnpackedPart> {
  const damaged = (cause?: unknown) => new BadZip('damaged', 'It is damaged, or was cut short.', { cause });
  let [sum, length, total] = [0, 0, 0];
  const unpacked: Uint8Array[] = [];
  const add = (bytes: Uint8Array) => {
    sum = crc32(bytes, sum);
    length += bytes.length;
    unpacked.push(bytes);
  };
  /** The last eight bytes of a member, which ends at `end`: the checksum, and the length modulo 2 ** 32. */
  const check = (end: number) => {
    const tail = source.read(Math.max(0, end - 8), Math.min(8, end));
    const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
    if (
      view.byteLength < 8 ||
      view.getUint32(0, true) !== sum ||
      view.getUint32(4, true) !== length % 2 ** 32
    )
      throw damaged();
    [sum, length] = [0, 0];
  };
  const gunzip = createInflater('gzip', add, check);
  for (let at = 0; at < source.size; at += sliceLength) {
    const slice = source.read(at, Math.min(sliceLength, source.size - at));
    attempt(() => gunzip(slice, at + sliceLength >= source.size), damaged);
    for (const bytes of unpacked.splice(0)) {
      total += bytes.length;
      if (total > 1_000_000 && total > (at + slice.length) * maxRatio)
        throw new BadZip('overlapping', `It would unpack to more than ${maxRatio} times its size.`);
      yield { bytes, packed: at + slice.length };
    }
  }
  check(source.size);
}

/** Errors of fflate have no class of their own; its own checks throw nothing else. */
function attempt(push: () => void, damaged: (cause: unknown) => BadZip): void {
  try {
    push();
  } catch (error) {
    throw error instanceof BadZip ? error : damaged(error);
  }
}
