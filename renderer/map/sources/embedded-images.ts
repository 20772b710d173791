import { webpSize } from '../../../shared/map-sources/webp-size.ts';

/** Pixels of a tile or strip, and the samples of all its pixels. */
export type TileSize = { readonly width: number; readonly height: number; readonly samples: number };

/** Samples of a JPEG image: the decoder of geotiff needs six bytes of memory for each. */
const maxJpegSamples = 2 ** 25;
const minJpegSamples = 2 ** 20;
/** Allowance of a frame beyond its tile. */
const tolerance = 4;
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
export function checkJpeg(bytes: Uint8Array, tile: TileSize): void {
  const limit = Math.max(minJpegSamples, tolerance * tile.samples);
  if (tile.samples > maxJpegSamples) throw tooLarge();
  let samples = 0;
  const addFrame = (at: number) => {
    const [height = 0, width = 0] = [uint16(bytes, at + 3), uint16(bytes, at + 5)];
    const components = bytes[at + 7] ?? 0;
    samples += (width + blockLength + maxRounding) * (height + blockLength + maxRounding) * components;
    if (samples > Math.min(limit, maxJpegSamples)) throw tooLarge();
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
export function checkWebp(bytes: Uint8Array, { width, height }: TileSize): void {
  const text = String.fromCharCode(...bytes.subarray(0, 4), ...bytes.subarray(8, 12));
  if (text !== 'RIFFWEBP') throw damaged();
  const [imageWidth, imageHeight] = webpSize(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (imageWidth > width || imageHeight > height) throw tooLarge();
}

/** Beyond the end as the decoder reads it, which is 0. */
function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function damaged(): Error {
  return new Error('An image in the GeoTIFF is damaged.');
}

function tooLarge(): Error {
  return new Error(
    'An image in the GeoTIFF is larger than its tile, or than can be decoded. Write the file again in tiles of 512 pixels.',
  );
}
