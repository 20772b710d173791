import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  createGunzip,
  createInflateRaw,
  gunzip,
  inflateRawSync,
  type ZlibOptions,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';

/** Bytes cannot be decompressed: they are damaged, or decompress to more than the caller allows. */
export class DecompressionError extends Error {
  readonly reason: 'damaged' | 'too-long';
  constructor(reason: 'damaged' | 'too-long', cause?: unknown) {
    super(
      reason === 'damaged'
        ? 'The compressed bytes are damaged.'
        : 'The bytes decompress to more than they may.',
      { cause },
    );
    this.name = 'DecompressionError';
    this.reason = reason;
  }
}

const decompressorsSync = { zstd: zstdDecompressSync, deflate: inflateRawSync } as const;
type Decompress = (bytes: Uint8Array, options: ZlibOptions) => Promise<Uint8Array>;
const decompressors = {
  gzip: promisify(gunzip) as Decompress,
  brotli: promisify(brotliDecompress) as Decompress,
  zstd: promisify(zstdDecompress) as Decompress,
} as const;
const streams = { gzip: createGunzip, deflate: createInflateRaw } as const;

/** Length of the pieces in which bytes are decompressed; the memory of more is not touched. */
const chunkLength = 256 * 1024;

/** Decompresses into at most `maxBytes`. Throws `DecompressionError` as soon as there is more. */
export function decompressSync(
  format: keyof typeof decompressorsSync,
  bytes: Uint8Array,
  maxBytes: number,
): Uint8Array {
  try {
    return decompressorsSync[format](bytes, optionsFor(bytes, maxBytes));
  } catch (error) {
    throw describe(error);
  }
}

/** Decompresses into at most `maxBytes` in a thread of Node. Rejects like `decompressSync`. */
export async function decompress(
  format: keyof typeof decompressors,
  bytes: Uint8Array,
  maxBytes: number,
): Promise<Uint8Array> {
  try {
    return await decompressors[format](bytes, optionsFor(bytes, maxBytes));
  } catch (error) {
    throw describe(error);
  }
}

/** The decompressed bytes of a stream; it fails with `DecompressionError` after `maxBytes`, or with the source's error. */
export function decompressStream(source: Readable, format: keyof typeof streams, maxBytes: number): Readable {
  let length = 0;
  const decompressor = streams[format]({ chunkSize: chunkLength });
  const bounded = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      length += chunk.length;
      if (length > maxBytes) done(new DecompressionError('too-long'));
      else done(null, chunk);
    },
    destroy: (error, done) => done(error && describe(error)),
  });
  // Whoever reads the last stream gets the error of any, and may stop early.
  pipeline(source, decompressor, bounded).catch(() => {});
  return bounded;
}

/** Most bytes decompress to few times their length: then they get memory once. */
function optionsFor({ length }: Uint8Array, maxBytes: number) {
  const maxOutputLength = Math.max(1, maxBytes);
  return {
    maxOutputLength,
    chunkSize: Math.max(64, Math.min(maxOutputLength, Math.max(chunkLength, 8 * length))),
  };
}

/** Codes that node:zlib gives the errors of zlib, zstd and brotli. */
function describe<E>(error: E): E | DecompressionError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return new DecompressionError('too-long', error);
  return /^(Z_|ZSTD_|ERR__ERROR_)/.test(code) ? new DecompressionError('damaged', error) : error;
}
