import { inflateSync } from 'fflate';
import { crc32 } from './crc32.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import type { ZipEntry } from './zip-directory.ts';

const headerSignature = 0x04034b50;
const headerLength = 30;

/**
 * One file of an archive, unpacked. Never more than its directory says, and only what has the checksum that stands
 * there: a flipped bit must not move a corner. Fails with `bad-zip`.
 */
export function unzipEntry(bytes: Uint8Array, entry: ZipEntry, archive: string): Outcome<Uint8Array> {
  const place = `${archive}, ${entry.name.slice(0, 100)}`;
  const damaged = refuse(
    'bad-zip',
    place,
    'This file is damaged within the archive. Ask for the archive again.',
  );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.offset + headerLength > bytes.length) return damaged;
  if (view.getUint32(entry.offset, true) !== headerSignature) return damaged;
  const start =
    entry.offset +
    headerLength +
    view.getUint16(entry.offset + 26, true) +
    view.getUint16(entry.offset + 28, true);
  if (start + entry.packedBytes > bytes.length) return damaged;
  const packed = bytes.subarray(start, start + entry.packedBytes);
  const unpacked = unpack(packed, entry);
  if (unpacked === 'unknown-method') {
    return refuse(
      'bad-zip',
      place,
      'This file is packed in a way that is not read. Pack it again as plain zip.',
    );
  }
  if (unpacked?.length !== entry.unpackedBytes || crc32(unpacked) !== entry.crc32) return damaged;
  return accept(unpacked);
}

function unpack(
  packed: Uint8Array,
  { method, unpackedBytes }: ZipEntry,
): Uint8Array | 'unknown-method' | undefined {
  if (method === 0) return packed;
  if (method !== 8) return 'unknown-method';
  try {
    return inflateSync(packed, { out: new Uint8Array(unpackedBytes) });
  } catch {
    // fflate throws at broken streams, and when the output is full.
    return undefined;
  }
}
