import { decodeAs } from './decode-text.ts';
import { formatMegabytes, importLimits } from './import-limits.ts';
import { accept, type Outcome, refuse } from './outcome.ts';

/** One file of an archive, as its central directory lists it. */
export type ZipEntry = {
  readonly name: string;
  /** 0 is stored, 8 is deflated; others are refused when they are opened. */
  readonly method: number;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Where its own header stands in the archive. */
  readonly offset: number;
};

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const entryLength = 46;
const longestComment = 65_535;
/** In these fields the value stands elsewhere, for archives larger than we read. */
const zip64Mark = 0xffffffff;

/**
 * The files of a zip archive by its central directory (APPNOTE 6.3), folders left out. Nothing is unpacked.
 *
 * Fails with `bad-zip`; with `zip-path` for a name that climbs out of a folder or is absolute; with `zip-encrypted`;
 * with `zip-bomb` for too many files, too much unpacked, too high a ratio, or files that overlap.
 */
export function readZipDirectory(bytes: Uint8Array, archive: string): Outcome<ZipEntry[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined)
    return refuse('bad-zip', archive, 'The zip archive is cut off or damaged. Ask for it again.');
  const count = view.getUint16(end + 10, true);
  if (count > importLimits.archiveEntries) {
    return refuse(
      'zip-bomb',
      archive,
      `The archive holds ${count} files; ${importLimits.archiveEntries} is the most that is read.`,
    );
  }
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > end || view.getUint32(at, true) !== entrySignature) {
      return refuse('bad-zip', archive, 'The directory of the zip archive is damaged. Ask for it again.');
    }
    const entry = readEntry(view, bytes, at, archive);
    if (!entry.ok) return entry;
    if (!entry.value.name.endsWith('/')) entries.push(entry.value);
    at +=
      entryLength +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
  return checkSizes(entries, bytes.length, archive);
}

function findEnd(view: DataView): number | undefined {
  const least = Math.max(0, view.byteLength - endLength - longestComment);
  for (let at = view.byteLength - endLength; at >= least; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  return undefined;
}

function readEntry(view: DataView, bytes: Uint8Array, at: number, archive: string): Outcome<ZipEntry> {
  const flags = view.getUint16(at + 8, true);
  const nameBytes = bytes.subarray(at + entryLength, at + entryLength + view.getUint16(at + 28, true));
  const name = decodeAs('utf-8', nameBytes) ?? decodeAs('windows-1252', nameBytes) ?? '';
  const entry = {
    name,
    method: view.getUint16(at + 10, true),
    crc32: view.getUint32(at + 16, true),
    packedBytes: view.getUint32(at + 20, true),
    unpackedBytes: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
  const place = `${archive}, ${name.slice(0, 100)}`;
  if (climbs(name)) {
    return refuse(
      'zip-path',
      place,
      'The name of this file leads out of the archive, as none honestly made does. Do not trust the archive.',
    );
  }
  if ((flags & 1) !== 0)
    return refuse(
      'zip-encrypted',
      place,
      'The archive is protected by a password. Unpack it, and pack it without one.',
    );
  if ([entry.packedBytes, entry.unpackedBytes, entry.offset].includes(zip64Mark)) {
    return refuse(
      'bad-zip',
      place,
      'The archive is in the zip64 format, for files larger than are read here.',
    );
  }
  return accept(entry);
}

function climbs(name: string): boolean {
  const parts = name.split(/[\\/]/);
  return parts.includes('..') || /^(?:[\\/]|[a-z]:)/i.test(name) || name.includes('\0');
}

function checkSizes(entries: ZipEntry[], archiveLength: number, archive: string): Outcome<ZipEntry[]> {
  const bomb = (message: string) => refuse('zip-bomb', archive, message);
  const dense = entries.find(
    ({ packedBytes, unpackedBytes }) =>
      unpackedBytes > 1_000_000 && unpackedBytes > packedBytes * importLimits.archiveRatio,
  );
  if (dense) {
    return bomb(
      `${dense.name.slice(0, 100)} would unpack to more than ${importLimits.archiveRatio} times its size.`,
    );
  }
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (unpacked > importLimits.archiveBytes) {
    return bomb(
      `The archive would unpack to ${formatMegabytes(unpacked)}; ${formatMegabytes(importLimits.archiveBytes)} is the most that is read.`,
    );
  }
  const packed = entries.reduce((sum, entry) => sum + entry.packedBytes, 0);
  if (packed > archiveLength)
    return bomb('The files of the archive overlap, so that few bytes unpack to many.');
  return accept(entries);
}
