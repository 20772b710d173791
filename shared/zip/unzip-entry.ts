import { BadZip } from './bad-zip.ts';
import { crc32 } from './crc32.ts';
import { inflate } from './inflate.ts';
import { checkMethod, type ZipEntry } from './read-zip-directory.ts';
import { zip } from './zip-format.ts';
import { viewOf, type ZipSource } from './zip-source.ts';

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

/**
 * The offset of the packed bytes of an entry. Throws `BadZip` when its header is not there, or the archive ends before.
 */
export function findEntryStart(source: ZipSource, { name, offset, packedBytes }: ZipEntry): number {
  const header = viewOf(source, offset, zip.localLength);
  if (header.getUint32(0, true) !== zip.localHeader) {
    throw new BadZip('damaged', `${name.slice(0, 100)} is not where it should be.`, { entry: name });
  }
  // The lengths of the local header may differ from those in the directory.
  const start = offset + zip.localLength + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + packedBytes > source.size) throw new BadZip('damaged', 'It was cut short.', { entry: name });
  return start;
}
