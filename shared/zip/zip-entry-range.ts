import { BadZip } from './bad-zip.ts';
import type { ZipEntry } from './read-zip-directory.ts';
import { zip } from './zip-format.ts';
import { viewOf, type ZipSource } from './zip-source.ts';

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
