/**
 * What part of a chip is looked at, the same for chips of any size: how many times larger than when it fits, and which
 * place of it, in shares of its width and height from the top left, stands in the middle.
 */
export type ChipView = { readonly zoom: number; readonly x: number; readonly y: number };

/** Width and height; of a chip in its pixels, of a frame in CSS pixels. */
export type Size = { readonly width: number; readonly height: number };

/** Where a chip is drawn in its frame: CSS pixels to a pixel of the chip, and its upper left corner. */
export type PlacedChip = { readonly scale: number; readonly left: number; readonly top: number };

/** The whole chip. */
export const wholeChip: ChipView = { zoom: 1, x: 0.5, y: 0.5 };

const zoomRange = { least: 0.25, most: 64 } as const;

/** CSS pixels to a pixel of the chip when all of it just fits. */
export function fitScale(chip: Size, frame: Size): number {
  return Math.min(frame.width / chip.width, frame.height / chip.height);
}

/** Where the chip is drawn. */
export function placeChip(view: ChipView, chip: Size, frame: Size): PlacedChip {
  const scale = fitScale(chip, frame) * view.zoom;
  return {
    scale,
    left: frame.width / 2 - view.x * chip.width * scale,
    top: frame.height / 2 - view.y * chip.height * scale,
  };
}

/** Enlarged `factor` times, with what lies at a point of the frame (CSS pixels from its upper left corner) kept there. */
export function zoomChip(
  view: ChipView,
  factor: number,
  point: readonly [number, number],
  chip: Size,
  frame: Size,
): ChipView {
  const zoom = Math.min(zoomRange.most, Math.max(zoomRange.least, view.zoom * factor));
  const fit = fitScale(chip, frame);
  const shift = (1 / view.zoom - 1 / zoom) / fit;
  return inside({
    zoom,
    x: view.x + ((point[0] - frame.width / 2) * shift) / chip.width,
    y: view.y + ((point[1] - frame.height / 2) * shift) / chip.height,
  });
}

/** Moved with the hand by so many CSS pixels to the right and down. */
export function panChip(
  view: ChipView,
  [right, down]: readonly [number, number],
  chip: Size,
  frame: Size,
): ChipView {
  const scale = fitScale(chip, frame) * view.zoom;
  return inside({
    ...view,
    x: view.x - right / (chip.width * scale),
    y: view.y - down / (chip.height * scale),
  });
}

/** One pixel of the chip on one pixel of the screen, which has `density` of them to a CSS pixel. */
export function pixelForPixel(view: ChipView, chip: Size, frame: Size, density: number): ChipView {
  return { ...view, zoom: 1 / density / fitScale(chip, frame) };
}

/** A length that is easily read, in metres, and not longer than `mostPixels` where a pixel is so many metres. */
export function scaleBarMetres(metresPerPixel: number, mostPixels: number): number {
  const most = metresPerPixel * mostPixels;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([5, 2].find((step) => step * power <= most) ?? 1);
}

/** Some of the chip always stays in view. */
function inside(view: ChipView): ChipView {
  const clamp = (share: number) => Math.min(1, Math.max(0, share));
  return { ...view, x: clamp(view.x), y: clamp(view.y) };
}
