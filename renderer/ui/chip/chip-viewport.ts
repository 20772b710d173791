/**
 * The visible part of a chip, independent of its size. Zoom is relative to fitting the frame. The position in the
 * middle is in fractions of the chip's width and height from the top left.
 */
export type ChipViewport = { readonly zoom: number; readonly x: number; readonly y: number };

/** Width and height; of a chip in its pixels, of a frame in CSS pixels. */
export type Size = { readonly width: number; readonly height: number };

/** Place of a chip in its frame: CSS pixels per pixel of the chip, and its upper left corner. */
export type ChipPlacement = { readonly scale: number; readonly left: number; readonly top: number };

/** The whole chip. */
export const wholeChip: ChipViewport = { zoom: 1, x: 0.5, y: 0.5 };

const zoomRange = { min: 0.25, max: 64 } as const;

/** CSS pixels per pixel of the chip at which it just fits the frame. */
export function fitScale(chip: Size, frame: Size): number {
  return Math.min(frame.width / chip.width, frame.height / chip.height);
}

/** Computes where the chip is drawn. */
export function placeChip(view: ChipViewport, chip: Size, frame: Size): ChipPlacement {
  const scale = fitScale(chip, frame) * view.zoom;
  return {
    scale,
    left: frame.width / 2 - view.x * chip.width * scale,
    top: frame.height / 2 - view.y * chip.height * scale,
  };
}

/** Zooms by `factor` around a point of the frame (CSS pixels from its upper left corner). */
export function zoomChip(
  view: ChipViewport,
  factor: number,
  point: readonly [number, number],
  chip: Size,
  frame: Size,
): ChipViewport {
  const zoom = Math.min(zoomRange.max, Math.max(zoomRange.min, view.zoom * factor));
  const fit = fitScale(chip, frame);
  const shift = (1 / view.zoom - 1 / zoom) / fit;
  return inside({
    zoom,
    x: view.x + ((point[0] - frame.width / 2) * shift) / chip.width,
    y: view.y + ((point[1] - frame.height / 2) * shift) / chip.height,
  });
}

/** Pans by CSS pixels to the right and down. */
export function panChip(
  view: ChipViewport,
  [right, down]: readonly [number, number],
  chip: Size,
  frame: Size,
): ChipViewport {
  const scale = fitScale(chip, frame) * view.zoom;
  return inside({
    ...view,
    x: view.x - right / (chip.width * scale),
    y: view.y - down / (chip.height * scale),
  });
}

/** Zooms to one chip pixel per device pixel; `density` is device pixels per CSS pixel. */
export function pixelForPixel(view: ChipViewport, chip: Size, frame: Size, density: number): ChipViewport {
  return { ...view, zoom: 1 / density / fitScale(chip, frame) };
}

/** The longest round length in metres that is at most `maxPixels` wide. */
export function scaleBarMetres(metresPerPixel: number, maxPixels: number): number {
  const maxMetres = metresPerPixel * maxPixels;
  const power = 10 ** Math.floor(Math.log10(maxMetres));
  return power * ([5, 2].find((step) => step * power <= maxMetres) ?? 1);
}

/** Clamps the viewport so that a part of the chip stays visible. */
function inside(view: ChipViewport): ChipViewport {
  const clamp = (share: number) => Math.min(1, Math.max(0, share));
  return { ...view, x: clamp(view.x), y: clamp(view.y) };
}
