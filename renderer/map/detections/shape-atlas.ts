import { type Ring, shapeNames, symbolShapes } from '../../../shared/results/symbol-shapes.ts';

/** Texels of one shape to each side, and what they cover: CSS pixels from the middle to an edge. */
export const atlasCell = 64;
export const atlasReach = 13;
/** Distances up to this many CSS pixels are distinguished. */
export const atlasRange = 4;

/**
 * The signed distances to the edges of all shapes, one byte a texel, side by side: 0 is `atlasRange` outside, 255 as much
 * inside. Distances, unlike a picture, stay sharp at every size.
 */
export function createShapeAtlas(): Uint8Array {
  const width = atlasCell * shapeNames.length;
  const texels = new Uint8Array(width * atlasCell);
  shapeNames.forEach((name, index) => {
    const edges = symbolShapes[name].flatMap(edgesOf);
    for (let row = 0; row < atlasCell; row++) {
      for (let column = 0; column < atlasCell; column++) {
        const distance = distanceInside(edges, toPixels(column), toPixels(row));
        const level = Math.min(1, Math.max(-1, distance / atlasRange));
        texels[row * width + index * atlasCell + column] = Math.round((level * 0.5 + 0.5) * 255);
      }
    }
  });
  return texels;
}

function toPixels(texel: number): number {
  return ((texel + 0.5) / atlasCell) * 2 * atlasReach - atlasReach;
}

/** A side of a ring, from a corner, and the square of its length. */
type Edge = {
  readonly x: number;
  readonly y: number;
  readonly alongX: number;
  readonly alongY: number;
  readonly squared: number;
};

function edgesOf(ring: Ring): readonly Edge[] {
  return ring.map(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as Ring[number];
    const [alongX, alongY] = [nextX - x, nextY - y];
    return { x, y, alongX, alongY, squared: alongX ** 2 + alongY ** 2 };
  });
}

/** The distance to the nearest edge, negative outside. */
function distanceInside(edges: readonly Edge[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let isInside = false;
  for (const edge of edges) {
    const [offX, offY] = [x - edge.x, y - edge.y];
    const share = (offX * edge.alongX + offY * edge.alongY) / edge.squared;
    const at = Math.min(1, Math.max(0, share));
    const [missX, missY] = [offX - at * edge.alongX, offY - at * edge.alongY];
    nearest = Math.min(nearest, missX * missX + missY * missY);
    const isBetween = offY < 0 !== offY < edge.alongY;
    if (isBetween && offX < (offY / edge.alongY) * edge.alongX) isInside = !isInside;
  }
  return isInside ? Math.sqrt(nearest) : -Math.sqrt(nearest);
}
