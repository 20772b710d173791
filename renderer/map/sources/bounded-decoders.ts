import { addDecoder, BaseDecoder, getDecoder } from 'geotiff';
import { webpSize } from '../../../shared/map-sources/webp-size.ts';
import { inflate } from '../../../shared/zip/inflate.ts';

/** The most that a tile or strip of an image may have, in bytes. */
const maxTileBytes = 2 ** 28;
/** Writers pad the rows of a strip, and state the bits of one sample for all. */
const tolerance = 4;
const minBytes = 65_536;

/** Replaces the decoders of geotiff that decompress without a limit: by their TIFF numbers. */
export function registerBoundedDecoders(): void {
  const register = (numbers: readonly number[], decoder: typeof BaseDecoder) =>
    // Its workers have decoders of their own.
    addDecoder([...numbers], async () => decoder, undefined, false);
  register([8, 32_946], createDecoder(inflateTile));
  register([5], createDecoder(decodeLzw));
  register([32_773], createDecoder(decodePackBits));
}

/**
 * Decodes a tile or strip. Throws where it, or an image that it has, is larger than its stated size: of a compression that
 * `registerBoundedDecoders` does not replace, before the decoder of geotiff sees it.
 */
export async function decodeTile(
  compression: number,
  parameters: BaseDecoder['parameters'] & { readonly JPEGTables?: unknown },
  buffer: ArrayBufferLike,
): Promise<ArrayBufferLike> {
  const { tileWidth: width, tileHeight: height, samplesPerPixel = 1 } = parameters;
  const tile = { width, height, samples: width * height * samplesPerPixel };
  const bytes = new Uint8Array(buffer);
  if (compression === 7) {
    const { JPEGTables: tables } = parameters;
    if (tables instanceof Uint8Array) checkJpeg(tables, tile);
    else if (tables !== undefined && tables !== null)
      throw new Error('The JPEG tables of the GeoTIFF are damaged.');
    checkJpeg(bytes, tile);
  }
  if (compression === 50_001) checkWebp(bytes, tile);
  const decoder = await getDecoder(compression, parameters);
  return decoder.decode(buffer);
}

type Decode = (packed: Uint8Array, maxBytes: number) => Uint8Array<ArrayBuffer>;

function createDecoder(decode: Decode): typeof BaseDecoder {
  return class extends BaseDecoder {
    override decodeBlock(buffer: ArrayBufferLike): ArrayBufferLike {
      return decode(new Uint8Array(buffer), maxBytesOf(this.parameters)).buffer;
    }
  };
}

function maxBytesOf({
  tileWidth,
  tileHeight,
  bitsPerSample,
  planarConfiguration,
}: BaseDecoder['parameters']): number {
  const bits = typeof bitsPerSample === 'number' ? [bitsPerSample] : [...bitsPerSample];
  const bitsOfPixel =
    planarConfiguration === 2 ? Math.max(...bits) : bits.reduce((sum, each) => sum + each, 0);
  const bytes = Math.ceil((tileWidth * bitsOfPixel) / 8) * tileHeight;
  if (!(bytes <= maxTileBytes)) throw tooLarge();
  return Math.min(maxTileBytes, Math.max(minBytes, tolerance * bytes));
}

function tooLarge(): Error {
  return new Error(
    'A tile or strip of the GeoTIFF is larger than 256 MiB, or than its stated size. Write the file again in tiles of 512 pixels.',
  );
}

function inflateTile(packed: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = inflate(packed, 'zlib', maxBytes);
  if (!bytes) throw tooLarge();
  return bytes;
}

/** Bytes that are written one after another, up to a limit. */
function createOutput(maxBytes: number) {
  let bytes = new Uint8Array(Math.min(maxBytes, minBytes));
  let length = 0;
  return {
    /** Makes room for `count` more bytes, and returns where they begin. */
    grow(count: number): number {
      const at = length;
      length += count;
      if (length > maxBytes) throw tooLarge();
      if (length > bytes.length) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(length, 2 * bytes.length)));
        larger.set(bytes);
        bytes = larger;
      }
      return at;
    },
    bytes: () => bytes,
    end: () => bytes.slice(0, length),
  };
}

/** PackBits (TIFF 6.0, section 9). */
export function decodePackBits(packed: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const output = createOutput(maxBytes);
  for (let at = 0; at < packed.length; ) {
    const header = packed[at] ?? 0;
    at += 1;
    if (header === 128) continue;
    const count = header < 128 ? header + 1 : 257 - header;
    const start = output.grow(count);
    if (header < 128) {
      output.bytes().set(packed.subarray(at, at + count), start);
      at += count;
    } else {
      output.bytes().fill(packed[at] ?? 0, start, start + count);
      at += 1;
    }
  }
  return output.end();
}

const clearCode = 256;
const endCode = 257;
const maxCodes = 4096;

/** LZW (TIFF 6.0, section 13): the code before is the prefix of each new one, and the codes grow one entry early. */
export function decodeLzw(packed: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const output = createOutput(maxBytes);
  const prefixes = new Uint16Array(maxCodes);
  const lasts = Uint8Array.from({ length: maxCodes }, (_, code) => (code < clearCode ? code : 0));
  const firsts = Uint8Array.from(lasts);
  const lengths = new Uint16Array(maxCodes).fill(1, 0, clearCode);
  let next = endCode + 1;
  let width = 9;
  let former: number | undefined;
  let bits = 0;
  let held = 0;
  for (let at = 0; ; ) {
    while (held < width && at < packed.length) {
      bits = ((bits << 8) | (packed[at] ?? 0)) & 0xff_ffff;
      held += 8;
      at += 1;
    }
    if (held < width) return output.end();
    const code = (bits >> (held - width)) & ((1 << width) - 1);
    held -= width;
    if (code === endCode) return output.end();
    if (code === clearCode) {
      next = endCode + 1;
      width = 9;
      former = undefined;
      continue;
    }
    if (former !== undefined && next < maxCodes) {
      prefixes[next] = former;
      firsts[next] = firsts[former] ?? 0;
      // The new code itself may be the one that is read.
      lasts[next] = firsts[code === next ? former : code] ?? 0;
      lengths[next] = (lengths[former] ?? 0) + 1;
      next += 1;
    }
    if (code >= next || (former === undefined && code > endCode))
      throw new Error('The GeoTIFF is damaged: a code of its LZW compression is unknown.');
    const length = lengths[code] ?? 0;
    const start = output.grow(length);
    const bytes = output.bytes();
    for (let index = length - 1, each = code; index >= 0; index -= 1) {
      bytes[start + index] = lasts[each] ?? 0;
      each = prefixes[each] ?? 0;
    }
    former = code;
    if (next + 1 >= 1 << width && width < 12) width += 1;
  }
}

/** Pixels of a tile or strip, and the samples of all its pixels. */
type TileSize = { readonly width: number; readonly height: number; readonly samples: number };

/** Samples of a JPEG image: the decoder of geotiff needs six bytes of memory for each. */
const maxJpegSamples = 2 ** 25;
const minJpegSamples = 2 ** 20;
/** Allowance of a frame beyond its tile. */
const imageTolerance = 4;
/** The decoder rounds each side up to its largest sampling factor, of four bits, times a block. */
const blockLength = 8;
const maxRounding = 15 * blockLength;
/** A progressive image has some ten scans, and each may cost as much as the whole image. */
const maxScans = 100;

/** Markers (ITU T.81, table B.1), by their second byte. */
const markers = {
  tables: { quantization: 0xdb, huffman: 0xc4 },
  restartInterval: 0xdd,
  scan: 0xda,
  start: 0xd8,
  end: 0xd9,
} as const;

/**
 * Throws when a JPEG image, or its tables alone, would cost its decoder more than its tile may. Until the first scan it
 * follows segments as the decoder of geotiff does. Behind it, bytes that could be the marker of a frame count as one.
 */
function checkJpeg(bytes: Uint8Array, tile: TileSize): void {
  const limit = Math.max(minJpegSamples, imageTolerance * tile.samples);
  if (tile.samples > maxJpegSamples) throw imageTooLarge();
  let samples = 0;
  const addFrame = (at: number) => {
    const [height = 0, width = 0] = [uint16(bytes, at + 3), uint16(bytes, at + 5)];
    const components = bytes[at + 7] ?? 0;
    samples += (width + blockLength + maxRounding) * (height + blockLength + maxRounding) * components;
    if (samples > Math.min(limit, maxJpegSamples)) throw imageTooLarge();
  };
  let scans = 0;
  for (let at = findFirstScan(bytes, addFrame); at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) addFrame(at + 2);
    if (marker === markers.scan) scans += 1;
    if (scans > maxScans) throw new Error('A JPEG image in the GeoTIFF has too many scans.');
  }
}

/**
 * The offset of the first scan, or the end. `onFrame` is called with where the segment of each frame before it begins.
 */
function findFirstScan(bytes: Uint8Array, onFrame: (at: number) => void): number {
  if (uint16(bytes, 0) !== 0xff00 + markers.start) throw damaged();
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) throw damaged();
    if (marker === 0xff) {
      // Any number of these may precede a marker.
      at += 1;
      continue;
    }
    at += 2;
    if (marker === markers.end) return bytes.length;
    if (marker === markers.scan) return at - 2;
    if (isFrame(marker)) {
      onFrame(at);
      at += 8 + 3 * (bytes[at + 7] ?? 0);
    } else if (marker === markers.tables.quantization) at = skipQuantization(bytes, at);
    else if (marker === markers.tables.huffman) at = skipHuffman(bytes, at);
    else if (marker === markers.restartInterval) at += 4;
    else if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) at += Math.max(2, uint16(bytes, at));
    else if (marker !== 0) throw damaged();
  }
  return bytes.length;
}

/** Baseline, extended and progressive: the frames that the decoder knows. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xc2;
}

/** The tables count, not the stated length. */
function skipQuantization(bytes: Uint8Array, start: number): number {
  const end = start + uint16(bytes, start);
  let at = start + 2;
  while (at < end) at += 1 + ((bytes[at] ?? 0) >> 4 === 0 ? 64 : 128);
  return at;
}

function skipHuffman(bytes: Uint8Array, start: number): number {
  const end = start + uint16(bytes, start);
  let at = start + 2;
  while (at < end) at += 17 + bytes.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
  return at;
}

/** Throws unless the bytes are a WebP image that fits into its tile: a browser would decode any image. */
function checkWebp(bytes: Uint8Array, { width, height }: TileSize): void {
  const text = String.fromCharCode(...bytes.subarray(0, 4), ...bytes.subarray(8, 12));
  if (text !== 'RIFFWEBP') throw damaged();
  const [imageWidth, imageHeight] = webpSize(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (imageWidth > width || imageHeight > height) throw imageTooLarge();
}

/** Beyond the end as the decoder reads it, which is 0. */
function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function damaged(): Error {
  return new Error('An image in the GeoTIFF is damaged.');
}

function imageTooLarge(): Error {
  return new Error(
    'An image in the GeoTIFF is larger than its tile, or than can be decoded. Write the file again in tiles of 512 pixels.',
  );
}
