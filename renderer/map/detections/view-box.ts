import type { PackedBox } from './detection-filter.ts';
import type { PaintView } from './detections-painter.ts';

const worldSize = 2 ** 32;
const largest = worldSize - 1;

/** The box around a place in the view, with `reach` feed units on each side, or null where there is no world. */
export function boxAround(x: number, y: number, reachX: number, reachY = reachX): PackedBox | null {
  const north = Math.max(0, Math.floor(y - reachY));
  const south = Math.min(largest, Math.ceil(y + reachY));
  if (north > south) return null;
  if (2 * reachX >= largest) return { west: 0, east: largest, north, south };
  return { west: wrap(Math.floor(x - reachX)), east: wrap(Math.ceil(x + reachX)), north, south };
}

/** The smallest box around the whole view; around a turned one it holds more than is seen. */
export function viewBox({
  centerX,
  centerY,
  width,
  height,
  unitsPerPixel,
  rotation,
}: PaintView): PackedBox | null {
  const cos = Math.abs(Math.cos(rotation));
  const sin = Math.abs(Math.sin(rotation));
  const reachX = ((width * cos + height * sin) / 2) * unitsPerPixel;
  const reachY = ((width * sin + height * cos) / 2) * unitsPerPixel;
  return boxAround(centerX, centerY, reachX, reachY);
}

/**
 * Where a feed position lies from the view's centre, in CSS pixels to the right and downwards, on its nearest copy of
 * the world. The same arithmetic as in the vertex shader.
 */
export function pixelOffset(view: PaintView, x: number, y: number): [right: number, down: number] {
  const east = nearestDifference(x - view.centerX) / view.unitsPerPixel;
  const southwards = (y - view.centerY) / view.unitsPerPixel;
  const cos = Math.cos(view.rotation);
  const sin = Math.sin(view.rotation);
  return [cos * east - sin * southwards, sin * east + cos * southwards];
}

/** A difference of x taken the short way round the world: −2³¹…2³¹. */
export function nearestDifference(difference: number): number {
  return difference - Math.round(difference / worldSize) * worldSize;
}

function wrap(x: number): number {
  return x - Math.floor(x / worldSize) * worldSize;
}
