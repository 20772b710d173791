import { BadZip } from './bad-zip.ts';
import { crc32 } from './crc32.ts';
import { inflate } from './inflate.ts';
import { checkMethod, type ZipEntry } from './read-zip-directory.ts';
import { findEntryStart } from './zip-entry-range.ts';
import { zip } from './zip-format.ts';
import type { ZipSource } from './zip-source.ts';

/**
 * One entry unpacked into memory: never more than its directory states, and only with the checksum that is there, since a
 * flipped bit must not move a corner. Throws `BadZip`.
 */
export function unzipEntry(source: ZipSource, entry: ZipEntry): Uint8Array {
  checkMethod(entry.name, entry.method);
  const packed = source.read(findEntryStart(source, entry), entry.packedBytes);
  const unpacked = entry.method === zip.stored ? packed : inflateEntry(packed, entry);
  if (unpacked?.length !== entry.unpackedBytes || crc32(unpacked) !== entry.crc32) throw damaged(entry);
  return unpacked;
}

function inflateEntry(packed: Uint8Array, entry: ZipEntry): Uint8Array | undefined {
  try {
    return inflate(packed, 'deflate', entry.unpackedBytes);
  } catch (cause) {
    throw damaged(entry, cause);
  }
}

function damaged({ name }: ZipEntry, cause?: unknown): BadZip {
  return new BadZip('damaged', `${name.slice(0, 100)} is damaged within the archive.`, {
    entry: name,
    cause,
  });
}
