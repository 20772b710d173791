import { Gunzip, Inflate, Unzlib } from 'fflate';

/** Packed bytes that are decompressed at a time: deflate makes at most 1,032 times as many of them (16 MiB). */
export const sliceLength = 16_384;

const decompressors = { deflate: Inflate, zlib: Unzlib } as const;

/**
 * Decompresses deflate (RFC 1951), or zlib (RFC 1950), into at most `maxBytes`. Undefined when there is more, which is
 * not decompressed. Throws when the stream is damaged.
 */
export function inflate(
  packed: Uint8Array,
  format: keyof typeof decompressors,
  maxBytes: number,
): Uint8Array<ArrayBuffer> | undefined {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const decompressor = new decompressors[format]((chunk) => {
    chunks.push(chunk);
    length += chunk.length;
  });
  for (let at = 0; at < packed.length && length <= maxBytes; at += sliceLength) {
    decompressor.push(packed.subarray(at, at + sliceLength), at + sliceLength >= packed.length);
  }
  return length > maxBytes ? undefined : concatenate(chunks, length);
}

/**
 * Decompresses deflate, or gzip (RFC 1952), slice by slice: the result is called with each slice, and whether it is the
 * last one, and passes bytes to `onBytes`. Checksums are left to the caller, who gets the offset of each further member of
 * gzip. Throws when the stream is damaged.
 */
export function createInflater(
  format: 'deflate' | 'gzip',
  onBytes: (bytes: Uint8Array) => void,
  onMember: (offset: number) => void = () => undefined,
): (slice: Uint8Array, isLast: boolean) => void {
  const stream = new (format === 'gzip' ? Gunzip : Inflate)((bytes) => onBytes(bytes));
  if (stream instanceof Gunzip) stream.onmember = onMember;
  return (slice, isLast) => stream.push(slice, isLast);
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
