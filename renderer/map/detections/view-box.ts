import type { PackedBox } from './detection-filter.ts';
import type { ViewExtent } from './paint-view.ts';

const worldSize = 2 ** 32;
const largest = worldSize - 1;

/** A visible copy of the world: its offset from the copy nearest to the center, and its visible box. */
export type WorldCopy = { readonly offset: number; readonly box: PackedBox };

/** The box around a position in the view, with `reach` feed units on each side, or null outside of the world. */
export function boxAround(x: number, y: number, reach: number): PackedBox | null {
  return boxBetween(x - reach, x + reach, y - reach, y + reach);
}

/**
 * The copies of the world that the view shows, each with the smallest box around its visible part. For a rotated view
 * the box is larger than that part. `margin` CSS pixels are added on each side. In most views there is one copy, and
 * its box crosses the antimeridian if the view does.
 */
export function worldCopiesInView(view: ViewExtent, margin: number): WorldCopy[] {
  const [reachX, reachY] = reachOf(view, margin);
  return worldCopiesBetween(view, { west: -reachX, east: reachX, north: -reachY, south: reachY });
}

/**
 * The offset of a feed position from the view's center, in CSS pixels right and down, on the nearest copy of the world.
 * The vertex shader uses the same arithmetic.
 */
export function pixelOffset(view: ViewExtent, x: number, y: number): [right: number, down: number] {
  const east = nearestDifference(x - view.centerX) / view.unitsPerPixel;
  const southwards = (y - view.centerY) / view.unitsPerPixel;
  const cos = Math.cos(view.rotation);
  const sin = Math.sin(view.rotation);
  return [cos * east - sin * southwards, sin * east + cos * southwards];
}

/** The feed position at an offset in pixels from the view's center: the inverse of `pixelOffset`. */
export function positionAtOffset(view: ViewExtent, right: number, down: number): [x: number, y: number] {
  const cos = Math.cos(view.rotation);
  const sin = Math.sin(view.rotation);
  return [
    view.centerX + (cos * right + sin * down) * view.unitsPerPixel,
    view.centerY + (cos * down - sin * right) * view.unitsPerPixel,
  ];
}

/**
 * The copies of the world within the given distances west and east of the view's center. Each has the box that these
 * and the distances north and south bound; feed units.
 */
export function worldCopiesBetween(
  { centerX, centerY }: Pick<ViewExtent, 'centerX' | 'centerY'>,
  bounds: { readonly west: number; readonly east: number; readonly north: number; readonly south: number },
): WorldCopy[] {
  const worldCopies: WorldCopy[] = [];
  const copyOf = (east: number) => Math.floor(east / worldSize + 0.5);
  for (let copy = copyOf(bounds.west); copy <= copyOf(bounds.east); copy++) {
    const offset = copy * worldSize;
    const west = Math.max(-worldSize / 2, bounds.west - offset);
    const east = Math.min(worldSize / 2, bounds.east - offset);
    const box = boxBetween(centerX + west, centerX + east, centerY + bounds.north, centerY + bounds.south);
    if (box) worldCopies.push({ offset, box });
  }
  return worldCopies;
}

/** Half the width and half the height of the view's bounding box, in feed units. */
function reachOf({ width, height, rotation, unitsPerPixel }: ViewExtent, margin: number): [number, number] {
  const cos = Math.abs(Math.cos(rotation));
  const sin = Math.abs(Math.sin(rotation));
  const reach = (pixels: number) => (pixels / 2 + margin) * unitsPerPixel;
  return [reach(width * cos + height * sin), reach(width * sin + height * cos)];
}

function boxBetween(west: number, east: number, north: number, south: number): PackedBox | null {
  const top = Math.max(0, Math.floor(north));
  const bottom = Math.min(largest, Math.ceil(south));
  if (top > bottom || west > east) return null;
  if (east - west >= largest) return { west: 0, east: largest, north: top, south: bottom };
  return { west: wrap(Math.floor(west)), east: wrap(Math.ceil(east)), north: top, south: bottom };
}

/** A difference of x, the short way round the world: −2³¹…2³¹. */
export function nearestDifference(difference: number): number {
  return difference - Math.round(difference / worldSize) * worldSize;
}

function wrap(x: number): number {
  return x - Math.floor(x / worldSize) * worldSize;
}
