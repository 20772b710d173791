import { crc32 } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The maximum width and height of a chip in pixels. */
const maxSide = 4096;

/**
 * Reason why the bytes are not a displayable PNG image, or undefined when they are. Checks the signature, the size in IHDR,
 * and the checksum of every critical chunk up to IEND (W3C PNG specification, section 5). The pixels themselves are not
 * decoded. The reason completes the sentence "… cannot be used: ".
 */
export function pngProblem(bytes: Uint8Array): string | undefined {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!png.subarray(0, signature.length).equals(signature)) return 'the image is not a PNG';
  const sizeProblem = headerProblem(png);
  if (sizeProblem !== undefined) return sizeProblem;
  let at = signature.length;
  let hasPixels = false;
  while (at + 12 <= png.length) {
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length) break;
    const type = png.toString('latin1', at + 4, at + 8);
    // A capital first letter marks a critical chunk; browsers ignore damage in others.
    if (/^[A-Z]/.test(type) && crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) {
      return `the PNG image is damaged (chunk ${type})`;
    }
    if (type === 'IEND') return hasPixels ? undefined : 'the PNG image has no pixels';
    hasPixels ||= type === 'IDAT' && end - at > 12;
    at = end;
  }
  return 'the PNG image is cut short';
}

/** Width and height in the header of a PNG without problems (PNG 3rd edition, 11.2.1). */
export function pngSize(png: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function headerProblem(png: Buffer): string | undefined {
  if (png.length < 33) return 'the PNG image is cut short';
  if (png.readUInt32BE(8) !== 13 || png.toString('latin1', 12, 16) !== 'IHDR') {
    return 'the PNG image does not begin with its header';
  }
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  if (width < 1 || height < 1) return 'the PNG image has no size';
  if (width > maxSide || height > maxSide) {
    return `the PNG image has ${width} × ${height} pixels, more than ${maxSide} × ${maxSide}`;
  }
  return undefined;
}
