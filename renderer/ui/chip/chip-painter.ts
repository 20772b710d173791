import type { ChipImage } from './chip-image.ts';
import { type ChipStretch, lookUpTable, stretchLimits } from './chip-stretch.ts';
import type { ChipPlacement } from './chip-viewport.ts';

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
