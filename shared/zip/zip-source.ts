import { BadZip } from './bad-zip.ts';

/** Random access to the bytes of an archive, wherever they are. */
export type ZipSource = {
  readonly size: number;
  /** Exactly `length` bytes at `at`; the caller stays within `size`. */
  read(at: number, length: number): Uint8Array;
};

/** An archive in memory. */
export function createMemorySource(bytes: Uint8Array): ZipSource {
  return { size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) };
}

/** A view of `length` bytes at `at`. Throws `BadZip` when the archive ends before. */
export function viewOf(source: ZipSource, at: number, length: number): DataView {
  if (at < 0 || at + length > source.size) throw new BadZip('damaged', 'It was cut short.');
  const bytes = source.read(at, length);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
