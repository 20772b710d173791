import { type ChipStretch, grayHistogram, lookUpTable, stretchLimits } from './chip-stretch.ts';
import type { ChipPlacement } from './chip-viewport.ts';

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

const stretched = new WeakMap<ChipImage, { readonly key: string; readonly canvas: OffscreenCanvas }>();

/** The chip with a stretch applied, in its original size. The last result for each chip is cached. */
export function stretchedChip(image: ChipImage, stretch: ChipStretch): OffscreenCanvas {
  const limits = stretchLimits(image.histogram, stretch);
  const key = `${limits.low} ${limits.high} ${stretch.gamma} ${stretch.invert}`;
  const known = stretched.get(image);
  if (known?.key === key) return known.canvas;
  const canvas = known?.canvas ?? new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw the chip on.');
  const table = lookUpTable(limits, stretch);
  const { pixels } = image;
  const shown = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    shown[at] = table[pixels[at] as number] as number;
    shown[at + 1] = table[pixels[at + 1] as number] as number;
    shown[at + 2] = table[pixels[at + 2] as number] as number;
    shown[at + 3] = pixels[at + 3] as number;
  }
  context.putImageData(new ImageData(shown, image.width, image.height), 0, 0);
  stretched.set(image, { key, canvas });
  return canvas;
}

/** Draws a chip. `placed` is in CSS pixels; the canvas has `density` device pixels for each. */
export function paintChip(
  canvas: HTMLCanvasElement,
  image: ChipImage,
  stretch: ChipStretch,
  placed: ChipPlacement,
  density: number,
): void {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw the chip on.');
  context.clearRect(0, 0, canvas.width, canvas.height);
  // When enlarged, the pixels of the file stay sharp.
  context.imageSmoothingEnabled = placed.scale * density < 1;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    stretchedChip(image, stretch),
    placed.left * density,
    placed.top * density,
    image.width * placed.scale * density,
    image.height * placed.scale * density,
  );
}
