import type MapBrowserEvent from 'ol/MapBrowserEvent.js';

/** `[x, y]` in CSS pixels from the map's upper left corner. */
export type Pixel = readonly number[];

/** The distance between two pixels on the screen, in CSS pixels. */
export function distanceInPixels([x1 = 0, y1 = 0]: Pixel, [x2 = 0, y2 = 0]: Pixel): number {
  return Math.hypot(x2 - x1, y2 - y1);
}

/** Whether the pointer's main button (or a finger) was pressed. */
export function isPrimaryButton({ originalEvent }: MapBrowserEvent): boolean {
  return 'button' in originalEvent && originalEvent.button === 0;
}
