import { grayHistogram } from './chip-stretch.ts';

/** A decoded chip. */
export type ChipImage = {
  readonly width: number;
  readonly height: number;
  /** RGBA, row by row from the top left. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Counts of its gray values. */
  readonly histogram: Uint32Array;
  /** Bits per sample in the file. Browsers decode to 8 bits. */
  readonly bitDepth: number;
  /** Size in the file, before any reduction. */
  readonly fileWidth: number;
  readonly fileHeight: number;
};

/** Byte offsets in a PNG: signature, length and type of IHDR come before (PNG specification, 11.2.2). */
const header = { width: 16, height: 20, bitDepth: 24, end: 25 } as const;

/**
 * Decodes a PNG without color management, reduced to at most `maxSide` pixels on each side. Throws when it is not a PNG.
 * The browser decodes it off the main thread.
 */
export async function decodeChip(file: Blob, maxSide = Number.POSITIVE_INFINITY): Promise<ChipImage> {
  const view = new DataView(await file.slice(0, header.end).arrayBuffer());
  if (view.byteLength < header.end) throw new Error('The chip is no PNG.');
  const fileWidth = view.getUint32(header.width);
  const fileHeight = view.getUint32(header.height);
  const share = Math.min(1, maxSide / Math.max(fileWidth, fileHeight));
  const bitmap = await createImageBitmap(file, {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
    ...(share < 1
      ? { resizeWidth: Math.max(1, Math.round(fileWidth * share)), resizeQuality: 'medium' as const }
      : {}),
  });
  try {
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('The browser gives no canvas to read the chip with.');
    context.drawImage(bitmap, 0, 0);
    const pixels = context.getImageData(0, 0, width, height).data;
    return {
      width,
      height,
      pixels: pixels as Uint8ClampedArray<ArrayBuffer>,
      histogram: grayHistogram(pixels),
      bitDepth: view.getUint8(header.bitDepth),
      fileWidth,
      fileHeight,
    };
  } finally {
    bitmap.close();
  }
}
