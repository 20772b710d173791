import { crc32 } from '../../../shared/zip/crc32.ts';

/** Data length of the pHYs chunk with the pixels per metre (PNG specification, 11.3.5.3), which must precede IDAT. */
const chunkLength = 9;
/** End of the signature and the IHDR chunk, which always comes first and has a fixed length. */
const headerEnd = 8 + 12 + 13;

/** Returns the PNG with its pixel density, so that it prints at the intended size. */
export function withPixelDensity(
  png: Uint8Array<ArrayBuffer>,
  pixelsPerInch: number,
): Uint8Array<ArrayBuffer> {
  const perMetre = Math.round(pixelsPerInch / 0.0254);
  const chunk = new Uint8Array(12 + chunkLength);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, chunkLength);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  // The unit is the metre.
  chunk[16] = 1;
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, headerEnd));
  whole.set(chunk, headerEnd);
  whole.set(png.subarray(headerEnd), headerEnd + chunk.length);
  return whole;
}
